import type { DuckDBConnection, DuckDBResult } from "@duckdb/node-api";
import { arrowStream } from "@pdp/formats/arrow";
import type { ResultFormat } from "#shared/domain/resultFormat.ts";
import type { ResultColumn } from "#shared/engines/duckdb/resultTypes.ts";
import type { RunOptions } from "#shared/engines/engine.ts";
import { csvHeader, csvSql, flatSql, ndjsonSql } from "./outputSql.ts";
import { fileParts, writeParquet } from "./parquetOutput.ts";
import { textStream } from "./textStream.ts";
import { trinoRowsSql } from "./trinoRows.ts";
import { requireSheetSize, xlsxStream } from "./xlsxOutput.ts";

export interface OutputQuery {
  connection: DuckDBConnection;
  sql: string;
  columns: readonly ResultColumn[];
  /** Starts a query, reads its result chunk by chunk, and checks at the end that it is complete. */
  stream: (sql: string) => Promise<DuckDBResult>;
  /** Path of a file that the connection may write. */
  path: string;
}

/** Runs a query and yields its result in the given format. The result is complete once the last part has been yielded. */
export async function resultParts(
  { connection, sql, columns, stream, path }: OutputQuery,
  { format = "ARROW", compression, rowsOf }: Pick<RunOptions, "format" | "compression" | "rowsOf">,
): Promise<AsyncGenerator<Uint8Array>> {
  if (rowsOf) return textStream(await stream(trinoRowsSql(sql, rowsOf)), "");
  switch (format) {
    case "ARROW":
      return arrowStream(await stream(sql), { compression });
    case "CSV":
      return textStream(await stream(csvSql(sql, columns)), csvHeader(columns));
    case "NDJSON":
      return textStream(await stream(ndjsonSql(sql, columns)), "");
    case "XLSX": {
      const flat = flatSql(sql, columns);
      await requireSheetSize(connection, flat, columns);
      return xlsxStream(await stream(flat), columns);
    }
    case "PARQUET":
      await writeParquet(connection, sql, columns, path);
      return fileParts(path);
  }
}

/** Tells whether a result is written to a file before it is sent. */
export function isWrittenFirst(format: ResultFormat | undefined): boolean {
  return format === "PARQUET";
}
