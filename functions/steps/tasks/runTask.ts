import { DataProblem } from "@pdp/basics/errors";
import { recordComputing } from "#shared/history/recordComputing.ts";
import { step, TaskExecution, workspaceOfExecution } from "#shared/http/operations/step.ts";
import { getTask } from "#shared/store/tasks.ts";
import { completeTask } from "#shared/tasks/completeTask.ts";
import { programOf } from "#shared/tasks/programs.ts";
import { settleTaskFailure } from "#shared/tasks/settleTaskFailure.ts";
import { withParameters } from "#shared/tasks/sources/storedParameters.ts";
import { SliceEnded, StaleTask, TaskRun } from "#shared/tasks/taskRun.ts";

/** Computes one slice of a task, starting from its last checkpoint; the last slice publishes the results. */
export const runTask = step(
  {
    summary: "Compute a slice of a task",
    location: "region",
    needs: ["table:write", "lake:write", "duckdb"],
    compute: "task",
    input: TaskExecution,
  },
  async ({ input, settings, signal }) => {
    const workspace = workspaceOfExecution(settings, input.workspace_id);
    const stored = await getTask(workspace, input.task_id);
    if (stored.attempt !== input.attempt || stored.state !== "EXECUTING") return { done: true };
    const task = await withParameters(workspace, stored);
    const run = new TaskRun(workspace, task, signal);
    const start = Date.now();
    try {
      await completeTask(run, await programOf(task.type).run(run));
      return { done: true };
    } catch (error) {
      if (error instanceof SliceEnded) return { done: false };
      if (error instanceof StaleTask) return { done: true };
      if (!(error instanceof DataProblem)) throw error;
      await settleTaskFailure(workspace, task.id, input.attempt, "USER", error.sentences);
      return { done: true };
    } finally {
      const { id, created_by } = task;
      const use = { task_seconds: (Date.now() - start) / 1000 };
      await recordComputing(workspace, { kind: "task:run", id, created_by }, use);
    }
  },
);
