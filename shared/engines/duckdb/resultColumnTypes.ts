import { DuckDBTypeId } from "@duckdb/node-api";
import type { ColumnType } from "@pdp/basics/columns";

/** Column type that corresponds to a result's type, and the type to cast it to if Trino has no equivalent of DuckDB's type. */
export const RESULT_COLUMN_TYPES: ReadonlyMap<DuckDBTypeId, { column: ColumnType; narrowed?: string }> =
  new Map([
    [DuckDBTypeId.BOOLEAN, { column: "BOOL" }],
    [DuckDBTypeId.TINYINT, { column: "INT64" }],
    [DuckDBTypeId.SMALLINT, { column: "INT64" }],
    [DuckDBTypeId.INTEGER, { column: "INT64" }],
    [DuckDBTypeId.BIGINT, { column: "INT64" }],
    [DuckDBTypeId.HUGEINT, { column: "INT64", narrowed: "BIGINT" }],
    [DuckDBTypeId.UHUGEINT, { column: "INT64", narrowed: "BIGINT" }],
    [DuckDBTypeId.UBIGINT, { column: "INT64", narrowed: "BIGINT" }],
    [DuckDBTypeId.UINTEGER, { column: "INT64", narrowed: "BIGINT" }],
    [DuckDBTypeId.USMALLINT, { column: "INT64", narrowed: "INTEGER" }],
    [DuckDBTypeId.UTINYINT, { column: "INT64", narrowed: "INTEGER" }],
    [DuckDBTypeId.FLOAT, { column: "FLOAT64" }],
    [DuckDBTypeId.DOUBLE, { column: "FLOAT64" }],
    [DuckDBTypeId.VARCHAR, { column: "STRING" }],
    [DuckDBTypeId.SQLNULL, { column: "STRING", narrowed: "VARCHAR" }],
    [DuckDBTypeId.DATE, { column: "DATE" }],
    [DuckDBTypeId.TIMESTAMP, { column: "TIMESTAMP" }],
    [DuckDBTypeId.TIMESTAMP_TZ, { column: "TIMESTAMP" }],
  ]);
