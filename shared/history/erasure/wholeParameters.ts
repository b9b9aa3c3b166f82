import type { TaskRecord } from "#shared/domain/tasks/task.ts";
import { taskParametersKey } from "#shared/objects/keys.ts";
import { jsonIfPresent } from "#shared/objects/objects.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";

/** Returns the parameters of a task with all literal rows, or as recorded if the rows are gone. */
export async function wholeParameters(scope: WorkspaceScope, task: TaskRecord): Promise<unknown> {
  if (!task.parameters_cut) return task.parameters;
  return (await jsonIfPresent<unknown>(scope, taskParametersKey(scope.id, task.id))) ?? task.parameters;
}
