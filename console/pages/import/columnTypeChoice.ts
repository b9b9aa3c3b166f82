import { fitNotations } from "@pdp/basics/columns";
import type { TableConfig } from "#client/importFiles.ts";
import { COLUMN_TYPES } from "../../parts/columnTypes.ts";
import { isOf } from "./exceptionRules.ts";

type ColumnConfig = TableConfig["columns"][number];

export const LEFT_OUT = "leave out";
/** Words for column types with nested values, which cannot be changed. */
export const NESTED: ReadonlyMap<string, string> = new Map([
  ["ARRAY", "list"],
  ["STRUCT", "record with fields"],
]);

/** Returns the configuration with another column for a file column; null omits the file column. */
export function withColumn(config: TableConfig, source: string, column: ColumnConfig | null): TableConfig {
  const index = config.columns.findIndex((candidate) => isOf(candidate, source));
  const ignored = (config.ignored_columns ?? []).filter((name) => !isOf({ name }, source));
  if (column === null) {
    const columns = config.columns.filter((candidate) => !isOf(candidate, source));
    return { ...config, columns: fitNotations(columns), ignored_columns: [...ignored, source] };
  }
  const columns = index < 0 ? [...config.columns, column] : config.columns.with(index, column);
  return { ...config, columns: fitNotations(columns), ignored_columns: ignored };
}

/** Returns the words for the type of a column; `kind` applies if the column states none. */
export function typeLabel(
  column: Pick<ColumnConfig, "type" | "metadata"> | undefined,
  kind: string | null,
): string {
  if (!column) return LEFT_OUT;
  const nested = NESTED.get(column.type);
  if (nested !== undefined) return nested;
  const stated = column.metadata?.kind ?? kind ?? undefined;
  const sequence = COLUMN_TYPES.find((choice) => choice.type === column.type && choice.kind === stated);
  return (sequence ?? COLUMN_TYPES.find(({ type }) => type === column.type))?.label ?? "text";
}

/** Returns a column with the type that a label names; null if the label omits it. */
export function columnAs(
  label: string,
  { item_type: _, columns: _fields, ...column }: Omit<ColumnConfig, "type"> & Partial<ColumnConfig>,
): ColumnConfig | null {
  const choice = COLUMN_TYPES.find((candidate) => candidate.label === label);
  if (!choice) return null;
  return {
    ...column,
    type: choice.type,
    metadata: { ...column.metadata, kind: choice.kind ?? (choice.type === "STRING" ? "NONE" : null) },
  };
}
