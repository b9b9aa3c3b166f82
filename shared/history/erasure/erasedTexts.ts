import { type DuckDBConnection, LIST, listValue, VARCHAR } from "@duckdb/node-api";
import type { Column } from "#shared/domain/column.ts";
import type { DataFile } from "#shared/domain/loads/manifest.ts";
import { identifier, literal } from "#shared/duckdb/quoting.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { type Criterion, HIT, judgedRowsSql, physicalColumns } from "./eraseFile.ts";
import { type DataFilesOptions, withDataFiles } from "./withDataFiles.ts";

/** Minimum length of a string to search for in sentences and queries, in characters: shorter strings are common words. */
const MIN_LENGTH = 4;
/** Number of leading characters used to compare strings, because sentences truncate long values. */
const COMPARED_LENGTH = 60;
const MAX_TEXTS = 200_000;

/** Minimum number of digits of a number to search for: the first for numbers with decimals, the second for integers. */
const MIN_DIGITS = 5;
const MIN_WHOLE_DIGITS = 7;

/** Returns the shortest spelling of a number that JavaScript represents exactly; null for other strings. */
function numberText(text: string): string | null {
  if (text.length > COMPARED_LENGTH || !/^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text)) return null;
  const value = Number(text);
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? text : String(value);
}

/** Returns how the table may have stored a number with separators or a percent sign: `1,234,567`, `12,34567`, `95.1234%`. */
function spellingsOf(number: string): string[] {
  const digits = number.replace("%", "");
  const spellings = [digits.replaceAll(",", ""), digits.replaceAll(".", "").replace(",", ".")];
  if (digits === number) return spellings;
  return spellings.flatMap((spelling) => [
    spelling,
    String(Number((Number(spelling) / 100).toPrecision(15))),
  ]);
}

/** Strings and long numbers that only occur in erased rows. They are only kept in memory. */
export class ErasedTexts {
  readonly #texts = new Set<string>();

  get size(): number {
    return this.#texts.size;
  }

  add(text: string): void {
    if (text.length >= MIN_LENGTH) this.#texts.add(text.slice(0, COMPARED_LENGTH));
  }

  /** Adds a number if it is long enough to be distinctive: a short number may be a count, a line or a concentration. */
  addNumber(stated: string): void {
    // The engine writes an integer in a floating-point column with a decimal.
    const text = stated.replace(/\.0$/, "");
    const digits = text.replace(/e.*$/i, "").replace(/\D/g, "").replace(/^0+/, "").length;
    if (digits >= (/[.e]/i.test(text) ? MIN_DIGITS : MIN_WHOLE_DIGITS)) this.add(numberText(text) ?? text);
  }

  /** Tells whether a value is one of the strings, or another spelling of one of the numbers (`3.141590`). */
  is(value: unknown): boolean {
    if (typeof value !== "string") return false;
    return this.#texts.has(value.slice(0, COMPARED_LENGTH)) || this.#texts.has(numberText(value) ?? "");
  }

  /** Tells whether a sentence or a query quotes one of the strings, or contains one as a word. */
  areIn(text: string): boolean {
    if (this.#texts.size === 0) return false;
    if (this.is(text)) return true;
    for (const [, double, single] of text.matchAll(/"((?:[^"\\]|\\.)*)"|'((?:[^']|'')*)'/g)) {
      if (this.is(double ?? single?.replaceAll("''", "'"))) return true;
    }
    if (text.split(/[\s"'(),;:=<>]+/).some((word) => this.is(word.replace(/[….]+$/, "")))) return true;
    for (const [number] of text.matchAll(/[+-]?\d[\d.,]*[\d%]/g)) {
      if (spellingsOf(number).some((spelling) => this.is(spelling))) return true;
    }
    return false;
  }
}

/** Replaces each string in a JSON value that contains an erased one. */
export function withoutErased(value: unknown, texts: ErasedTexts): unknown {
  if (typeof value === "string") return texts.areIn(value) ? "(erased)" : value;
  if (Array.isArray(value)) return value.map((item) => withoutErased(item, texts));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, withoutErased(inner, texts)]),
  );
}

/** Data files of a table, and which of them contain erased rows. */
export interface JudgedFiles {
  columns: readonly Column[];
  erased: readonly DataFile[];
  /** Files without erased rows, each listed once. */
  clean: readonly DataFile[];
}

/** Number of data files that are on disk at the same time. */
const FILES_AT_ONCE = 50;

/** Values in erased rows by kind, as text. */
type Values = Record<"texts" | "numbers", string[]>;
const KINDS = ["texts", "numbers"] as const;

