import type { FormatDescriptor } from "./formatDescriptor.ts";
import { ALIGNED_COLUMNS } from "./sequenceColumns.ts";

export const stockholm = {
  content: "sequences",
  extensions: ["sto", "stk", "stockholm"],
  noun: "an alignment in Stockholm format",
  columns: ALIGNED_COLUMNS,
  expansion: 2,
} as const satisfies FormatDescriptor;
