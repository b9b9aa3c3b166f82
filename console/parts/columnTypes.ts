import type { TableConfig } from "#client/importFiles.ts";

type ColumnConfig = TableConfig["columns"][number];

/** Types of columns that an import offers, with the kind of sequences, by their words. */
export const COLUMN_TYPES: {
  label: string;
  type: ColumnConfig["type"];
  kind?: "AMINO_ACIDS" | "DNA" | "RNA" | "ALIGNED";
}[] = [
  { label: "text", type: "STRING" },
  { label: "sequence (amino acids)", type: "STRING", kind: "AMINO_ACIDS" },
  { label: "sequence (aligned)", type: "STRING", kind: "ALIGNED" },
  { label: "sequence (DNA)", type: "STRING", kind: "DNA" },
  { label: "sequence (RNA)", type: "STRING", kind: "RNA" },
  { label: "whole number", type: "INT64" },
  { label: "decimal number", type: "FLOAT64" },
  { label: "yes or no", type: "BOOL" },
  { label: "date", type: "DATE" },
  { label: "time", type: "TIMESTAMP" },
];

/** Returns the word for the type of a column; undefined for one that no import offers, such as a list. */
export function typeWord(type: string, kind?: string | null): string | undefined {
  const known = COLUMN_TYPES.filter((choice) => choice.type === type);
  return (known.find((choice) => choice.kind === kind) ?? known[0])?.label;
}
