import type { FormatDescriptor } from "./formatDescriptor.ts";
import { ALIGNED_COLUMNS, MAX_CHAINS } from "./sequenceColumns.ts";

/** `sequence_2` is the second of several chains. */
const CHAINS_AFTER_FIRST = Array.from({ length: MAX_CHAINS - 1 }, (_, index) => `sequence_${index + 2}`);

export const fasta = {
  content: "sequences",
  extensions: ["fasta", "fa", "faa", "fna", "afa", "fas", "pir"],
  noun: "a FASTA file of sequences",
  columns: [...ALIGNED_COLUMNS, ...CHAINS_AFTER_FIRST],
  expansion: 2,
} as const satisfies FormatDescriptor;
