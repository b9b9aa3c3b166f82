import type { DuckDBConnection, Json } from "@duckdb/node-api";
import type { Column } from "#shared/domain/column.ts";
import { sourceName } from "#shared/domain/columns/nameInFile.ts";
import { sequenceRuleOf } from "#shared/domain/columns/sequenceKind.ts";
import { identifier, literal } from "#shared/duckdb/quoting.ts";
import { cellRules, type Notation, typedNotation } from "#shared/formats/cellRules.ts";
import {
  type ConversionLimits,
  type ConversionResult,
  copyToParquet,
  LINE_COLUMN,
  withDuckDb,
} from "#shared/formats/convertWithDuckDb.ts";
import { MAX_WORD_LENGTH } from "#shared/formats/readSequence.ts";
import { type Scan, ScanReport, type Tally } from "#shared/formats/scanReport.ts";
import type { SequenceWords } from "#shared/formats/sequenceWords.ts";
import type { ReadOptions, Source } from "#shared/formats/source.ts";
import { grammarOf } from "#shared/formats/valueGrammar.ts";
import { copyWithExactTimes, int96Nanoseconds } from "./exactTimes.ts";
import { type ParquetField, planParquet } from "./parquetSchema.ts";
import { fromParquet, type ParquetRule, parquetRules } from "./parquetSql.ts";
import { allOf, anyOf, type ReadSql, readSql } from "./readSql.ts";

/** Maximum length of an invalid value that is read, in characters: enough to find a letter in the longest protein. */
const VALUE_CHARACTERS = 100_000;

/** Approximate share of the total time spent on checking a file. */
const CHECK_SHARE = 0.5;

/**
 * Checks and converts a Parquet file. Rules not guaranteed by the types are checked by queries over the few columns concerned.
 */
export async function ingestParquet(
  source: Source,
  columns: readonly Column[],
  target: string,
  scratch: string,
  limits: ConversionLimits,
): Promise<{ scan: Scan; written: ConversionResult | undefined }> {
  const scan = new ScanReport(source, columns);
  const { fields, names, rows, problems } = await planParquet(source, columns);
  for (const problem of problems) scan.addOfFile(problem);
  if (problems.length > 0) return { scan, written: undefined };
  const path = await exactPath(source, fields, scratch);
  const read = readSql(path, names);
  // The conversion of a wide file needs the memory that the checks still occupy.
  const file = await withDuckDb([path], columns.length, limits, async (connection) => {
    const checked = new ParquetFile(connection, read, columns, fields, source);
    await checked.check(scan);
    limits.onProgress?.(CHECK_SHARE, 0);
    return checked;
  });
  scan.rows = rows - file.emptyRows - (source.skipped?.size ?? 0);
  scan.emptyRows = file.emptyRows;
  if (scan.problems.count > 0) return { scan, written: undefined };
  return withDuckDb([path, target], columns.length, limits, async (connection) => {
    const written = await file.convert(connection, target, rows);
    written.missing.forEach((missing, index) => {
      (scan.tallies[index] as Tally).missing = missing ?? 0;
    });
    await countZeros(connection, columns, target, written, scan.tallies);
    return { scan, written };
  });
}

/** Returns the path of the file, or of a copy with times that the engine reads without loss. */
async function exactPath(source: Source, fields: readonly ParquetField[], scratch: string): Promise<string> {
  if (!fields.some(isCutByEngine)) return source.path;
  const path = `${scratch}/exact.parquet`;
  await copyWithExactTimes(source.path, path);
  return path;
}

function isCutByEngine(field: ParquetField): boolean {
  return field.isCutByEngine || field.children.some(isCutByEngine);
}

interface ColumnRule extends ParquetRule {
  index: number;
}

/** File to be checked and converted. */
class ParquetFile {
  /** Number of rows without any value in the table's columns, which are skipped. */
  emptyRows = 0;
  private readonly connection: DuckDBConnection;
  private readonly read: ReadSql;
  private readonly columns: readonly Column[];
  private readonly fields: readonly ParquetField[];
  private readonly reading: ReadOptions;
  private readonly notation: Notation;
  private readonly skipped: ReadonlySet<number> | undefined;

