/** One or several regions: `CDR-H3`, `FR-L1`, `CDR-H` for all of the heavy chain, or `FR` for all frameworks of both chains. */
export const REGION_PATTERN = /^(CDR|FR)(?:-?([HL])([1-4])?)?$/i;
