import type { FormatDescriptor } from "./formatDescriptor.ts";

export const fastq = {
  content: "sequences",
  extensions: ["fastq", "fq"],
  noun: "a FASTQ file of sequencing reads",
  columns: ["name", "description", "sequence", "quality"],
  expansion: 1,
} as const satisfies FormatDescriptor;
