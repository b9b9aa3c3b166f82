import { createHash, randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { DuckDBConnection } from "@duckdb/node-api";
import { identifier, literal } from "@pdp/basics/columns";
import { copyToParquet } from "@pdp/formats/ingest";
import { type DataFile, isMerged, type LoadRows, loadsOf } from "#shared/domain/loads/manifest.ts";
import { dataFileSource, erasedFileKey } from "#shared/objects/keys.ts";
import { prepareFolder, putFile } from "#shared/objects/objects.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { CONDITION_COLUMNS, type Condition } from "./erasureCondition.ts";
import { withDataFiles } from "./withDataFiles.ts";

/** Erased rows from one uploaded file within a data file. */
export interface ErasedRows {
  load_id: string;
  /** Null if the data file does not record which uploads its rows came from. */
  file_id: string | null;
  rows: number;
}

/** Data file that contains erased rows, and the file that replaces it. */
export interface FileErasure {
  /** Key of the file without the erased rows; null if no rows are left. */
  to: string | null;
  bytes: number;
  /** Remaining rows, by load. */
  kept: LoadRows[];
  erased: ErasedRows[];
}

/** Rows to erase: whole loads, or the rows of a table that match a condition. */
export interface Criterion {
  loads: ReadonlySet<string>;
  condition: Condition | null;
}

const EXPANSION_RATIO = 4;

/**
 * Finds the erased rows in data files and writes files without them; only counts them if `erasureId` is null. Returns null for
 * a file without such rows. Can be repeated: the same file gets the same key and rows. The files share an engine instance,
 * because opening one takes longer than reading a small file.
 */
export async function eraseFiles(
  scope: WorkspaceScope,
  erasureId: string | null,
  files: readonly DataFile[],
  criterion: Criterion,
  signal: AbortSignal,
): Promise<(FileErasure | null)[]> {
  const known = files.map((file) => withoutReading(file, criterion));
  const wanted = files.filter((_, index) => known[index] === undefined);
  if (wanted.length === 0) return known.map((erasure) => erasure ?? null);
  const target = join(scope.settings.scratchDirectory, `erase-${randomUUID()}.parquet`);
  await prepareFolder(target);
  const read = new Map<DataFile, FileErasure | null>();
  const options = { condition: criterion.condition, target, signal };
  try {
    await withDataFiles(scope, wanted, options, async (connection, pathOf) => {
      for (const file of wanted) {
        signal.throwIfAborted();
        const opened = { connection, path: pathOf(file), target };
        read.set(file, await eraseFile(scope, erasureId, file, criterion, opened));
      }
    });
    return files.map((file, index) => known[index] ?? read.get(file) ?? null);
  } finally {
    await rm(target, { force: true });
  }
}

/** Returns the counts that can be derived from the loads of a file; undefined if its rows have to be read. */
function withoutReading(file: DataFile, { loads, condition }: Criterion): FileErasure | null | undefined {
  if (!isMerged(file) && loads.has(file.load_id)) {
    const { file_id = null } = dataFileSource(file.key);
    const erased = [{ load_id: file.load_id, file_id, rows: file.rows }];
    return { to: null, bytes: 0, kept: [], erased };
  }
  if (condition !== null) return undefined;
  const owners = isMerged(file)
    ? [...loadsOf(file).map(({ load_id }) => load_id), ...(file.hidden_loads ?? [])]
    : [file.load_id];
  return owners.some((load) => loads.has(load)) ? undefined : null;
}

/** Directory for reading a file and writing it without its erased rows. */
interface OpenedFile {
  connection: DuckDBConnection;
  path: string;
  target: string;
}

async function eraseFile(
  scope: WorkspaceScope,
  erasureId: string | null,
  file: DataFile,
  criterion: Criterion,
  { connection, path, target }: OpenedFile,
): Promise<FileErasure | null> {
  const columns = await physicalColumns(connection, path);
  const rows = judgedRowsSql(file, path, columns, criterion);
  const { kept, erased, isAligned } = await countRows(connection, rows);
  if (!isAligned) throw new Error(`The condition of an erasure is not aligned with the rows of ${file.key}`);
  if (erased.length === 0) return null;
  if (kept.length === 0) return { to: null, bytes: 0, kept, erased };
  if (erasureId === null) return { to: null, bytes: file.bytes, kept, erased };
  const left = kept.reduce((sum, load) => sum + load.rows, 0);
  const rowBytes = (file.bytes * EXPANSION_RATIO) / Math.max(file.rows, 1);
  const select = `SELECT * EXCLUDE (${EXTRA.map(identifier).join(", ")}) FROM (${rows}) WHERE NOT ${identifier(HIT)}`;
  const written = await copyToParquet(connection, select, target, [], rowBytes);
  if (written.rows !== left) {
    throw new Error(`The file without erased rows of ${file.key} has ${written.rows} rows, not ${left}`);
  }
  const to = erasedFileKey(file.key, erasureId, digestOf(file.key));
  await putFile(scope, to, target);
  return { to, bytes: written.bytes, kept, erased };
}

/** Returns the name of an object's replacement. */
export function digestOf(key: string): string {
  return createHash("sha256").update(key).digest("hex").slice(0, 16);
}

/** Column that marks erased rows: true for those to erase. */
export const HIT = "__erased";
const LINE = "__erased_line";
/** Columns that the result rows contain in addition to those of the file. */
const EXTRA = [HIT, LINE];

/** Reads the column names of a Parquet file. */
export async function physicalColumns(connection: DuckDBConnection, path: string): Promise<string[]> {
  const result = await connection.runAndReadAll(
    `SELECT column_name FROM (DESCRIBE SELECT * FROM read_parquet(${literal(path)}, hive_partitioning = false))`,
  );
  return result.getRowObjectsJson().map(({ column_name }) => String(column_name));
}

/**
 * Returns the SQL for all rows of a file, including rows of hidden loads, with the ids of their origins and whether they are
 * erased, in file order.
 */
export function judgedRowsSql(
  file: DataFile,
  path: string,
  columns: readonly string[],
  { loads, condition }: Criterion,
): string {
  const source = `read_parquet(${literal(path)}, hive_partitioning = false)`;
  const { file_id } = dataFileSource(file.key);
  const loadId = isMerged(file) ? "NULL" : file.load_id;
  const added = [
    ["__line", "NULL"],
    ["__file_id", file_id ?? "NULL"],
    ["__load_id", loadId],
  ].flatMap(([name = "", value]) =>
    columns.includes(name) ? [] : [`CAST(${value} AS BIGINT) AS ${identifier(name)}`],
  );
  const rows = `SELECT ${["*", ...added].join(", ")} FROM ${source}`;
  const ofLoads = loads.size === 0 ? "false" : `coalesce("__load_id" IN (${[...loads].join(", ")}), false)`;
  if (condition === null)
    return `SELECT *, ${ofLoads} AS ${identifier(HIT)}, NULL AS ${identifier(LINE)} FROM (${rows})`;
  const hits = condition.sql({ key: file.key, rows: file.rows, bytes: file.bytes, ...originOf(file) }, path);
  const hit = `(coalesce(h.${CONDITION_COLUMNS.hit}, false) OR ${ofLoads})`;
  return `SELECT p.*, ${hit} AS ${identifier(HIT)}, h.${CONDITION_COLUMNS.line} AS ${identifier(LINE)} FROM (${rows}) p POSITIONAL JOIN (${hits}) h`;
}

function originOf(file: DataFile): { load_id?: string } {
  return isMerged(file) ? {} : { load_id: file.load_id };
}

/** Counts rows by origin. The rows are aligned if the condition was evaluated for the same line in every row. */
async function countRows(
  connection: DuckDBConnection,
  rows: string,
): Promise<{ kept: LoadRows[]; erased: ErasedRows[]; isAligned: boolean }> {
  const line = `(${identifier(LINE)} IS NULL OR ${identifier(LINE)} = "__line")`;
  const counts = await connection.runAndReadAll(
    `SELECT CAST("__load_id" AS VARCHAR) AS load, CAST("__file_id" AS VARCHAR) AS file, ${identifier(HIT)} AS hit, count(*) AS n, bool_and(${line}) AS same FROM (${rows}) GROUP BY 1, 2, 3`,
  );
  const kept = new Map<string, number>();
  const erased: ErasedRows[] = [];
  let isAligned = true;
  for (const { load, file, hit, n, same } of counts.getRowObjectsJson()) {
    const [loadId, count] = [String(load), Number(n)];
    if (same !== true) isAligned = false;
    if (hit === true)
      erased.push({ load_id: loadId, file_id: file === null ? null : String(file), rows: count });
    else kept.set(loadId, (kept.get(loadId) ?? 0) + count);
  }
  return { kept: [...kept].map(([load_id, count]) => ({ load_id, rows: count })), erased, isAligned };
}
