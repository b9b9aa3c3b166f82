import { describe, expect, it } from "vitest";
import { taskProgress } from "#shared/domain/tasks/taskProgress.ts";

type Given = Parameters<typeof taskProgress>[0];

/** Returns the progress fractions of a task of one type, for the given details in order. */
function fractions(type: Given["type"], details: Given["status_details"][]): (number | undefined)[] {
  const running = details.map((status_details) => taskProgress({ type, state: "EXECUTING", status_details }));
  const done = taskProgress({ type, state: "COMPLETED", status_details: null });
  return [...running, done].map((progress) => progress?.fraction);
}

describe("the progress of a task", () => {
  it("progress increases from phase to phase and ends at 1, for any task type", () => {
    const training = fractions("train/v2", [
      null,
      { phase: "SAMPLER", step: 0, num_steps: 1 },
      { phase: "SCORER", step: 0, num_steps: 4 },
      { phase: "SCORER", step: 3, num_steps: 4 },
      { phase: "REPORT", step: 4, num_steps: 4 },
    ]);
    const designing = fractions("engineer/v2", [{ step: 0 }, { step: 3 }, { step: 15 }, { step: 16 }]);
    const predicting = fractions("predict/v1", [
      null,
      { phase: "PREDICTION", step: 0, num_steps: 4 },
      { phase: "PREDICTION", step: 3, num_steps: 4 },
      { phase: "REPORT" },
    ]);
    for (const rising of [training, designing, predicting, fractions("analyze.data/v2", [null])]) {
      expect(rising.toSorted((a = 0, b = 0) => a - b)).toEqual(rising);
      expect(rising.at(-1)).toBe(1);
    }
    expect(training).toEqual([0, 0.05, 0.15, 0.713, 0.9, 1]);
  });

  it("progress is null before the start, and after a task has failed or been cancelled", () => {
    for (const state of ["FAILED", "CANCELLED"] as const) {
      expect(taskProgress({ type: "train/v2", state, status_details: null })).toBeNull();
    }
    expect(taskProgress({ type: "diversify/v2", state: "INIT", status_details: null })).toEqual({
      fraction: 0,
      phase: "QUEUED",
      step: null,
      num_steps: null,
    });
  });
});
