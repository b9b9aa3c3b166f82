/** Text formats that hold sequences and no table: each file is read as a table with fixed columns. */
export const SEQUENCE_FORMATS = ["FASTA", "FASTQ", "A3M", "STOCKHOLM", "CLUSTAL"] as const;
export type SequenceFormat = (typeof SEQUENCE_FORMATS)[number];

const ALIGNED = ["name", "description", "sequence", "aligned_sequence"] as const;
const READS = ["name", "description", "sequence", "quality"] as const;

export function isSequenceFormat(format: string): format is SequenceFormat {
  return (SEQUENCE_FORMATS as readonly string[]).includes(format);
}

/** Returns the columns that every file of the format has. `sequence` has no gaps, `aligned_sequence` is as written. */
export function columnsOfSequences(format: SequenceFormat): readonly string[] {
  return format === "FASTQ" ? READS : ALIGNED;
}
