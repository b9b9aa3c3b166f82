import { createRandom } from "@pdp/basics/statistics";
import { expect, it } from "vitest";
import type { TaskRun } from "#shared/tasks/taskRun.ts";
import { evaluateScorer } from "#shared/tasks/training/evaluateScorer.ts";
import { mutants, REFERENCE } from "../science/scorer/mutants.ts";

/** Evaluates with stored stages, which are kept as in task storage. */
function runWith(stages: Map<string, unknown>): TaskRun {
  const stage = async (name: string, compute: () => unknown) => {
    if (!stages.has(name)) stages.set(name, await compute());
    return stages.get(name);
  };
  return { seed: "1", stage } as unknown as TaskRun;
}

it("stages of an assay are never read for a different assay", async () => {
  const sequences = mutants(createRandom("stages"), 14, 2);
  const rising = Float64Array.from(sequences, (_, row) => row);
  const few = rising.map((value) => (value < 5 ? value : Number.NaN));
  const evaluate = async (stages: Map<string, unknown>, first: Float64Array) => {
    const input = {
      data: { sequences, values: [first, rising.map((value) => 100 - value)], batches: null },
      assays: ["first", "second"].map((assay_id) => ({ assay_id, scale_type: "ADDITIVE" as const })),
      objective: null,
      reference: REFERENCE,
      sampler: null,
      folds: 2,
      wantsModel: false,
    };
    const { evaluations } = await evaluateScorer(runWith(stages), input as never, { showsProgress: false });
    return evaluations;
  };
  // One release's rules do not fit a model for the first assay; the other release's rules do.
  const stages = new Map<string, unknown>();
  await evaluate(stages, few);
  stages.delete("trained");
  const resumed = await evaluate(stages, rising);
  expect(resumed).toEqual(await evaluate(new Map(), rising));
});
