import { createReadStream, createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import type { Column } from "#shared/domain/column.ts";
import { identifier, literal } from "#shared/duckdb/quoting.ts";
import { fromJson, jsonType } from "#shared/lake/formats/columnSql.ts";
import {
  type ConversionLimits,
  type ConversionResult,
  copyToParquet,
  withDuckDb,
} from "#shared/lake/formats/convertWithDuckDb.ts";
import { MAX_ROW_BYTES, type Source } from "#shared/lake/formats/source.ts";
import { type NdjsonScan, scanNdjson } from "./scanNdjson.ts";

/**
 * Scans and converts an NDJSON file: the scan validates, and the engine reads the valid numbers and texts with full
 * precision.
 */
export async function ingestNdjson(
  source: Source,
  columns: readonly Column[],
  target: string,
  scratch: string,
  limits: ConversionLimits,
): Promise<{ scan: NdjsonScan; written: ConversionResult | undefined }> {
  const scan = await scanNdjson(source, columns, limits);
  if (scan.problems.count > 0) return { scan, written: undefined };
  if (!scan.byteOrderMark)
    return { scan, written: await convert(source.path, scan, columns, target, limits) };
  const path = `${scratch}/without-mark.ndjson`; // the engine rejects a byte order mark
  try {
    await pipeline(createReadStream(source.path, { start: 3 }), createWriteStream(path));
    return { scan, written: await convert(path, scan, columns, target, limits) };
  } finally {
    await rm(path, { force: true });
  }
}

function convert(
  path: string,
  scan: NdjsonScan,
  columns: readonly Column[],
  target: string,
  limits: ConversionLimits,
): Promise<ConversionResult> {
  const types = columns.map(
    (column, index) => `${literal(scan.keys[index] as string)}: ${literal(jsonType(column))}`,
  );
  const values = columns.map((column, index) => {
    const value = fromJson(column, identifier(scan.keys[index] as string));
    return `${value} AS ${identifier(column.name)}`;
  });
  const options = [
    literal(path),
    "format = 'newline_delimited'",
    "auto_detect = false",
    "records = true",
    "hive_partitioning = false",
    `columns = {${types.join(", ")}}`,
    `maximum_object_size = ${MAX_ROW_BYTES + 2}`,
  ];
  const select = `SELECT ${values.join(", ")} FROM read_json(${options.join(", ")})`;
  const names = columns.map(({ name }) => name);
  return withDuckDb([path, target], columns.length, limits, (connection) =>
    copyToParquet(connection, select, target, names, scan.rowBytes),
  );
}
