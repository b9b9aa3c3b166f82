import { DataProblem, DomainError } from "@pdp/basics/errors";
import { compileQuery } from "@pdp/trino/compile";
import { SOURCE_NAME } from "@pdp/trino/parse";
import { tableFromIPC } from "@uwdata/flechette";
import { visibleInTask } from "#shared/domain/context.ts";
import type { Dataset, SnapshotSource } from "#shared/domain/tasks/dataSources.ts";
import { againIfErased } from "#shared/history/relations/againIfErased.ts";
import { relationsOf } from "#shared/history/relations/relations.ts";
import { sqlEngine } from "#shared/history/relations/sqlEngine.ts";
import { withSource } from "#shared/history/relations/withSource.ts";
import {
  findSnapshot,
  findSnapshotById,
  type PinnedRelation,
  type Snapshot,
  snapshotView,
} from "#shared/history/taskSnapshots.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { versionIdOf } from "#shared/store/versionTags.ts";
import type { Snapshots } from "./pinData.ts";
import type { RowReader } from "./rowReader.ts";
import { literalRows } from "./sources/literalRows.ts";
import { otherProjectsSentence } from "./sources/otherProjects.ts";
import { resultRowsQuery } from "./sources/resultRows.ts";
import { nameOfSource, queryOfTable, queryWithLoads } from "./sources/sourceQuery.ts";
import type { TaskRun } from "./taskRun.ts";

/** Rows of a data set: complete columns by name, null if a cell is missing, INT64 as `bigint`, dates and times as `Date`. */
export interface Rows {
  /** Name of the data set in error messages. */
  name: string;
  count: number;
  columns: Record<string, ArrayLike<unknown>>;
}

interface RowInput {
  /** Name of the input: the parameter field (`inputOfPath`). */
  input: string;
  source: Dataset;
  /** True to read the load of each row of a table as well, in the column `$load_id`. */
  withLoads?: boolean;
}

/**
 * Reads the rows of an input that a task may use, at the requested version or else at `version`, and records the
 * version of each table and the input's snapshot in `snapshots`. Throws a `DataProblem` for errors that the user can
 * fix.
 */
export async function readRows(
  run: TaskRun,
  { input, source, withLoads = false }: RowInput,
  version: string,
  snapshots: Snapshots,
): Promise<Rows> {
  if (source.kind === "LITERAL") {
    const { columns, snapshot } = await literalRows(run, input, source.rows);
    snapshots.inputs[input] = snapshot;
    return { name: nameOfSource(source), count: source.rows.length, columns };
  }
  const read = await readStoredRows(run, source, version, snapshots, withLoads);
  snapshots.inputs[input] = read.snapshot;
  return read.rows;
}

/**
 * Reads rows of the workspace, with a description that reads the same rows later. Records the version of each table. With
 * `withLoads`, the rows of a table also have their load, which the description does not include.
 */
export async function readStoredRows(
  reader: RowReader,
  source: Exclude<Dataset, { kind: "LITERAL" }>,
  version: string,
  snapshots: Pick<Snapshots, "tables">,
  withLoads = false,
): Promise<{ rows: Rows; snapshot: Snapshot }> {
  const name = nameOfSource(source);
  try {
    const { read, rows: storedRows } = await againIfErased(async () => {
      const read = await (source.kind === "SNAPSHOT"
        ? openSnapshot(reader, source)
        : openQuery(reader, source, version, snapshots, withLoads));
      return { read, rows: await runQuery(reader, read.compiled) };
    });
    const rows = { name, ...storedRows };
    if (rows.count === 0) await requireOwnRows(reader, name, snapshots);
    return { rows, snapshot: read.snapshot };
  } catch (error) {
    const isFixable =
      error instanceof DomainError && ["malformed", "not_found", "invalid", "conflict"].includes(error.kind);
    throw isFixable ? new DataProblem(`The data set, ${name}, cannot be read: ${error.message}`) : error;
  }
}

