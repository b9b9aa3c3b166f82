import { isNumber } from "@pdp/basics/columns";
import type { Table } from "#client/resources.ts";
import { isLikeAnId } from "../parts/likeAnId.ts";

/** Columns with amino acid sequences, identified by kind or otherwise by name. */
export function sequenceColumns({ columns }: Pick<Table, "columns">): string[] {
  return columns
    .filter(({ name, type, metadata }) => {
      if (type !== "STRING") return false;
      const isNamed = name === "sequence" || name.endsWith("_sequence");
      return metadata.kind ? metadata.kind === "AMINO_ACIDS" : isNamed;
    })
    .map(({ name }) => name);
}

/**
 * Returns whether a table may contain measured variants: it needs numbers, and either sequences or another text column, which
 * may contain mutations.
 */
export function mayHoldVariants(table: Pick<Table, "columns">): boolean {
  return numericColumns(table).length > 0 && table.columns.some(({ type }) => type === "STRING");
}

/** Returns the kinds of columns that a task on measured variants needs but the table does not have. */
export function missingColumns(table: Pick<Table, "columns">): ("sequences" | "numbers")[] {
  return [
    ...(sequenceColumns(table).length === 0 ? (["sequences"] as const) : []),
    ...(numericColumns(table).length === 0 ? (["numbers"] as const) : []),
  ];
}

/** Columns that may be assays: numeric columns, with those that look like IDs last. */
export function numericColumns({ columns }: Pick<Table, "columns">): string[] {
  const names = columns.filter(({ type }) => isNumber(type)).map(({ name }) => name);
  return [...names.filter((name) => !isLikeAnId(name)), ...names.filter(isLikeAnId)];
}
