import type { TaskRecord } from "#shared/domain/tasks/task.ts";
import { startMarkedWork, taskExecution } from "#shared/runtime/executions.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";

/** Starts the execution of a task that is marked as running; if that fails, the sweeper starts it. */
export async function startTask(scope: WorkspaceScope, task: TaskRecord): Promise<void> {
  await startMarkedWork(scope, "a task", taskExecution(scope, task.id, task.attempt));
}