  constructor(
    connection: DuckDBConnection,
    read: ReadSql,
    columns: readonly Column[],
    fields: readonly ParquetField[],
    { reading = {}, skipped }: Source,
  ) {
    this.connection = connection;
    this.read = read;
    this.columns = columns;
    this.fields = fields;
    this.reading = reading;
    this.skipped = skipped;
    this.notation = typedNotation(reading);
  }

  /** Finds the empty rows, and all problems in the others. */
  async check(scan: ScanReport): Promise<void> {
    const rules = this.columns.flatMap((column, index) => {
      const field = this.fields[index] as ParquetField;
      const found = parquetRules(column, field, this.value(index), this.notation);
      return found.map((rule): ColumnRule => ({ ...rule, index }));
    });
    const isBroken = await this.findBroken(rules);
    rules.forEach(({ guard, index }, at) => {
      const field = this.fields[index] as ParquetField;
      if (guard !== undefined && !isBroken[at]) field.mayBeNan = false;
    });
    for (const [index, field] of this.fields.entries()) {
      const words = scan.wordsOf(index);
      if (words !== undefined && !field.untyped) await this.takeWords(words, index);
    }
    scan.finish();
    const doubtful = rules.filter((_, at) => isBroken[at]);
    if (doubtful.length === 0) return;
    const counts = doubtful.map(({ broken }, at) => `sum(CAST(${broken} AS BIGINT)) AS r${at}`);
    const [row = {}] = await this.query(`SELECT ${counts.join(", ")} FROM ${this.rows()}`);
    for (const [at, rule] of doubtful.entries()) {
      if (Number(row[`r${at}`] ?? 0) > 0) await this.listProblems(rule, scan);
    }
  }

  async convert(connection: DuckDBConnection, target: string, rows: number): Promise<ConversionResult> {
    const values = this.columns.map((column, index) => {
      const field = this.fields[index] as ParquetField;
      return `${fromParquet(field, this.value(index), this.notation)} AS ${identifier(column.name)}`;
    });
    const line = `${this.read.line} AS ${identifier(LINE_COLUMN)}`;
    // The join that removes skipped rows does not preserve the order.
    const order = this.skipped ? ` ORDER BY ${this.read.line}` : "";
    const select = `SELECT ${[...values, line].join(", ")} FROM ${this.rows()}${order}`;
    const names = this.columns.map(({ name }) => name);
    return copyToParquet(connection, select, target, names, await this.bytesOfRow(connection, rows));
  }

  /** Returns SQL for a column's values; words that denote missing values become NULL. */
  private value(index: number): string {
    const [column, field] = [this.columns[index] as Column, this.fields[index] as ParquetField];
    const value = identifier(field.name);
    const { missing } = cellRules(column, this.reading);
    return missing !== undefined && column.type === "STRING" && !field.untyped
      ? missing.toSql(value, value)
      : value;
  }

  /** Searches the sequences for words that denote missing values. */
  private async takeWords(words: SequenceWords, index: number): Promise<void> {
    const value = this.value(index);
    const long = `length(${value}) > ${MAX_WORD_LENGTH}`;
    const lengths = await this.query(
      `SELECT length(${value}) AS length, count(*) AS n FROM ${this.rows()} WHERE ${long} GROUP BY 1`,
    );
    for (const { length, n } of lengths) words.takeLength(Number(length), Number(n));
    const result = await this.connection.stream(
      `SELECT ${this.read.line} AS line, ${value} AS value FROM ${this.rows()} WHERE NOT (${long})`,
    );
    for await (const rows of result.yieldRowObjectJson()) {
      for (const row of rows) if (row.value !== "") words.take(Number(row.line), String(row.value));
    }
  }

  /** Counts the empty rows, and returns for each rule whether any rows may violate it. */
  private async findBroken(rules: readonly ColumnRule[]): Promise<boolean[]> {
    const isEmpty = allOf(this.fields.map(({ name }) => `${identifier(name)} IS NULL`));
    const empty = `sum(CAST(${isEmpty} AS BIGINT)) AS empty`;
    const found = rules.map(({ guard, broken }, at) => `bool_or(${guard ?? broken}) AS r${at}`);
    const [row = {}] = await this.query(`SELECT ${[empty, ...found].join(", ")} FROM ${this.rows()}`);
    if (this.emptyRows === 0) {
      this.emptyRows = Number(row.empty ?? 0);
      if (this.emptyRows > 0) return this.findBroken(rules);
    }
    return rules.map((_, at) => row[`r${at}`] === true);
  }

