import { createReadStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import type { DuckDBConnection } from "@duckdb/node-api";
import { literal } from "@pdp/basics/columns";
import { DomainError } from "@pdp/basics/errors";
import { columnOf, type ResultColumn } from "#shared/engines/duckdb/resultTypes.ts";
import { isNested, requireDistinctNames } from "./outputSql.ts";

/** Maximum size of a Parquet result, in bytes; the result is written to disk before it is sent. */
const MAX_FILE_BYTES = 4 * 2 ** 30;
const SIZE_CHECK_MS = 200;
const READ_BYTES = 1 << 20;
/** Number of values per row group, which is kept entirely in memory; strings may be long. */
const MAX_GROUP_VALUES = 2_000_000;
const MAX_GROUP_ROWS = 122_880;
const MAX_GROUP_TEXTS = 16_384;
const VECTOR_ROWS = 2_048;

/** Writes the rows of `sql` as a Parquet file at `path`, which the connection must be allowed to write. */
export async function writeParquet(
  connection: DuckDBConnection,
  sql: string,
  columns: readonly ResultColumn[],
  path: string,
): Promise<void> {
  requireDistinctNames(columns, "Parquet", (name) => name.toLowerCase());
  let isTooLarge = false;
  const check = setInterval(() => {
    void stat(path).then(
      ({ size }) => {
        if (size <= MAX_FILE_BYTES) return;
        isTooLarge = true;
        connection.interrupt();
      },
      () => undefined,
    );
  }, SIZE_CHECK_MS);
  try {
    const options = `FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE ${groupRows(columns)}, USE_TMP_FILE false`;
    await connection.run(`COPY (${sql}) TO ${literal(path)} (${options})`);
  } catch (error) {
    throw isTooLarge ? resultTooLarge() : error;
  } finally {
    clearInterval(check);
  }
}

/** Yields the bytes of a file, then removes it. */
export async function* fileParts(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path, { highWaterMark: READ_BYTES });
  } finally {
    await rm(path, { force: true });
  }
}

function groupRows(columns: readonly ResultColumn[]): number {
  const hasTexts = columns.map(columnOf).some((item) => isNested(item) || item.type === "STRING");
  const maxRows = hasTexts ? MAX_GROUP_TEXTS : MAX_GROUP_ROWS;
  const rows = Math.floor(MAX_GROUP_VALUES / columns.length / VECTOR_ROWS) * VECTOR_ROWS;
  return Math.min(Math.max(rows, VECTOR_ROWS), maxRows);
}

function resultTooLarge(): DomainError {
  const gigabytes = MAX_FILE_BYTES / 2 ** 30;
  return new DomainError(
    "malformed",
    "query_result_too_large",
    `The result exceeds ${gigabytes} GB as Parquet. Read fewer columns or rows, or use LIMIT.`,
  );
}
