import { expect, it } from "vitest";
import {
  cancelTask,
  createTask,
  recoverTask,
  restartTask,
  type TaskRecord,
} from "#shared/domain/tasks/task.ts";
import { emptyTask } from "#test/support/emptyTask.ts";

const ACT = { by: "user_1", at: "2026-03-01T00:00:00.000Z" };

function task(): TaskRecord {
  return createTask("17", emptyTask("train/v2"), ACT);
}

function restartUntilGivenUp(begun: TaskRecord): TaskRecord[] {
  const restarted: TaskRecord[] = [];
  for (let next = restartTask(begun); next !== null; next = restartTask(next)) restarted.push(next);
  return restarted;
}

it("a task whose execution died is started again four times, each time under a new attempt", () => {
  expect(restartUntilGivenUp(task()).map(({ attempt }) => attempt)).toEqual([2, 3, 4, 5]);
});

it("a task whose execution died is started again as often after each recovery, however many there were", () => {
  let recovered = restartUntilGivenUp(task()).at(-1) ?? task();
  for (let time = 0; time < 5; time += 1) recovered = recoverTask(cancelTask(recovered, ACT), ACT);
  expect(restartUntilGivenUp(recovered)).toHaveLength(4);
});
