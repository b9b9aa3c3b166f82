import { expect, it } from "vitest";
import type { TaskRecord } from "#shared/domain/tasks/task.ts";
import { NO_INPUTS } from "#shared/domain/tasks/taskInputs.ts";
import { taskProgress } from "#shared/domain/tasks/taskProgress.ts";
import {
  cancelTask,
  createTask,
  markExecuting,
  markProgress,
  recoverTask,
  restartTask,
} from "#shared/domain/tasks/taskTransitions.ts";
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

it("a dead task is restarted four times, each under a new attempt", () => {
  expect(restartUntilGivenUp(task()).map(({ attempt }) => attempt)).toEqual([2, 3, 4, 5]);
});

it("each recovery allows the same number of restarts", () => {
  let recovered = restartUntilGivenUp(task()).at(-1) ?? task();
  for (let time = 0; time < 5; time += 1) recovered = recoverTask(cancelTask(recovered, ACT), ACT);
  expect(restartUntilGivenUp(recovered)).toHaveLength(4);
});

it("a resumed task never shows less progress than before", () => {
  const begun = markExecuting(task(), NO_INPUTS, ACT.at);
  const steps = [
    { phase: "SAMPLER", step: 0, num_steps: 1 },
    { phase: "SCORER", step: 3, num_steps: 10 },
    // The resumed work repeats all of its stages.
    { phase: "SAMPLER", step: 0, num_steps: 1 },
    { phase: "SCORER", step: 0, num_steps: 10 },
    { phase: "SCORER", step: 4, num_steps: 10 },
    { phase: "REPORT" },
  ];
  let running = begun;
  const fractions = steps.map((details) => {
    running = markProgress(running, details, ACT.at);
    return taskProgress(running)?.fraction;
  });
  expect(fractions).toEqual([0.05, 0.375, 0.375, 0.375, 0.45, 0.9]);
  const recovered = recoverTask(cancelTask(running, ACT), ACT);
  expect(taskProgress(markProgress(recovered, steps[0] ?? {}, ACT.at))?.fraction).toBe(0.05);
});
