import type { FormatDescriptor } from "./formatDescriptor.ts";

export const ndjson = {
  content: "lines",
  extensions: ["ndjson", "jsonl"],
  noun: "JSON with one object per line, or a single object",
  expansion: 1,
} as const satisfies FormatDescriptor;
