import type { DuckDBConnection, Json } from "@duckdb/node-api";
import { type Column, identifier, literal, sequenceRuleOf, sourceName } from "@pdp/basics/columns";
import { cellRules, type Notation, typedNotation } from "../cellRules.ts";
import { type ConversionResult, copyToParquet, LINE_COLUMN } from "../engine/convertWithDuckDb.ts";
import { MAX_WORD_LENGTH } from "../readSequence.ts";
import type { ScanReport } from "../scanReport.ts";
import type { SequenceWords } from "../sequenceWords.ts";
import type { ReadOptions, Source } from "../source.ts";
import { grammarOf } from "../valueGrammar.ts";
import { int96Nanoseconds } from "./exactTimes.ts";
import type { ParquetField } from "./parquetSchema.ts";
import { fromParquet, type ParquetRule, parquetRules } from "./parquetSql.ts";
import { allOf, anyOf, type ReadSql } from "./readSql.ts";

/** Maximum length of an invalid value that is read, in characters: enough to find a letter in the longest protein. */
const VALUE_CHARACTERS = 100_000;

/**
 * Number of columns above which numbers are assumed to be finite until the file is converted: the writer's statistics show
 * whether they are, in much less time than a query over so many columns (ADR 78).
 */
const MAX_COLUMNS_ASKED = 200;

/** Number of columns that are examined first to find empty rows; a row with a value in any of them is not empty. */
const FIRST_COLUMNS = 16;

interface ColumnRule extends ParquetRule {
  index: number;
}

/** File to be checked and converted. */
export class ParquetFile {
  /** Number of rows without any value in the table's columns, which are skipped. */
  emptyRows = 0;
  /** Rules about NaN and infinity that were not checked. */
  private assumed: ColumnRule[] = [];
  private readonly read: ReadSql;
  private readonly columns: readonly Column[];
  private readonly fields: readonly ParquetField[];
  private readonly reading: ReadOptions;
  private readonly notation: Notation;
  private readonly skipped: ReadonlySet<number> | undefined;

  constructor(
    read: ReadSql,
    columns: readonly Column[],
    fields: readonly ParquetField[],
    { reading = {}, skipped }: Source,
  ) {
    this.read = read;
    this.columns = columns;
    this.fields = fields;
    this.reading = reading;
    this.skipped = skipped;
    this.notation = typedNotation(reading);
  }

  /**
   * Finds the empty rows, and all problems in the others. In a wide file without other problems, numbers are assumed to be
   * finite; after the conversion, `assumedTooMuch` tells whether they are.
   */
  async check(connection: DuckDBConnection, scan: ScanReport): Promise<void> {
    const rules = this.columns.flatMap((column, index) => {
      const field = this.fields[index] as ParquetField;
      const rulesOfColumn = parquetRules(column, field, this.value(index), this.notation);
      return rulesOfColumn.map((rule): ColumnRule => ({ ...rule, index }));
    });
    const isAsked = ({ guard }: ColumnRule): boolean =>
      guard === undefined || this.columns.length <= MAX_COLUMNS_ASKED;
    const assumed = rules.filter((rule) => !isAsked(rule));
    const doubtful = new Set(await this.findDoubtful(connection, rules.filter(isAsked)));
    for (const [index, field] of this.fields.entries()) {
      const words = scan.wordsOf(index);
      if (words !== undefined && !field.untyped) await this.takeWords(connection, words, index);
    }
    scan.finish();
    if (doubtful.size === 0 && scan.problems.count === 0) this.assumeFinite(assumed);
    else for (const rule of await this.findDoubtful(connection, assumed)) doubtful.add(rule);
    const inOrder = rules.filter((rule) => doubtful.has(rule));
    await this.listDoubtful(connection, inOrder, scan);
  }

  /** Tells whether the writer found other than finite numbers in a column that was assumed to have none. */
  assumedTooMuch(written: ConversionResult): boolean {
    return this.assumed.some(({ index }) => !written.isFinite[index]);
  }

  /** Checks the rules that were assumed to hold. */
  async checkNumbers(connection: DuckDBConnection, scan: ScanReport): Promise<void> {
    const rules = this.assumed;
    this.assumed = [];
    for (const { index } of rules) (this.fields[index] as ParquetField).mayBeNan = true;
    await this.listDoubtful(connection, await this.findDoubtful(connection, rules), scan);
  }

  private assumeFinite(rules: ColumnRule[]): void {
    this.assumed = rules;
    for (const { index } of rules) (this.fields[index] as ParquetField).mayBeNan = false;
  }

  /** Returns the rules that some rows may violate. Fields without NaN and infinity are marked as such. */
  private async findDoubtful(
    connection: DuckDBConnection,
    rules: readonly ColumnRule[],
  ): Promise<ColumnRule[]> {
    const isBroken = await this.findBroken(connection, rules);
    rules.forEach(({ guard, index }, at) => {
      const field = this.fields[index] as ParquetField;
      if (guard !== undefined && !isBroken[at]) field.mayBeNan = false;
    });
    return rules.filter((_, at) => isBroken[at]);
  }

