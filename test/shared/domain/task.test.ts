import { expect, it } from "vitest";
import { cancelTask, createTask, recoverTask, restartTask, type TaskRecord } from "#shared/domain/task.ts";

const ACT = { by: "user_1", at: "2026-03-01T00:00:00.000Z" };

function task(): TaskRecord {
  const fields = {
    type: "train/v2",
    context: { kind: "WORKSPACE" },
    display_name: null,
    description: null,
    idempotency_key: null,
    parameters: {},
  } as const;
  return createTask("17", fields, ACT);
}

function restartedUntilGivenUp(begun: TaskRecord): TaskRecord[] {
  const restarted: TaskRecord[] = [];
  for (let next = restartTask(begun); next !== null; next = restartTask(next)) restarted.push(next);
  return restarted;
}

it("starts a task whose execution died four times again, each time under a new attempt", () => {
  expect(restartedUntilGivenUp(task()).map(({ attempt }) => attempt)).toEqual([2, 3, 4, 5]);
});

it("starts it as often after each recovery, however often it was cancelled and recovered", () => {
  let recovered = restartedUntilGivenUp(task()).at(-1) ?? task();
  for (let time = 0; time < 5; time += 1) recovered = recoverTask(cancelTask(recovered, ACT), ACT);
  expect(restartedUntilGivenUp(recovered)).toHaveLength(4);
});
