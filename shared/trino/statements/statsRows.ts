import type { Column } from "#shared/domain/column.ts";
import type { ColumnBounds } from "#shared/domain/loads/fileStatistics.ts";
import type { CompiledQuery, RelationFile, RowsRelation } from "#shared/trino/relation.ts";
import { rowColumn } from "./textColumn.ts";

/** Column types for which the result includes the smallest and the largest value, as in Trino. */
const COMPARED = new Map<string, (one: string, other: string) => boolean>([
  ["INT64", (one, other) => BigInt(one) < BigInt(other)],
  ["FLOAT64", (one, other) => numberOf(one) < numberOf(other)],
  // Strings of equal length, for years with four digits.
  ["DATE", (one, other) => one < other],
  ["TIMESTAMP", (one, other) => one < other],
]);

/**
 * Returns the statistics of a table without reading its rows, like Trino's SHOW STATS: one row per column, with figures from
 * the statistics of the files, and one row with the row count. Nothing is known about a view.
 */
export function statsRows({ columns, relations, views }: CompiledQuery): RowsRelation {
  const [only] = views.length === 0 ? relations : [];
  const files = only?.files.reduce((sum, { rows }) => sum + rows, 0);
  const count = only?.rows ? only.rows.length : files;
  const figures = columns.map(({ name }) => {
    const column = only?.columns.find((one) => one.name === name);
    const { nulls, low, high } = only && column ? figuresOf(column, only.files) : {};
    return [name, null, null, nulls ?? null, null, low ?? null, high ?? null];
  });
  return {
    kind: "ROWS",
    columns: [
      rowColumn("column_name", "STRING"),
      ...["data_size", "distinct_values_count", "nulls_fraction", "row_count"].map((name) =>
        rowColumn(name, "FLOAT64"),
      ),
      ...["low_value", "high_value"].map((name) => rowColumn(name, "STRING")),
    ],
    rows: [...figures, [null, null, null, null, count === undefined ? null : `${count}`, null, null]],
  };
}

interface Figures {
  nulls?: string;
  low?: string;
  high?: string;
}

/** Returns the figures of a column; empty if a file has hidden rows or lacks statistics for the column. */
function figuresOf({ name, type }: Column, files: readonly RelationFile[]): Figures {
  const filled = files.filter(({ rows }) => rows > 0);
  const bounds = filled.map(({ statistics, rows }) =>
    statistics?.rows === rows ? statistics.columns[name] : undefined,
  );
  const known = bounds.filter((one): one is ColumnBounds => one !== undefined);
  const rows = filled.reduce((sum, file) => sum + file.rows, 0);
  if (rows === 0 || known.length < filled.length) return {};
  const nulls = known.reduce((sum, one) => sum + one.nulls, 0);
  const isBefore = COMPARED.get(type);
  const least =
    isBefore &&
    extreme(
      known.flatMap(({ min }) => min ?? []),
      isBefore,
    );
  const most =
    isBefore &&
    extreme(
      known.flatMap(({ max }) => max ?? []),
      (one, other) => isBefore(other, one),
    );
  return {
    nulls: `${nulls / rows}`,
    ...(least !== undefined && most !== undefined && { low: least, high: most }),
  };
}

function extreme(
  values: readonly string[],
  isBefore: (one: string, other: string) => boolean,
): string | undefined {
  return values.reduce<string | undefined>(
    (found, value) => (found === undefined || isBefore(value, found) ? value : found),
    undefined,
  );
}

function numberOf(text: string): number {
  return /^-?inf$/.test(text) ? Number(text.replace("inf", "Infinity")) : Number(text);
}