  /** Reports all values that violate a rule, in file order, chunk by chunk. */
  private async listProblems(
    { broken, reason, shown, path, index }: ColumnRule,
    scan: ScanReport,
  ): Promise<void> {
    const [column, field] = [this.columns[index] as Column, this.fields[index] as ParquetField];
    const grammar = sequenceRuleOf(column) && grammarOf(column, this.notation);
    const value = `left(CAST(${shownSql(field)} AS VARCHAR), ${VALUE_CHARACTERS}) AS value`;
    const result = await this.connection.stream(
      `SELECT ${this.read.line} AS line, ${value} FROM ${this.rows()} WHERE ${broken}`,
    );
    for await (const rows of result.yieldRowObjectJson()) {
      for (const row of rows) {
        const text = shown && typeof row.value === "string" ? row.value : undefined;
        const sequence = text === undefined ? undefined : grammar?.read(text);
        scan.add({
          line: Number(row.line),
          column: sourceName(column) + path,
          ...(text !== undefined && { value: text }),
          reason: typeof sequence === "object" ? sequence.reason : reason,
        });
      }
    }
  }

  /** Returns the mean uncompressed row size according to the file's metadata, in bytes. */
  private async bytesOfRow(connection: DuckDBConnection, rows: number): Promise<number> {
    const size = "sum(total_uncompressed_size)::DOUBLE AS size";
    const reader = await connection.runAndReadAll(
      `SELECT ${size} FROM parquet_metadata(${literal(this.read.path)})`,
    );
    const [row] = reader.getRowObjectsJson();
    return Number(row?.size ?? 0) / Math.max(rows, 1);
  }

  /** Returns SQL for the rows that are neither empty nor skipped. */
  private rows(): string {
    const { rows, line } = this.read;
    const conditions: string[] = [];
    if (this.emptyRows > 0)
      conditions.push(anyOf(this.fields.map(({ name }) => `${identifier(name)} IS NOT NULL`)));
    // Passed as one string, because the engine takes a minute to plan a query with a hundred thousand constants.
    if (this.skipped) {
      const skipped = `unnest(string_split(${literal([...this.skipped].join(","))}, ','))`;
      conditions.push(`${line} NOT IN (SELECT CAST(${skipped} AS BIGINT))`);
    }
    return conditions.length === 0 ? rows : `(SELECT * FROM ${rows} WHERE ${conditions.join(" AND ")})`;
  }

  private async query(sql: string): Promise<Record<string, Json>[]> {
    return (await this.connection.runAndReadAll(sql)).getRowObjectsJson();
  }
}

/** Returns SQL for the value shown in a problem. */
function shownSql(field: ParquetField): string {
  const value = identifier(field.name);
  return field.fineTimes === "INT96"
    ? `make_timestamp_ns(CAST(${int96Nanoseconds(value)} AS BIGINT))`
    : value;
}

/** Counts the zeros in the columns that also have missing values. */
async function countZeros(
  connection: DuckDBConnection,
  columns: readonly Column[],
  target: string,
  { mayBeZero }: ConversionResult,
  tallies: Tally[],
): Promise<void> {
  const asked = columns
    .map((column, index) => ({ column, tally: tallies[index] as Tally, mayBeZero: mayBeZero[index] ?? true }))
    .filter(
      ({ column, tally, mayBeZero: isPossible }) =>
        isPossible && tally.missing > 0 && grammarOf(column)?.jsonKind === "number",
    );
  if (asked.length === 0) return;
  const counts = asked.map(
    ({ column }, index) => `sum(CAST(${identifier(column.name)} = 0 AS BIGINT)) AS z${index}`,
  );
  const reader = await connection.runAndReadAll(
    `SELECT ${counts.join(", ")} FROM read_parquet(${literal(target)})`,
  );
  const [row = {}] = reader.getRowObjectsJson();
  asked.forEach(({ tally }, index) => {
    tally.zeros = Number(row[`z${index}`] ?? 0);
  });
}
