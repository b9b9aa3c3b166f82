import { byName, type Column, foldName, sameType } from "@pdp/basics/columns";
import { conflict, invalidField } from "@pdp/basics/errors";
import { columnsFit, requireExtendedFits } from "#shared/domain/itemSizeLimits.ts";
import { decimalsOffer, hasDecimalsFor } from "./decimalColumns.ts";
import { requireSameKinds, takeKinds, withKindsOf } from "./keepKinds.ts";

/**
 * Returns the columns of a table after committing a load with the columns `stated`. They must agree with the existing columns,
 * which adopt missing sequence kinds and, if there is room, missing descriptions; new columns are appended. Raises a 422 for a
 * new column that is not nullable, and a 409 for columns that contradict the table.
 */
export function extendColumns(current: Column[], stated: Column[], table: string): Column[] {
  requireNullableAdditions(current, stated, table, () => ["query", "id"]);
  const added: Column[] = [];
  const kinds = new Map<Column, Column>();
  const described = new Map<Column, Column>();
  const [currentNames, statedNames] = [byName(current), byName(stated)];
  for (const column of stated) {
    const before = currentNames.get(foldName(column));
    if (!before) {
      added.push(plainColumn(column));
      continue;
    }
    requireSameColumn(before, column, table);
    const after = takeKinds(before, column);
    kinds.set(before, after);
    described.set(before, withDescription(after, column));
  }
  const omitted = current.find((column) => !column.nullable && !statedNames.has(foldName(column)));
  if (omitted) {
    throw conflict(
      "column_missing",
      `The column "${omitted.name}" of table "${table}" is not nullable, so the load must contain it.`,
    );
  }
  const columns = [...current.map((column) => kinds.get(column) ?? column), ...added];
  if (columns.some((column, index) => column !== current[index])) requireExtendedFits(columns, table);
  const withDescriptions = [...current.map((column) => described.get(column) ?? column), ...added];
  return columnsFit(withDescriptions) ? withDescriptions : columns;
}

/** Returns the column with the load's description if it has none yet. */
function withDescription(column: Column, stated: Column): Column {
  const { description } = stated.metadata;
  if (column.metadata.description !== null || description === null) return column;
  return { ...column, metadata: { ...column.metadata, description } };
}

function requireSameColumn(before: Column, stated: Column, table: string): void {
  if (sameType(before, stated)) {
    requireSameKinds(before, stated, table);
    return;
  }
  const advice = hasDecimalsFor(stated, before) ? ` ${decimalsOffer(table, before.name)}` : "";
  throw conflict(
    "column_type_mismatch",
    `The column "${before.name}" of table "${table}" is ${before.type}, not ${stated.type}${before.type === stated.type ? " with different fields" : ""}.${advice}`,
  );
}

/**
 * Raises a 422 if a load states a column that is missing from the table and not nullable. `locOf` returns the request location
 * of the column at an index.
 */
export function requireNullableAdditions(
  current: Column[],
  stated: Column[],
  table: string,
  locOf: (index: number) => (string | number)[],
): void {
  const currentNames = byName(current);
  const index = stated.findIndex((column) => !column.nullable && !currentNames.has(foldName(column)));
  const column = stated[index];
  if (!column) return;
  throw invalidField(
    locOf(index),
    `The new column "${column.name}" of table "${table}" must be nullable: existing rows have no value for it.`,
    false,
  );
}

/**
 * Returns the columns of a load, spelled as in the existing table. The spelling in the file's header may differ, and a cell
 * may be empty only if both the load and the table allow it.
 */
export function boundColumns(current: Column[], stated: Column[]): Column[] {
  const currentNames = byName(current);
  return stated.map((column) => {
    const existing = currentNames.get(foldName(column));
    if (!existing) return column;
    const nullable = existing.nullable && column.nullable;
    const bound = { ...withKindsOf(existing, column), name: existing.name, nullable };
    return existing.name === column.name || column.source_name
      ? bound
      : { ...bound, source_name: column.name };
  });
}

/** Returns a column without the fields that only apply to files of a load. */
export function plainColumn(stated: Column): Column {
  const { source_name: _, missing_values: _words, notations: _notations, part: _part, ...column } = stated;
  return column;
}
