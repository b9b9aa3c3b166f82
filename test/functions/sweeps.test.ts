import { beforeAll, expect, it } from "vitest";
import { sweepErasures } from "#functions/steps/maintenance/sweepErasures.ts";
import { sweepQueries } from "#functions/steps/queries/sweepQueries.ts";
import { sweepTasks } from "#functions/steps/tasks/sweepTasks.ts";
import { createTask } from "#shared/domain/tasks/taskTransitions.ts";
import { now } from "#shared/runtime/ids.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { workspaceDatabase } from "#shared/store/dynamodb/database.ts";
import { transact } from "#shared/store/dynamodb/items.ts";
import type { Key } from "#shared/store/dynamodb/keyParts.ts";
import { erasureUnderWayKey, queryUnderWayKey, taskUnderWayKey } from "#shared/store/dynamodb/keys.ts";
import { createTaskRecord } from "#shared/store/tasks.ts";
import { queriesInProgress, tasksInProgress } from "#shared/store/underWay.ts";
import { emptyTask } from "../support/emptyTask.ts";
import { newLab } from "../support/lab.ts";
import { withOwnTable } from "../support/ownTable.ts";
import { labScope } from "../support/taskLab.ts";

let scope: WorkspaceScope;

beforeAll(async () => {
  // No state machine is listening there: the status of an execution cannot be read.
  scope = await withOwnTable(await labScope(await newLab()));
});

function mark(key: Key, item: object): Promise<void> {
  return transact(workspaceDatabase(scope), [
    { kind: "put", key, item: { workspace_id: scope.id, ...item } },
  ]);
}

it("a task with an execution that cannot be looked up does not stop a sweep", async () => {
  const [first, second] = ["1000000000000001", "1000000000000002"];
  await createTaskRecord(scope, createTask(first, emptyTask("analyze.data/v2"), { by: "user_1", at: now() }));
  await mark(taskUnderWayKey(scope.id, second), { task_id: second });
  await expect(sweepTasks.run({}, scope.settings)).rejects.toThrow("failed for 1 of 2 marks");
  expect(await tasksInProgress(scope.settings)).toMatchObject([{ task_id: first }]);
});

it("an erasure and a query that fail do not stop their sweeps", async () => {
  for (const id of ["1000000000000003", "1000000000000004"]) {
    await mark(erasureUnderWayKey(scope.id, id), { erasure_id: id });
  }
  await expect(sweepErasures.run({}, scope.settings)).rejects.toThrow("failed for 2 of 2 marks");
  // A mark without an ID can only result from a fault; another query has been removed.
  await mark(queryUnderWayKey(scope.id, "1000000000000005"), {});
  await mark(queryUnderWayKey(scope.id, "1000000000000006"), { query_id: "1000000000000006" });
  await expect(sweepQueries.run({}, scope.settings)).rejects.toThrow("failed for 1 of 2 marks");
  expect(await queriesInProgress(scope.settings)).toHaveLength(1);
});
