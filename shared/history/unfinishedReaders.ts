import type { LoadRecord } from "#shared/domain/loads/load.ts";
import { artifactsOf } from "#shared/domain/tasks/artifactsOf.ts";
import type { TaskRecord } from "#shared/domain/tasks/task.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { unfinishedTasks } from "#shared/store/tasks.ts";
import { inputsThatRead } from "./tasksThatRead.ts";

/** Returns the id of an unfinished task that reads rows of a load; null if there is none. */
export async function readerOfLoad(scope: WorkspaceScope, load: LoadRecord): Promise<string | null> {
  const tables = new Set(Object.values(load.tables).flatMap(({ table_id }) => table_id ?? []));
  for (const task of await unfinishedTasks(scope)) {
    if ((await inputsThatRead(scope, task, load, tables)).length > 0) return task.id;
  }
  return null;
}

/** Returns the id of an unfinished task that uses the results of a task; null if there is none. */
export async function readerOfTask(
  scope: WorkspaceScope,
  task: TaskRecord,
  load: LoadRecord | null,
): Promise<string | null> {
  const artifacts = new Set(artifactsOf(task.result));
  const unfinished = await unfinishedTasks(scope);
  const user = unfinished.find(({ parameters }) => artifactsOf(parameters).some((id) => artifacts.has(id)));
  return user?.id ?? (load && (await readerOfLoad(scope, load)));
}
