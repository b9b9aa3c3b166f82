import { type DuckDBConnection, LIST, listValue, VARCHAR } from "@duckdb/node-api";
import type { Column } from "#shared/domain/column.ts";
import type { DataFile } from "#shared/domain/loads/manifest.ts";
import { identifier, literal } from "#shared/duckdb/quoting.ts";
import { LeasedFiles } from "#shared/engines/duckdb/leasedFiles.ts";
import { withDuckDb } from "#shared/formats/convertWithDuckDb.ts";
import { holdDataFile } from "#shared/lake/locate.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { type Criterion, HIT, judgedRowsSql, physicalColumns } from "./eraseFile.ts";

/** Length from which on a text is searched for in sentences and queries, in characters: shorter ones are common words. */
const MIN_LENGTH = 4;
/** Number of characters that texts are compared by: sentences cut long values. */
const COMPARED_LENGTH = 60;
const MAX_TEXTS = 200_000;

/** Texts that only erased rows have. They are kept in memory alone. */
export class ErasedTexts {
  readonly #texts = new Set<string>();

  get size(): number {
    return this.#texts.size;
  }

  add(text: string): void {
    if (text.length >= MIN_LENGTH) this.#texts.add(text.slice(0, COMPARED_LENGTH));
  }

  /** Tells whether a value is such a text. */
  is(value: unknown): boolean {
    return typeof value === "string" && this.#texts.has(value.slice(0, COMPARED_LENGTH));
  }

  /** Tells whether a sentence or a query quotes one of them, or has one as a word. */
  areIn(text: string): boolean {
    if (this.#texts.size === 0) return false;
    if (this.is(text)) return true;
    for (const [, double, single] of text.matchAll(/"((?:[^"\\]|\\.)*)"|'((?:[^']|'')*)'/g)) {
      if (this.is(double ?? single?.replaceAll("''", "'"))) return true;
    }
    return text.split(/[\s"'(),;:=]+/).some((word) => this.is(word.replace(/[….]+$/, "")));
  }
}

/** Replaces each text in a JSON value that has an erased one. */
export function withoutErased(value: unknown, texts: ErasedTexts): unknown {
  if (typeof value === "string") return texts.areIn(value) ? "(erased)" : value;
  if (Array.isArray(value)) return value.map((item) => withoutErased(item, texts));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, withoutErased(inner, texts)]),
  );
}

/** Data files of a table, with those that have erased rows. */
export interface JudgedFiles {
  columns: readonly Column[];
  erased: readonly DataFile[];
  /** Files whose rows stay, one for each row. */
  clean: readonly DataFile[];
}

/** Number of data files that lie on the disk together. */
const FILES_AT_ONCE = 50;

/** Adds the texts of the erased rows of a table that none of its other rows has. */
export async function collectErasedTexts(
  scope: WorkspaceScope,
  { columns, erased, clean }: JudgedFiles,
  criterion: Criterion,
  texts: ErasedTexts,
  signal: AbortSignal,
): Promise<void> {
  const names = columns.filter(({ type }) => type === "STRING").map(({ name }) => name);
  if (names.length === 0) return;
  const textsOf = async ({ connection, file, path }: OpenedFile, hit: boolean): Promise<string | null> => {
    const physical = await physicalColumns(connection, path);
    const lower = new Map(physical.map((name) => [name.toLowerCase(), name]));
    const present = names.flatMap((name) => lower.get(name.toLowerCase()) ?? []);
    if (present.length === 0) return null;
    const values = present.map((name) => `CAST(${identifier(name)} AS VARCHAR)`).join(", ");
    const rows = erased.includes(file)
      ? judgedRowsSql(file, path, physical, criterion)
      : `SELECT *, false AS ${identifier(HIT)} FROM read_parquet(${literal(path)}, hive_partitioning = false)`;
    return `SELECT DISTINCT unnest([${values}]) AS v FROM (${rows}) WHERE ${hit ? "" : "NOT "}${identifier(HIT)}`;
  };
  let known: string[] = [];
  for (const files of chunksOf(erased)) {
    known = await changeTexts(scope, files, known, signal, async (opened) => {
      const values = await textsOf(opened, true);
      if (values === null) return null;
      return `INSERT OR IGNORE INTO erased_texts SELECT v FROM (${values}) WHERE length(v) >= ${MIN_LENGTH} LIMIT ${MAX_TEXTS}`;
    });
  }
  for (const files of chunksOf([...erased, ...clean])) {
    if (known.length === 0) return;
    known = await changeTexts(scope, files, known, signal, async (opened) => {
      const values = await textsOf(opened, false);
      return values && `DELETE FROM erased_texts WHERE v IN (${values})`;
    });
  }
  for (const text of known) texts.add(text);
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

/** Returns texts after the changes that `changeOf` makes for each file: SQL on the table `erased_texts`. */
async function changeTexts(
  scope: WorkspaceScope,
  files: readonly DataFile[],
  known: readonly string[],
  signal: AbortSignal,
  changeOf: (opened: OpenedFile) => Promise<string | null>,
): Promise<string[]> {
  const leased = new LeasedFiles((key) => holdDataFile(scope, key));
  try {
    await leased.hold(files.map(({ key }) => key));
    const paths = [...leased.paths.values()];
    return await withDuckDb(paths, 1, { memoryLimit: "256MB", signal }, async (connection) => {
      await connection.run("CREATE TEMP TABLE erased_texts (v VARCHAR PRIMARY KEY)");
      const values = [listValue(known)];
      if (known.length > 0) {
        await connection.run("INSERT INTO erased_texts SELECT unnest($1)", values, [LIST(VARCHAR)]);
      }
      for (const file of files) {
        const change = await changeOf({ connection, file, path: leased.paths.get(file.key) ?? "" });
        if (change !== null) await connection.run(change);
      }
      const found = await connection.runAndReadAll(`SELECT v FROM erased_texts LIMIT ${MAX_TEXTS}`);
      return found.getRowObjectsJson().map(({ v }) => String(v));
    });
  } finally {
    await leased.release();
  }
}
