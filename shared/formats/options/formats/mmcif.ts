import type { FormatDescriptor } from "./formatDescriptor.ts";
import { CHAIN_COLUMNS } from "./sequenceColumns.ts";

export const mmcif = {
  content: "sequences",
  extensions: ["cif", "mmcif"],
  noun: "a structure in mmCIF format",
  columns: CHAIN_COLUMNS,
  expansion: 2,
} as const satisfies FormatDescriptor;
