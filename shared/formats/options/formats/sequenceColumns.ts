/** Maximum number of chains in one sequence of a FASTA file. */
export const MAX_CHAINS = 12;

/** `sequence` has no gaps; `aligned_sequence` keeps the spelling of the file. */
export const ALIGNED_COLUMNS = ["name", "description", "sequence", "aligned_sequence"] as const;

/** Columns of a format with one row for each chain of a structure. */
export const CHAIN_COLUMNS = [
  "name",
  "description",
  "structure",
  "chain",
  "molecule",
  "sequence",
  "observed_sequence",
  "positions",
] as const;
