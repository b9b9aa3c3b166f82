import { type Column, identifier, literal } from "@pdp/basics/columns";
import { cellRules, type MissingWords } from "../cellRules.ts";
import { fromJson, jsonType } from "../columnSql.ts";
import {
  type ConversionLimits,
  type ConversionResult,
  copyToParquet,
  withDuckDb,
} from "../engine/convertWithDuckDb.ts";
import { appendLines } from "../parquet/appendLines.ts";
import { MAX_ROW_BYTES, type Source } from "../source.ts";
import { materializeText, openText } from "./openText.ts";
import { type NdjsonScan, scanNdjson } from "./scanNdjson.ts";
import { writePlainNdjson } from "./writePlainNdjson.ts";

/**
 * Scans and converts an NDJSON file: the scan validates, and the engine reads the valid numbers and strings with full
 * precision.
 */
export async function ingestNdjson(
  source: Source,
  columns: readonly Column[],
  target: string,
  scratch: string,
  limits: ConversionLimits,
): Promise<{ scan: NdjsonScan; written: ConversionResult | undefined }> {
  const text = await materializeText(await openText(source), `${scratch}/text.ndjson`, limits.signal);
  const scan = await scanNdjson(text, columns, limits);
  if (scan.problems.count > 0) return { scan, written: undefined };
  let { path } = text.source;
  // The engine rejects a byte order mark.
  if (scan.byteOrderMark || scan.hasMissingWords || scan.emptyRows > 0 || source.skipped) {
    path = `${scratch}/plain.ndjson`;
    await writePlainNdjson(text, missingWords(source, scan, columns), path, limits.signal);
  }
  const written = await convert(path, source, scan, columns, target, limits);
  if (written.rows !== scan.lines.length) return { scan, written };
  return { scan, written: { ...written, bytes: await appendLines(target, scan.lines) } };
}

/** Returns the words for missing values, by the keys in the file. */
function missingWords(
  { reading }: Source,
  scan: NdjsonScan,
  columns: readonly Column[],
): Map<string, MissingWords> {
  return new Map(
    columns.flatMap((column, index) => {
      const { missing } = cellRules(column, reading);
      return missing === undefined ? [] : [[scan.keys[index] as string, missing] as const];
    }),
  );
}

function convert(
  path: string,
  { reading }: Source,
  scan: NdjsonScan,
  columns: readonly Column[],
  target: string,
  limits: ConversionLimits,
): Promise<ConversionResult> {
  const types = columns.map(
    (column, index) => `${literal(scan.keys[index] as string)}: ${literal(jsonType(column))}`,
  );
  const values = columns.map((column, index) => {
    const value = fromJson(
      column,
      identifier(scan.keys[index] as string),
      0,
      cellRules(column, reading).notation,
    );
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
