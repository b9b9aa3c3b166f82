import type { CompiledQuery, RowsRelation } from "#shared/trino/relation.ts";
import { rowColumn } from "./textColumn.ts";

/**
 * Returns what is known about a table without reading it, like Trino's SHOW STATS: a row for each column, without figures, and
 * one with the number of rows. The number of a view's rows is unknown.
 */
export function statsRows({ columns, relations, views }: CompiledQuery): RowsRelation {
  const [only] = views.length === 0 ? relations : [];
  const files = only?.files.reduce((sum, { rows }) => sum + rows, 0);
  const count = only?.rows ? only.rows.length : files;
  const none = (): null[] => [null, null, null];
  return {
    kind: "ROWS",
    columns: [
      rowColumn("column_name", "STRING"),
      ...["data_size", "distinct_values_count", "nulls_fraction", "row_count"].map((name) =>
        rowColumn(name, "FLOAT64"),
      ),
      ...["low_value", "high_value"].map((name) => rowColumn(name, "STRING")),
    ],
    rows: [
      ...columns.map(({ name }) => [name, ...none(), ...none()]),
      [null, ...none(), count === undefined ? null : `${count}`, null, null],
    ],
  };
}
