/** Signatures of the records of a ZIP archive, and the method of its compressed files. */
export const LOCAL_SIGNATURE = 0x04034b50;
export const ENTRY_SIGNATURE = 0x02014b50;
export const END_SIGNATURE = 0x06054b50;
export const DEFLATED = 8;
