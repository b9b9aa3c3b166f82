import type { DuckDBConnection } from "@duckdb/node-api";
import type { Column } from "#shared/domain/column.ts";
import { problemCount } from "#shared/domain/problem.ts";
import { identifier, literal } from "#shared/duckdb/quoting.ts";
import {
  type ConversionLimits,
  type ConversionResult,
  copyToParquet,
  withDuckDb,
} from "#shared/lake/formats/convertWithDuckDb.ts";
import { isSequenceColumn } from "#shared/lake/formats/isSequenceColumn.ts";
import { sourceName } from "#shared/lake/formats/matchColumns.ts";
import { readSequence } from "#shared/lake/formats/readScalar.ts";
import { type Scan, ScanReport, type Tally } from "#shared/lake/formats/scanReport.ts";
import type { Source } from "#shared/lake/formats/source.ts";
import { grammarOf } from "#shared/lake/formats/valueGrammar.ts";
import { type ParquetField, planParquet } from "./parquetSchema.ts";
import { fromParquet, type ParquetRule, parquetRules } from "./parquetSql.ts";

/** Maximum length of an invalid value that is read, in characters: enough to find a letter in the longest protein. */
const VALUE_CHARACTERS = 100_000;

/**
 * Checks and converts a Parquet file. Rules that the types do not guarantee are checked by queries over the few columns
 * concerned.
 */
export async function ingestParquet(
  source: Source,
  columns: readonly Column[],
  target: string,
  limits: ConversionLimits,
): Promise<{ scan: Scan; written: ConversionResult | undefined }> {
  const scan = new ScanReport(source, columns);
  const plan = await planParquet(source, columns);
  for (const problem of plan.problems) scan.add(problem);
  if (plan.problems.length > 0) return { scan, written: undefined };
  scan.rows = plan.rows;
  return withDuckDb([source.path, target], columns.length, limits, async (connection) => {
    await findProblems(connection, source, columns, plan.fields, scan);
    if (problemCount(scan.problems) > 0) return { scan, written: undefined };
    const written = await convert(connection, source, columns, plan.fields, target, plan.rows);
    written.missing.forEach((missing, index) => {
      (scan.tallies[index] as Tally).missing = missing ?? 0;
    });
    await countZeros(connection, columns, target, scan.tallies);
    return { scan, written };
  });
}

async function convert(
  connection: DuckDBConnection,
  source: Source,
  columns: readonly Column[],
  fields: readonly ParquetField[],
  target: string,
  rows: number,
): Promise<ConversionResult> {
  const values = columns.map((column, index) => {
    const field = fields[index] as ParquetField;
    return `${fromParquet(field, identifier(field.name))} AS ${identifier(column.name)}`;
  });
  const select = `SELECT ${values.join(", ")} FROM ${rowsOf(source)}`;
  const rowBytes = await bytesOfRow(connection, source, rows);
  const names = columns.map(({ name }) => name);
  return copyToParquet(connection, select, target, names, rowBytes);
}

/** Returns the mean uncompressed size of a row from the file's metadata, in bytes. */
async function bytesOfRow(connection: DuckDBConnection, source: Source, rows: number): Promise<number> {
  const size = "sum(total_uncompressed_size)::DOUBLE AS size";
  const reader = await connection.runAndReadAll(
    `SELECT ${size} FROM parquet_metadata(${literal(source.path)})`,
  );
  return Number(reader.getRowObjectsJson()[0]?.size ?? 0) / Math.max(rows, 1);
}

async function findProblems(
  connection: DuckDBConnection,
  source: Source,
  columns: readonly Column[],
  fields: readonly ParquetField[],
  scan: ScanReport,
): Promise<void> {
  const rules = columns.flatMap((column, index) => {
    const field = fields[index] as ParquetField;
    return parquetRules(column, field, identifier(field.name)).map((rule) => ({ ...rule, column, field }));
  });
  if (rules.length === 0) return;
  const counts = rules.map(({ broken }, index) => `count(*) FILTER (${broken}) AS r${index}`);
  const reader = await connection.runAndReadAll(`SELECT ${counts.join(", ")} FROM ${rowsOf(source)}`);
  const [row = {}] = reader.getRowObjectsJson();
  for (const [index, rule] of rules.entries()) {
    const count = Number(row[`r${index}`]);
    if (count > 0) await listProblems(connection, source, rule, count, scan);
  }
}

async function listProblems(
  connection: DuckDBConnection,
  source: Source,
  { broken, reason, shown, path, column, field }: ParquetRule & { column: Column; field: ParquetField },
  count: number,
  scan: ScanReport,
): Promise<void> {
  const value = `left(CAST(${identifier(field.name)} AS VARCHAR), ${VALUE_CHARACTERS}) AS value`;
  const reader = await connection.runAndReadAll(
    `SELECT file_row_number + 1 AS line, ${value} FROM ${rowsOf(source, "file_row_number = true")} WHERE ${broken} ORDER BY line LIMIT 100`,
  );
  const rows = reader.getRowObjectsJson();
  for (const row of rows) {
    const text = shown && typeof row.value === "string" ? row.value : undefined;
    const sequence = text !== undefined && isSequenceColumn(column) ? readSequence(text) : undefined;
    scan.add({
      line: Number(row.line),
      column: sourceName(column) + path,
      ...(text !== undefined && { value: text }),
      reason: typeof sequence === "object" ? sequence.reason : reason,
    });
  }
  scan.problems.more += Math.max(count - rows.length, 0);
}

async function countZeros(
  connection: DuckDBConnection,
  columns: readonly Column[],
  target: string,
  tallies: Tally[],
): Promise<void> {
  const asked = columns
    .map((column, index) => ({ column, tally: tallies[index] as Tally }))
    .filter(({ column, tally }) => tally.missing > 0 && grammarOf(column)?.jsonKind === "number");
  if (asked.length === 0) return;
  const counts = asked.map(
    ({ column }, index) => `count(*) FILTER (${identifier(column.name)} = 0) AS z${index}`,
  );
  const reader = await connection.runAndReadAll(
    `SELECT ${counts.join(", ")} FROM read_parquet(${literal(target)})`,
  );
  const [row = {}] = reader.getRowObjectsJson();
  asked.forEach(({ tally }, index) => {
    tally.zeros = Number(row[`z${index}`]);
  });
}

/** Writes the SQL that reads the file, without columns derived from its path. */
function rowsOf(source: Source, ...options: string[]): string {
  return `read_parquet(${[literal(source.path), "hive_partitioning = false", ...options].join(", ")})`;
}
