import { type DuckDBConnection, LIST, listValue, VARCHAR } from "@duckdb/node-api";
import { type Column, identifier, isNumber, literal } from "@pdp/basics/columns";
import type { DataFile } from "#shared/domain/loads/manifest.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { type ErasedTexts, MIN_DIGITS, MIN_LENGTH } from "./erasedTexts.ts";
import { type Criterion, HIT, judgedRowsSql, physicalColumns } from "./eraseFile.ts";
import { type DataFilesOptions, withDataFiles } from "./withDataFiles.ts";

const MAX_TEXTS = 200_000;

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
    numbers: columns.filter(({ type }) => isNumber(type)).map(({ name }) => name),
    nested: columns.filter(({ type }) => type === "ARRAY" || type === "STRUCT").map(({ name }) => name),
  };
  if (names.texts.length + names.numbers.length + names.nested.length === 0) return;
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
    const inside = names.nested.flatMap((name) => lower.get(name.toLowerCase()) ?? []);
    if (present.length + inside.length === 0) return null;
    const values = [
      `[${present.map((name) => `CAST(${identifier(name)} AS VARCHAR)`).join(", ")}]`,
      ...inside.map(leavesSql),
    ];
    const rows = erased.includes(file)
      ? judgedRowsSql(file, path, physical, criterion)
      : `SELECT *, false AS ${identifier(HIT)} FROM read_parquet(${literal(path)}, hive_partitioning = false)`;
    return `SELECT DISTINCT unnest(list_concat(${values.join(", ")}, [])) AS v FROM (${rows}) WHERE ${hit ? "" : "NOT "}${identifier(HIT)}`;
  };
  const options = { condition: criterion.condition, signal };
  const constants = [...texts.constants].map(literal);
  const named = constants.length === 0 ? "" : ` OR v IN (${constants.join(", ")})`;
  let known: Values = { texts: [], numbers: [] };
  for (const files of chunksOf(erased)) {
    known = await changeValues(scope, files, known, options, async (opened, kind) => {
      const values = await valuesOf(opened, kind, true);
      if (values === null) return null;
      // Short numbers are dropped before the limit is applied.
      const length =
        kind === "numbers"
          ? `length(regexp_replace(v, '\\D', '', 'g')) >= ${MIN_DIGITS}`
          : `(length(v) >= ${MIN_LENGTH}${named})`;
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

/** Returns the SQL for a list of the strings and numbers in an ARRAY or STRUCT, at any depth. */
function leavesSql(name: string): string {
  const parts = `json_extract_string(to_json(${identifier(name)}), '$..*')`;
  // The parts also contain inner lists and structures, as JSON.
  return `coalesce(list_filter(${parts}, lambda part: NOT regexp_matches(part, '^[\\[{]')), [])`;
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
      const rows = await connection.runAndReadAll(`SELECT v FROM ${kind} LIMIT ${MAX_TEXTS}`);
      changed[kind] = rows.getRowObjectsJson().map(({ v }) => String(v));
    }
    return changed;
  });
}
