import type { FormatDescriptor } from "./formatDescriptor.ts";

export const tsv = {
  content: "cells",
  extensions: ["tsv"],
  noun: "a TSV file",
  delimiter: "\t",
  expansion: 1,
} as const satisfies FormatDescriptor;
