import type { Column, ColumnBounds, ColumnType } from "@pdp/basics/columns";
import { boundPoint } from "../prune/bounds.ts";
import type { CompiledQuery, RelationFile, RowsRelation } from "../relation.ts";
import { rowColumn } from "./textColumn.ts";

/** Column types for which the result includes the smallest and the largest value, as in Trino. */
const COMPARED = new Set<string>(["INT64", "FLOAT64", "DATE", "TIMESTAMP"]);

/**
 * Returns the statistics of a table without reading its rows, like Trino's SHOW STATS: one row per column, with figures from
 * the statistics of the files, and one row with the row count. A view has no statistics.
 */
export function statsRows({ columns, relations, views }: CompiledQuery): RowsRelation {
  const [only] = views.length === 0 ? relations : [];
  const files = only?.files.reduce((sum, { rows }) => sum + rows, 0);
  const count = only?.rows ? only.rows.length : files;
  const figures = columns.map(({ name }) => {
    const column = only?.columns.find((candidate) => candidate.name === name);
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
  const known = bounds.filter((columnBounds): columnBounds is ColumnBounds => columnBounds !== undefined);
  const rows = filled.reduce((sum, file) => sum + file.rows, 0);
  if (rows === 0 || known.length < filled.length) return {};
  const nulls = known.reduce((sum, columnBounds) => sum + columnBounds.nulls, 0);
  const [low, high] = COMPARED.has(type) ? extremes(known, type) : [];
  return {
    nulls: `${nulls / rows}`,
    ...(low !== undefined && high !== undefined && { low, high }),
  };
}

/** Returns the smallest and the largest value of a column; empty if one of its bounds cannot be compared. */
function extremes(known: readonly ColumnBounds[], type: ColumnType): string[] {
  const bounds = known.flatMap(({ min, max }) => [min, max].flatMap((text) => text ?? []));
  const points = bounds.flatMap((text) => {
    const point = boundPoint(text, type);
    return point === undefined ? [] : [{ text, at: point.at }];
  });
  if (points.length < bounds.length) return [];
  const sorted = points.sort((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)));
  return [sorted.at(0), sorted.at(-1)].flatMap((point) => point?.text ?? []);
}
