import type { FormatDescriptor } from "./formatDescriptor.ts";

export const xlsx = {
  content: "workbook",
  extensions: ["xlsx"],
  noun: "a spreadsheet in XLSX format",
  expansion: 16,
  isCompressed: true,
} as const satisfies FormatDescriptor;
