import { tableFromIPC } from "@uwdata/flechette";
import { visibleInTask } from "#shared/domain/context.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { DataProblem } from "#shared/domain/loads/dataProblem.ts";
import type { Dataset } from "#shared/domain/tasks/dataSources.ts";
import { relationsOf } from "#shared/history/relations/relations.ts";
import { sqlEngine } from "#shared/history/relations/sqlEngine.ts";
import {
  findSnapshot,
  type PinnedRelation,
  type Snapshot,
  snapshotView,
} from "#shared/history/taskSnapshots.ts";
import { compileQuery } from "#shared/sql/compileQuery.ts";
import type { Snapshots } from "./pinData.ts";
import { literalRows } from "./sources/literalRows.ts";
import { nameOfSource, queryOfSource } from "./sources/sourceQuery.ts";
import type { TaskRun } from "./taskRun.ts";

/** Rows of a data set: whole columns by name, null if a cell is missing, dates and times as `Date`. */
export interface Rows {
  /** Name of the data set in errors. */
  name: string;
  count: number;
  columns: Record<string, ArrayLike<unknown>>;
}

/** Name of an input of a task: the field of its parameters. */
export type InputName = "dataset" | "homologs" | "controls";

interface RowInput {
  input: InputName;
  source: Dataset;
}

/**
 * Reads the rows of an input that a task may use, at the requested version or else at `version`, and records the
 * version of each table and the input's snapshot in `snapshots`. Throws a `DataProblem` for errors that the user can
 * fix.
 */
export async function readRows(
  run: TaskRun,
  { input, source }: RowInput,
  version: string,
  snapshots: Snapshots,
): Promise<Rows> {
  const name = nameOfSource(source);
  if (source.kind === "LITERAL") {
    const { columns, snapshot } = await literalRows(run, input, source.rows);
    snapshots.inputs[input] = snapshot;
    return { name, count: source.rows.length, columns };
  }
  try {
    const read = await (source.kind === "SNAPSHOT"
      ? openSnapshot(run, source.task_id, source.name)
      : openQuery(run, source, version, snapshots));
    const rows = { name, ...(await runQuery(run, read.compiled)) };
    snapshots.inputs[input] = read.snapshot;
    return rows;
  } catch (error) {
    const isFixable =
      error instanceof DomainError && ["malformed", "not_found", "invalid"].includes(error.kind);
    throw isFixable ? new DataProblem(`The data set, ${name}, cannot be read: ${error.message}`) : error;
  }
}

type Compiled = Awaited<ReturnType<typeof compileQuery>>;
interface OpenedSource {
  compiled: Compiled;
  snapshot: Snapshot;
}

async function openQuery(
  { scope, task }: TaskRun,
  source: Exclude<Dataset, { kind: "LITERAL" | "SNAPSHOT" }>,
  version: string,
  snapshots: Snapshots,
): Promise<OpenedSource> {
  const relations: PinnedRelation[] = [];
  const resolve = relationsOf(scope, visibleInTask(task.context), {
    snapshots: snapshots.tables,
    pinned: relations,
  });
  const stated = source.kind === "TABLE" ? source.version_id : null;
  const at = stated ?? (version === "0" ? null : version);
  const query = queryOfSource(source);
  const compiled = await compileQuery(query, { resolve, ...(at === null ? {} : { version: at }) });
  return { compiled, snapshot: { context: task.context, query, version: at, relations } };
}

/** Opens an input of an earlier task, with the rows that both tasks may see. */
async function openSnapshot({ scope, task }: TaskRun, taskId: string, input: string): Promise<OpenedSource> {
  const earlier = await findSnapshot(scope, taskId, input);
  if (!earlier) throw new DataProblem(`The task ${taskId} has read no input "${input}".`);
  // A task of one project sees less than one of the whole workspace.
  const context = earlier.context.kind === "WORKSPACE" ? task.context : earlier.context;
  const snapshot = { ...earlier, context };
  const { query, names } = snapshotView(scope, snapshot, visibleInTask(task.context));
  return { compiled: await compileQuery(query, names), snapshot };
}

async function runQuery({ scope, signal }: TaskRun, query: Compiled): Promise<Omit<Rows, "name">> {
  const stream = await sqlEngine(scope).run(query, { compression: null, signal });
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  const table = tableFromIPC(Buffer.concat(chunks), { useDate: true });
  const columns = Object.fromEntries(
    table.schema.fields.map((field) => [
      field.name,
      table.getChild(field.name).toArray() as ArrayLike<unknown>,
    ]),
  );
  return { count: table.numRows, columns };
}