/** Adds the strings and numbers in a table's erased rows that do not occur in any of its other rows. */
export async function collectErasedTexts(
  scope: WorkspaceScope,
  { columns, erased, clean }: JudgedFiles,
  criterion: Criterion,
  texts: ErasedTexts,
  signal: AbortSignal,
): Promise<void> {
  const names = {
    texts: columns.filter(({ type }) => type === "STRING").map(({ name }) => name),
    numbers: columns.filter(({ type }) => type === "INT64" || type === "FLOAT64").map(({ name }) => name),
  };
  if (names.texts.length + names.numbers.length === 0) return;
  /**
   * Returns the SQL for the values of one kind in a file: those of its erased rows if `hit` is set, otherwise those of its
   * other rows.
   */
  const valuesOf = async (
    { connection, file, path }: OpenedFile,
    kind: keyof Values,
    hit: boolean,
  ): Promise<string | null> => {
    const physical = await physicalColumns(connection, path);
    const lower = new Map(physical.map((name) => [name.toLowerCase(), name]));
    const present = names[kind].flatMap((name) => lower.get(name.toLowerCase()) ?? []);
    if (present.length === 0) return null;
    const values = present.map((name) => `CAST(${identifier(name)} AS VARCHAR)`).join(", ");
    const rows = erased.includes(file)
      ? judgedRowsSql(file, path, physical, criterion)
      : `SELECT *, false AS ${identifier(HIT)} FROM read_parquet(${literal(path)}, hive_partitioning = false)`;
    return `SELECT DISTINCT unnest([${values}]) AS v FROM (${rows}) WHERE ${hit ? "" : "NOT "}${identifier(HIT)}`;
  };
  const options = { condition: criterion.condition, signal };
  let known: Values = { texts: [], numbers: [] };
  for (const files of chunksOf(erased)) {
    known = await changeValues(scope, files, known, options, async (opened, kind) => {
      const values = await valuesOf(opened, kind, true);
      if (values === null) return null;
      // Short numbers are dropped before the limit is applied.
      const length =
        kind === "numbers"
          ? `length(regexp_replace(v, '\\D', '', 'g')) >= ${MIN_DIGITS}`
          : `length(v) >= ${MIN_LENGTH}`;
      return `INSERT OR IGNORE INTO ${kind} SELECT v FROM (${values}) WHERE ${length} LIMIT ${MAX_TEXTS}`;
    });
  }
  for (const files of chunksOf([...erased, ...clean])) {
    if (known.texts.length + known.numbers.length === 0) return;
    known = await changeValues(scope, files, known, options, async (opened, kind) => {
      const values = known[kind].length === 0 ? null : await valuesOf(opened, kind, false);
      return values && `DELETE FROM ${kind} WHERE v IN (${values})`;
    });
  }
  for (const text of known.texts) texts.add(text);
  for (const number of known.numbers) texts.addNumber(number);
}

interface OpenedFile {
  connection: DuckDBConnection;
  file: DataFile;
  path: string;
}

function chunksOf(files: readonly DataFile[]): DataFile[][] {
  const count = Math.ceil(files.length / FILES_AT_ONCE);
  return Array.from({ length: count }, (_, index) =>
    files.slice(index * FILES_AT_ONCE, (index + 1) * FILES_AT_ONCE),
  );
}

/**
 * Returns the values that remain after applying a change for each file: `changeOf` returns it as SQL on the tables `texts` and
 * `numbers`.
 */
async function changeValues(
  scope: WorkspaceScope,
  files: readonly DataFile[],
  known: Values,
  options: DataFilesOptions,
  changeOf: (opened: OpenedFile, kind: keyof Values) => Promise<string | null>,
): Promise<Values> {
  return withDataFiles(scope, files, options, async (connection, pathOf) => {
    const changed: Values = { texts: [], numbers: [] };
    for (const kind of KINDS) {
      await connection.run(`CREATE TEMP TABLE ${kind} (v VARCHAR PRIMARY KEY)`);
      const values = [listValue(known[kind])];
      if (known[kind].length > 0) {
        await connection.run(`INSERT INTO ${kind} SELECT unnest($1)`, values, [LIST(VARCHAR)]);
      }
      for (const file of files) {
        const change = await changeOf({ connection, file, path: pathOf(file) }, kind);
        if (change !== null) await connection.run(change);
      }
      const found = await connection.runAndReadAll(`SELECT v FROM ${kind} LIMIT ${MAX_TEXTS}`);
      changed[kind] = found.getRowObjectsJson().map(({ v }) => String(v));
    }
    return changed;
  });
}
