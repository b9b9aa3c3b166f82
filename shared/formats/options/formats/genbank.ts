import type { FormatDescriptor } from "./formatDescriptor.ts";

/** One row for each feature of a record; EMBL and UniProt records have the same content. */
export const genbank = {
  content: "sequences",
  extensions: ["gb", "gbk", "gbff", "genbank", "gp", "embl"],
  noun: "a GenBank, EMBL or UniProt record",
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
