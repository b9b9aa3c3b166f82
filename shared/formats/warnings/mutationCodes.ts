import { isWildType, readMutations } from "@pdp/basics/proteins";

/** Substitution of one residue, as stated in a file. */
export interface MutationCode {
  /** Spelling in the file. */
  code: string;
  from: string;
  position: number;
  to: string;
}

const NO_MUTATION = /^(?:none|-)?$/i;
/** Minimum share of mutations in a column of mutations. */
const CODE_SHARE = 0.5;

/**
 * Reads the substitutions in a cell, in any spelling: `A1G`, `A1G:V2I`, `p.Ala1Gly` or `p.[Ala1Gly;Val2Ile]`. An empty list
 * denotes the wild type. Undefined if the cell contains anything else, such as a deletion.
 */
export function readSubstitutions(cell: string): MutationCode[] | undefined {
  if (NO_MUTATION.test(cell.trim())) return [];
  const read = readMutations(cell);
  if (!("changes" in read)) return undefined;
  const codes: MutationCode[] = [];
  for (const change of read.changes) {
    if (change.kind !== "SUBSTITUTION" || change.site.residue === null) return undefined;
    const { code, site, to } = change;
    codes.push({ code, from: site.residue as string, position: site.position, to });
  }
  return codes;
}

/** Reads a column of mutations, cell by cell; undefined if most of its cells contain something else. */
export function readMutationColumn(
  cells: readonly (string | null)[],
): (MutationCode[] | undefined)[] | undefined {
  let [filled, stating] = [0, 0];
  const read = cells.map((cell) => {
    if (cell === null) return undefined;
    const codes = readSubstitutions(cell);
    const hasCodes = codes !== undefined && codes.length > 0;
    if (hasCodes) stating++;
    if (hasCodes || (!NO_MUTATION.test(cell.trim()) && !isWildType(cell))) filled++;
    return codes;
  });
  return stating > 0 && stating >= CODE_SHARE * filled ? read : undefined;
}