/** Throws for a data set without rows if all rows of its tables belong to other projects. */
async function requireOwnRows(
  run: RowReader,
  name: string,
  { tables }: Pick<Snapshots, "tables">,
): Promise<void> {
  const reason = await otherProjectsSentence(run, tables);
  if (reason)
    throw new DataProblem(
      `The data set, ${name}, has no rows that this ${run.what ?? "task"} can read. ${reason}`,
    );
}

type Compiled = Awaited<ReturnType<typeof compileQuery>>;
interface OpenedSource {
  compiled: Compiled;
  snapshot: Snapshot;
}

async function openQuery(
  { scope, task }: RowReader,
  source: Exclude<Dataset, { kind: "LITERAL" | "SNAPSHOT" }>,
  version: string,
  snapshots: Pick<Snapshots, "tables">,
  withLoads: boolean,
): Promise<OpenedSource> {
  const relations: PinnedRelation[] = [];
  const resolveTables = relationsOf(scope, visibleInTask(task.context), {
    snapshots: snapshots.tables,
    pinned: relations,
  });
  const stated = source.kind === "TABLE" ? source.version_id : null;
  const pinned = stated === null ? null : await versionIdOf(scope, stated);
  const at = pinned ?? (version === "0" ? null : version);
  const { query, rows } = await queryOfSource(scope, source);
  const resolve = rows === null ? resolveTables : withSource(resolveTables, rows);
  if (rows !== null) relations.push({ reference: SOURCE_NAME, version: at, kind: "VIEW", query: rows });
  const options = { resolve, ...(at === null ? {} : { version: at }) };
  const compiled = await compileQuery(query, options);
  const snapshot = { context: task.context, query, version: at, relations: [...relations] };
  const isTable = source.kind === "TABLE" && relations[0]?.kind === "TABLE";
  if (!withLoads || !isTable) return { compiled, snapshot };
  return { compiled: await compileQuery(queryWithLoads(source.table), options), snapshot };
}

/** Returns the query for a source, and the query for the rows that it refers to as `__source__`. */
async function queryOfSource(
  scope: WorkspaceScope,
  source: Exclude<Dataset, { kind: "LITERAL" | "SNAPSHOT" }>,
): Promise<{ query: string; rows: string | null }> {
  if (source.kind === "QUERY") return { query: source.query, rows: null };
  if (source.kind === "TABLE") return { query: queryOfTable(source.table), rows: null };
  const rows = await resultRowsQuery(scope, source);
  return source.query === null ? { query: rows, rows: null } : { query: source.query, rows };
}

/** Opens an input of an earlier task, with the rows that both tasks may see. */
async function openSnapshot({ scope, task }: RowReader, source: SnapshotSource): Promise<OpenedSource> {
  const earlier =
    "id" in source
      ? (await findSnapshotById(scope, source.id))?.snapshot
      : await findSnapshot(scope, source.task_id, source.name);
  if (!earlier) throw new DataProblem(`There is no ${nameOfSource({ ...source }).replace(/^the /, "")}.`);
  // A project's task sees less than a task of the whole workspace.
  const context = earlier.context.kind === "WORKSPACE" ? task.context : earlier.context;
  const snapshot = { ...earlier, context };
  const { query, names } = snapshotView(scope, snapshot, visibleInTask(task.context));
  return { compiled: await compileQuery(query, names), snapshot };
}

async function runQuery({ scope, signal }: RowReader, query: Compiled): Promise<Omit<Rows, "name">> {
  const stream = await sqlEngine(scope).run(query, { compression: null, signal });
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  const table = tableFromIPC(Buffer.concat(chunks), { useBigInt: true, useDate: true });
  const columns = Object.fromEntries(
    table.schema.fields.map((field) => [
      field.name,
      table.getChild(field.name).toArray() as ArrayLike<unknown>,
    ]),
  );
  return { count: table.numRows, columns };
}
