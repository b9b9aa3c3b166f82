import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import type { TableColumn } from "./benchLab.ts";

/** Runs `work` with plain DuckDB, without a service around it: in this process, on an open connection. */
export async function withRawDuckDb<Result>(
  threads: number,
  work: (connection: DuckDBConnection) => Promise<Result>,
): Promise<Result> {
  const instance = await DuckDBInstance.create(":memory:", { threads: String(threads) });
  try {
    const connection = await instance.connect();
    try {
      return await work(connection);
    } finally {
      connection.closeSync();
    }
  } finally {
    instance.closeSync();
  }
}

const TYPES: Record<string, string> = {
  BOOL: "BOOLEAN",
  INT64: "BIGINT",
  FLOAT64: "DOUBLE",
  STRING: "VARCHAR",
};

/** Returns a `read_csv` call for a file with a header, with explicit column types. */
export function readCsvSql(path: string, columns: readonly TableColumn[]): string {
  const types = columns.map(({ name, type }) => `'${name}': '${TYPES[type] ?? type}'`);
  return `read_csv('${path}', header = true, columns = {${types.join(", ")}})`;
}

export function parquet(paths: readonly string[]): string {
  return `read_parquet([${paths.map((path) => `'${path}'`).join(", ")}])`;
}
