import type { TaskRecord } from "#shared/domain/tasks/task.ts";
import { taskParametersKey } from "#shared/lake/keys.ts";
import { getBytes } from "#shared/lake/objects.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";

/** Returns the parameters of a task with all rows that they list; as recorded where the rows are gone. */
export async function withWholeParameters(scope: WorkspaceScope, task: TaskRecord): Promise<unknown> {
  if (!task.parameters_cut) return task.parameters;
  const stored = await getBytes(scope, taskParametersKey(scope.id, task.id));
  return stored ? JSON.parse(Buffer.from(stored).toString("utf8")) : task.parameters;
}
