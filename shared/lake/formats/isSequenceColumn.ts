import type { ValueType } from "#shared/domain/column.ts";

export const AMINO_ACIDS = "ACDEFGHIKLMNPQRSTVWY";

/**
 * Tells whether values must consist of the 20 amino acids: in STRING columns named `sequence` or `…_sequence`, ignoring
 * case.
 */
export function isSequenceColumn(column: ValueType): boolean {
  if (column.type !== "STRING" || column.name === undefined) return false;
  const name = column.name.toLowerCase();
  return name === "sequence" || name.endsWith("_sequence");
}
