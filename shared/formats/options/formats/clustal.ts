import type { FormatDescriptor } from "./formatDescriptor.ts";
import { ALIGNED_COLUMNS } from "./sequenceColumns.ts";

export const clustal = {
  content: "sequences",
  extensions: ["aln", "clustal"],
  noun: "an alignment in CLUSTAL format",
  columns: ALIGNED_COLUMNS,
  expansion: 2,
} as const satisfies FormatDescriptor;
