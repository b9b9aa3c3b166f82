import { beforeAll, describe, expect, it } from "vitest";
import { steps } from "#functions/steps.ts";
import type { LoadRecord } from "#shared/domain/loads/load.ts";
import { createLoad } from "#shared/domain/loads/loadTransitions.ts";
import { createTask } from "#shared/domain/tasks/taskTransitions.ts";
import { newId, now } from "#shared/runtime/ids.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { workspaceDatabase } from "#shared/store/dynamodb/database.ts";
import { transact } from "#shared/store/dynamodb/items.ts";
import { findLoad, newLoadWrites } from "#shared/store/loads.ts";
import { findTask } from "#shared/store/tasks.ts";
import { emptyTask } from "../support/emptyTask.ts";
import { newLab } from "../support/lab.ts";
import { withOwnTable } from "../support/ownTable.ts";
import { storeTask } from "../support/storedTask.ts";
import { labScope } from "../support/taskLab.ts";

const ACT = { by: "user_1", at: now() };
/** Error names of a function that exceeded its memory or time limit, on the embedded platform and on AWS. */
const EXCEEDED = [
  ...["Worker.OutOfMemory", "Worker.TimedOut"],
  ...["Runtime.ExitError", "Runtime.OutOfMemory", "Sandbox.Timedout", "States.Timeout"],
];

let scope: WorkspaceScope;

beforeAll(async () => {
  scope = await withOwnTable(await labScope(await newLab()));
});

/** Marks a load that was running this action as failed with this error. */
async function failLoad(action: NonNullable<LoadRecord["action"]>, error: string) {
  const load = createLoad(newId(), { kind: "WORKSPACE" }, {}, ACT);
  const underWay = { ...load, state: "LOADING" as const, action, attempt: 1 };
  await transact(workspaceDatabase(scope), newLoadWrites(scope, underWay));
  const failure = { Error: error, Cause: "what only the log is told" };
  const payload = { workspace_id: scope.id, load_id: load.id, attempt: 1, failure };
  await steps.failLoad.run(payload, scope.settings);
  return await findLoad(scope, load.id);
}

async function failTask(error: string) {
  const task = createTask(newId(), emptyTask("train/v2"), ACT);
  await storeTask(scope, { ...task, state: "EXECUTING" });
  const failure = { Error: error, Cause: "what only the log is told" };
  const payload = { workspace_id: scope.id, task_id: task.id, attempt: task.attempt, failure };
  await steps.failTask.run(payload, scope.settings);
  return await findTask(scope, task.id);
}

describe("a load with a failed execution", () => {
  it.each(EXCEEDED)(
    "an execution that ends with %s reports that a file exceeds its resources and what to do",
    async (error) => {
      expect(await failLoad("INGEST", error)).toMatchObject({
        state: "FAILED",
        errors: [
          "Reading a file in this load requires more memory or time than allowed. Split the file or save it as CSV. No table was changed.",
        ],
      });
    },
  );

  it.each([
    ["INGEST", "TypeError"],
    ["INGEST", "Worker.Ended"],
    ["UNDO", "Sandbox.Timedout"],
  ] as const)(
    "a load that fails during %s with %s states a log reference and reveals no internals",
    async (action, error) => {
      const load = await failLoad(action, error);
      expect(load?.errors).toEqual([
        `An internal error occurred (log reference load-${load?.id}-1). No table was changed. Please try again.`,
      ]);
    },
  );
});

describe("a task with a failed execution", () => {
  it.each(EXCEEDED)("a task that ends with %s is a user error and says what to do", async (error) => {
    expect(await failTask(error)).toMatchObject({
      state: "FAILED",
      failure: "USER",
      errors: [
        "The task exceeded the maximum memory or time. Create it with fewer rows, shorter sequences or fewer candidate variants.",
      ],
    });
  });

  it("a task that ends for any other reason is an internal error", async () => {
    const task = await failTask("TypeError");
    expect(task).toMatchObject({ state: "FAILED", failure: "INTERNAL" });
    expect(task?.errors).toEqual([expect.stringContaining(`log reference task-${task?.id}-1`)]);
  });
});
