import type { FormatDescriptor } from "./formatDescriptor.ts";

export const parquet = {
  content: "columns",
  extensions: ["parquet"],
  noun: "a Parquet file",
  expansion: 16,
  isCompressed: true,
} as const satisfies FormatDescriptor;
