/** Text formats that contain sequences rather than a table: each file is read as a table with fixed columns. */
export const SEQUENCE_FORMATS = [
  "FASTA",
  "FASTQ",
  "A3M",
  "STOCKHOLM",
  "CLUSTAL",
  "GENBANK",
  "PDB",
  "MMCIF",
] as const;
export type SequenceFormat = (typeof SEQUENCE_FORMATS)[number];

const ALIGNED = ["name", "description", "sequence", "aligned_sequence"] as const;
/** Maximum number of chains in one sequence of a FASTA file. */
export const MAX_CHAINS = 12;
const CHAINS_AFTER_FIRST = Array.from({ length: MAX_CHAINS - 1 }, (_, index) => `sequence_${index + 2}`);
const READS = ["name", "description", "sequence", "quality"] as const;
/** One row per feature of a record. */
const FEATURES = [
  "record",
  "description",
  "feature",
  "name",
  "product",
  "location",
  "start",
  "end",
  "strand",
  "sequence",
  "translation",
  "qualifiers",
] as const;
/** One row per chain of a structure. */
const CHAINS = [
  "name",
  "description",
  "structure",
  "chain",
  "molecule",
  "sequence",
  "observed_sequence",
  "positions",
] as const;

const COLUMNS: Record<SequenceFormat, readonly string[]> = {
  FASTA: [...ALIGNED, ...CHAINS_AFTER_FIRST],
  FASTQ: READS,
  A3M: ALIGNED,
  STOCKHOLM: ALIGNED,
  CLUSTAL: ALIGNED,
  GENBANK: FEATURES,
  PDB: CHAINS,
  MMCIF: CHAINS,
};

export function isSequenceFormat(format: string): format is SequenceFormat {
  return (SEQUENCE_FORMATS as readonly string[]).includes(format);
}

/**
 * Returns the columns that all files of the format have. `sequence` has no gaps; `aligned_sequence` keeps the spelling of the
 * file, and `sequence_2` is the second of several chains.
 */
export function columnsOfSequences(format: SequenceFormat): readonly string[] {
  return COLUMNS[format];
}
