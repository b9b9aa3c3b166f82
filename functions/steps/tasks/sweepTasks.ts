import * as v from "valibot";
import type { TaskRecord } from "#shared/domain/tasks/task.ts";
import { isPending, restartTask } from "#shared/domain/tasks/taskTransitions.ts";
import { step, workspaceOfExecution } from "#shared/http/operations/step.ts";
import { executionStatus, taskExecution } from "#shared/runtime/executions.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { sweepEach } from "#shared/runtime/sweepEach.ts";
import { unlessFrozen } from "#shared/store/freezes.ts";
import { changeTask, findTask } from "#shared/store/tasks.ts";
import { clearTaskMark, tasksInProgress } from "#shared/store/underWay.ts";
import { settleTaskFailure } from "#shared/tasks/settleTaskFailure.ts";
import { startTask } from "#shared/tasks/startTask.ts";

/** Finds tasks with an execution that died or was never started, and restarts them as a new attempt. */
export const sweepTasks = step(
  {
    summary: "Restart tasks that stopped executing",
    location: "region",
    needs: ["table:write", "task:start"],
    input: v.object({}),
  },
  async ({ settings }) => {
    const restarted = await sweepEach(
      await tasksInProgress(settings),
      unlessFrozen(settings, "CHANGE", async ({ workspace_id, task_id }) => {
        const workspace = workspaceOfExecution(settings, workspace_id);
        const task = await findTask(workspace, task_id);
        if (task && isPending(task)) return restart(workspace, task);
        await clearTaskMark(workspace, task_id);
        return false;
      }),
    );
    return { restarted };
  },
);

async function restart(workspace: WorkspaceScope, task: TaskRecord): Promise<boolean> {
  const status = await executionStatus(workspace, taskExecution(workspace, task.id, task.attempt));
  if (status === "RUNNING") return false;
  if (status === null) {
    await startTask(workspace, task);
    return true;
  }
  if (restartTask(task) === null) {
    const sentence =
      "The task was started several times but never finished. Recover it to resume from its last checkpoint.";
    await settleTaskFailure(workspace, task.id, task.attempt, "INTERNAL", [sentence]);
    return false;
  }
  const next = await changeTask(workspace, task.id, (current) =>
    current.attempt === task.attempt && isPending(current) ? (restartTask(current) ?? current) : current,
  );
  await startTask(workspace, next);
  return true;
}
