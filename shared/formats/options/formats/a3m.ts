import type { FormatDescriptor } from "./formatDescriptor.ts";
import { ALIGNED_COLUMNS } from "./sequenceColumns.ts";

export const a3m = {
  content: "sequences",
  extensions: ["a3m", "a2m"],
  noun: "an A3M file of aligned sequences",
  columns: ALIGNED_COLUMNS,
  expansion: 2,
} as const satisfies FormatDescriptor;
