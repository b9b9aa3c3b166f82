import type { FormatDescriptor } from "./formatDescriptor.ts";

/** One row for each feature of a record. */
export const genbank = {
  content: "sequences",
  extensions: ["gb", "gbk", "gbff", "genbank", "gp"],
  noun: "a GenBank record",
  columns: [
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
  ],
  expansion: 4,
} as const satisfies FormatDescriptor;
