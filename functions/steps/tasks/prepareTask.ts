import { DataProblem } from "@pdp/basics/errors";
import { isPending, markExecuting } from "#shared/domain/tasks/taskTransitions.ts";
import { step, TaskExecution, workspaceOfExecution } from "#shared/http/operations/step.ts";
import { now } from "#shared/runtime/ids.ts";
import { snapshotWrites } from "#shared/store/snapshots.ts";
import { changeTask, getTask } from "#shared/store/tasks.ts";
import { getHead } from "#shared/store/versions.ts";
import { inputsOf, pin } from "#shared/tasks/pinData.ts";
import { programOf } from "#shared/tasks/programs.ts";
import { settleTaskFailure } from "#shared/tasks/settleTaskFailure.ts";
import { withParameters } from "#shared/tasks/sources/storedParameters.ts";
import { StaleTask, TaskRun } from "#shared/tasks/taskRun.ts";

/** Pins the versions of a task's data, checks the data against the task parameters, and releases the task for execution. */
export const prepareTask = step(
  {
    summary: "Pin and check a task's data",
    location: "region",
    needs: ["table:write", "lake:write", "sql", "duckdb"],
    compute: "task",
    input: TaskExecution,
  },
  async ({ input, settings, signal }) => {
    const workspace = workspaceOfExecution(settings, input.workspace_id);
    const stored = await getTask(workspace, input.task_id);
    if (stored.attempt !== input.attempt || !isPending(stored)) return { done: true };
    const task = await withParameters(workspace, stored);
    const run = new TaskRun(workspace, { ...task, state: "EXECUTING" }, signal);
    try {
      const pinned = await pin(run, async (read) =>
        programOf(task.type).prepare(run, (await getHead(workspace)).version_id, read),
      );
      const inputs = inputsOf(task, pinned);
      await changeTask(
        workspace,
        task.id,
        (current) => {
          if (current.attempt !== input.attempt || !isPending(current)) throw new StaleTask();
          return markExecuting(current, inputs, now());
        },
        () => snapshotWrites(workspace, task.id, pinned.ids ?? {}),
      );
      return { done: false };
    } catch (error) {
      if (error instanceof StaleTask) return { done: true };
      if (!(error instanceof DataProblem)) throw error;
      await settleTaskFailure(workspace, task.id, input.attempt, "USER", error.sentences);
      return { done: true };
    }
  },
);
