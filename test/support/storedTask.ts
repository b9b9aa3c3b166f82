import type { TaskRecord } from "#shared/domain/tasks/task.ts";
import { isPending } from "#shared/domain/tasks/taskTransitions.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { changeTask, createTaskRecord } from "#shared/store/tasks.ts";
import { clearTaskMark } from "#shared/store/underWay.ts";

/** Stores a task unchanged. It has no execution, and the sweeper does not start one. */
export async function storeTask(scope: WorkspaceScope, task: TaskRecord): Promise<TaskRecord> {
  await createTaskRecord(scope, task);
  if (isPending(task)) await clearTaskMark(scope, task.id);
  return task;
}

/** Changes a stored task without starting an execution. */
export async function changeStoredTask(
  scope: WorkspaceScope,
  id: string,
  change: (task: TaskRecord) => TaskRecord,
): Promise<void> {
  if (isPending(await changeTask(scope, id, change))) await clearTaskMark(scope, id);
}