  /** Reports the values that violate rules. */
  private async listDoubtful(
    connection: DuckDBConnection,
    doubtful: readonly ColumnRule[],
    scan: ScanReport,
  ): Promise<void> {
    if (doubtful.length === 0) return;
    const counts = doubtful.map(({ broken }, at) => `sum(CAST(${broken} AS BIGINT)) AS r${at}`);
    const [row = {}] = await query(connection, `SELECT ${counts.join(", ")} FROM ${this.rows()}`);
    for (const [at, rule] of doubtful.entries()) {
      if (Number(row[`r${at}`] ?? 0) > 0) await this.listProblems(connection, rule, scan);
    }
  }

  /** Converts the file; `rowBytes` is the mean size of a row without compression. */
  async convert(connection: DuckDBConnection, target: string, rowBytes: number): Promise<ConversionResult> {
    const values = this.columns.map((column, index) => {
      const field = this.fields[index] as ParquetField;
      return `${fromParquet(field, this.value(index), this.notation)} AS ${identifier(column.name)}`;
    });
    const line = `${this.read.line} AS ${identifier(LINE_COLUMN)}`;
    // The join that removes skipped rows does not preserve the order.
    const order = this.skipped ? ` ORDER BY ${this.read.line}` : "";
    const select = `SELECT ${[...values, line].join(", ")} FROM ${this.rows()}${order}`;
    const names = this.columns.map(({ name }) => name);
    return copyToParquet(connection, select, target, names, rowBytes);
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
  private async takeWords(connection: DuckDBConnection, words: SequenceWords, index: number): Promise<void> {
    const value = this.value(index);
    const long = `length(${value}) > ${MAX_WORD_LENGTH}`;
    const lengths = await query(
      connection,
      `SELECT length(${value}) AS length, count(*) AS n FROM ${this.rows()} WHERE ${long} GROUP BY 1`,
    );
    for (const { length, n } of lengths) words.takeLength(Number(length), Number(n));
    const result = await connection.stream(
      `SELECT ${this.read.line} AS line, ${value} AS value FROM ${this.rows()} WHERE NOT (${long})`,
    );
    for await (const rows of result.yieldRowObjectJson()) {
      for (const row of rows) if (row.value !== "") words.take(Number(row.line), String(row.value));
    }
  }

  /** Counts the empty rows, and returns for each rule whether any rows may violate it. */
  private async findBroken(connection: DuckDBConnection, rules: readonly ColumnRule[]): Promise<boolean[]> {
    const conditions = rules.map(({ guard, broken }, at) => `bool_or(${guard ?? broken}) AS r${at}`);
    const select = [countEmpty(this.fields.slice(0, FIRST_COLUMNS)), ...conditions].join(", ");
    const [row = {}] = await query(connection, `SELECT ${select} FROM ${this.rows()}`);
    if (this.emptyRows === 0 && Number(row.empty ?? 0) > 0) {
      const [all = {}] = await query(connection, `SELECT ${countEmpty(this.fields)} FROM ${this.rows()}`);
      this.emptyRows = Number(all.empty ?? 0);
      if (this.emptyRows > 0) return this.findBroken(connection, rules);
    }
    return rules.map((_, at) => row[`r${at}`] === true);
  }

  /** Reports all values that violate a rule, in file order, chunk by chunk. */
  private async listProblems(
    connection: DuckDBConnection,
    { broken, reason, shown, path, index }: ColumnRule,
    scan: ScanReport,
  ): Promise<void> {
    const [column, field] = [this.columns[index] as Column, this.fields[index] as ParquetField];
    const grammar = sequenceRuleOf(column) && grammarOf(column, this.notation);
    const value = `left(CAST(${shownSql(field)} AS VARCHAR), ${VALUE_CHARACTERS}) AS value`;
    const result = await connection.stream(
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
}

async function query(connection: DuckDBConnection, sql: string): Promise<Record<string, Json>[]> {
  return (await connection.runAndReadAll(sql)).getRowObjectsJson();
}

/** Returns SQL for the number of rows without a value in any of the fields. */
function countEmpty(fields: readonly ParquetField[]): string {
  const isEmpty = allOf(fields.map(({ name }) => `${identifier(name)} IS NULL`));
  return `sum(CAST(${isEmpty} AS BIGINT)) AS empty`;
}

/** Returns SQL for the value shown in a problem. */
function shownSql(field: ParquetField): string {
  const value = identifier(field.name);
  return field.fineTimes === "INT96"
    ? `make_timestamp_ns(CAST(${int96Nanoseconds(value)} AS BIGINT))`
    : value;
}
