import { identifier, tableName } from "@pdp/basics/columns";
import { notFound } from "@pdp/basics/errors";
import type { TaskResultSource } from "#shared/domain/tasks/dataSources.ts";
import { taskReference } from "#shared/domain/tasks/taskReference.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { findTable, type TableRecord } from "#shared/store/tables.ts";
import { findTask } from "#shared/store/tasks.ts";

const DEFAULT_TABLE = "designs";
const REFERENCE = /^tasks\.task_(\d+)\.(\w+)$/i;

/** Returns the ids of the tasks with results in a source. */
export function tasksOfSource({ task_id: given }: TaskResultSource): string[] {
  return [given].flat();
}

/** Returns the query that reads all rows of a source. Throws 404 for a table that was not created by any of its tasks. */
export async function resultRowsQuery(scope: WorkspaceScope, source: TaskResultSource): Promise<string> {
  const tables: TableRecord[] = [];
  for (const taskId of tasksOfSource(source)) tables.push(await resultTable(scope, source, taskId));
  const [only] = tables;
  if (tables.length === 1 && only) return `SELECT * FROM ${tableName(only.reference)}`;
  const names = new Map(
    tables.flatMap(({ columns }) => columns.map(({ name }) => [name.toLowerCase(), name])),
  );
  return tables
    .map((table) => `SELECT ${columnList(table, names)} FROM ${tableName(table.reference)}`)
    .join(" UNION ALL ");
}

/** Lists all columns in a consistent order, with NULL for those missing in a table. */
function columnList({ columns }: TableRecord, names: ReadonlyMap<string, string>): string {
  const lowerNames = new Set(columns.map(({ name }) => name.toLowerCase()));
  return [...names]
    .map(([key, name]) => (lowerNames.has(key) ? identifier(name) : `NULL AS ${identifier(name)}`))
    .join(", ");
}

async function resultTable(
  scope: WorkspaceScope,
  { table, name, task_id: given }: TaskResultSource,
  taskId: string,
): Promise<TableRecord> {
  const wanted = table ?? name ?? DEFAULT_TABLE;
  const [, ownerId, ownName] = REFERENCE.exec(wanted) ?? [];
  const isOfTasks = ownerId === undefined || [given].flat().includes(ownerId);
  const reference = taskReference(taskId, ownName ?? wanted);
  const record = isOfTasks ? await findTable(scope, reference) : null;
  if (record) return record;
  const byField = isOfTasks ? await findTable(scope, await referenceOfField(scope, taskId, wanted)) : null;
  if (byField) return byField;
  throw notFound("table", `"${(isOfTasks ? reference : wanted).slice(0, 128)}"`);
}

/** Returns the table named in a field of a task's result; otherwise a reference that no table has. */
async function referenceOfField(scope: WorkspaceScope, taskId: string, field: string): Promise<string> {
  const task = await findTask(scope, taskId);
  const value = Object.entries(task?.result ?? {}).find(([name]) => name === field)?.[1];
  const { table } = (value ?? {}) as { table?: unknown };
  return typeof table === "string" ? table : taskReference(taskId, "");
}
