import type { FormatDescriptor } from "./formatDescriptor.ts";
import { CHAIN_COLUMNS } from "./sequenceColumns.ts";

export const pdb = {
  content: "sequences",
  extensions: ["pdb", "ent"],
  noun: "a structure in the PDB format",
  columns: CHAIN_COLUMNS,
  expansion: 2,
} as const satisfies FormatDescriptor;
