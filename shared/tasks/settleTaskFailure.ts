import type { FailureKind } from "#shared/domain/tasks/task.ts";
import { isPending, markFailed } from "#shared/domain/tasks/taskTransitions.ts";
import { now } from "#shared/runtime/ids.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { changeTask } from "#shared/store/tasks.ts";

/** Marks a task as failed; has no effect if the execution is stale or already done. */
export async function settleTaskFailure(
  scope: WorkspaceScope,
  taskId: string,
  attempt: number,
  kind: FailureKind,
  errors: readonly string[],
): Promise<void> {
  await changeTask(scope, taskId, (task) =>
    task.attempt === attempt && isPending(task) ? markFailed(task, kind, [...errors], now()) : task,
  );
}
