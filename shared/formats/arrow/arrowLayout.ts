import type { DuckDBType } from "@duckdb/node-api";

/** Memory layout of a column in DuckDB, which determines how it is converted into Arrow buffers. Widths are in bytes. */
export type ArrowLayout =
  | { kind: "null" }
  | { kind: "boolean" }
  /** Values with the same encoding in DuckDB and Arrow. */
  | { kind: "fixed"; width: 1 | 2 | 4 | 8 | 16 }
  /** Integers widened to the 16 bytes of Arrow's decimals. */
  | { kind: "decimal"; width: 2 | 4 | 8 }
  | { kind: "interval" }
  /** VARCHAR and BLOB: 16-byte `string_t` entries. */
  | { kind: "text" }
  /** Types without an Arrow counterpart that every reader supports; the driver converts their values to SQL text. */
  | { kind: "rendered"; type: DuckDBType }
  /** `length` is the length of each value of a DuckDB ARRAY, which has no entries; null for lists and maps. */
  | { kind: "list"; item: ArrowLayout; length: number | null }
  | { kind: "struct"; fields: ArrowLayout[] };

/** Returns the width of one entry in the vector itself, in bytes; 0 if all data is in the vector's children. */
export function entryWidth(layout: ArrowLayout): number {
  switch (layout.kind) {
    case "boolean":
      return 1;
    case "fixed":
    case "decimal":
      return layout.width;
    case "interval":
    case "text":
      return 16;
    case "list":
      return layout.length === null ? 16 : 0;
    default:
      return 0;
  }
}
