import type { TaskRecord } from "#shared/domain/tasks/task.ts";
import { startExecution, taskExecution } from "#shared/runtime/executions.ts";
import { log } from "#shared/runtime/log.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";

/** Starts the execution of a task that is marked as running; if that fails, the sweeper starts it. */
export async function startTask(scope: WorkspaceScope, task: TaskRecord): Promise<void> {
  try {
    await startExecution(scope, taskExecution(scope, task.id, task.attempt));
  } catch (error) {
    log().warn("a task could not be started immediately; the sweeper will start it", {
      workspace_id: scope.id,
      task_id: task.id,
      error: error as Error,
    });
  }
}
