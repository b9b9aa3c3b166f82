import { designSpace } from "@pdp/science/designs";
import { createMatrix } from "@pdp/science/linearAlgebra";
import { fitSampler } from "@pdp/science/models";
import { residueIndices } from "@pdp/science/sequences";
import { expect, it } from "vitest";
import { controlRows } from "#shared/tasks/controlRows.ts";
import type { AssayPredictor } from "../../../shared/science/design/designScorer.ts";

const TEMPLATE = "MKTAYIAKQRQISFVK";

it("all controls are predicted in one call, in order, and each has the density of its length", async () => {
  const calls: number[] = [];
  const predictor: AssayPredictor = {
    assayId: "activity",
    scaleType: "ADDITIVE",
    predict: (sequences) => {
      calls.push(sequences.length);
      const mean = Float64Array.from(sequences, (sequence) => sequence.reduce((sum, own) => sum + own, 0));
      const sd = new Float64Array(sequences.length).fill(1);
      return { mean, sd, transformedMean: mean, transformedSd: sd };
    },
    samplePosterior: (sequences, count) => createMatrix(count, sequences.length),
    transform: (value) => value,
  };
  const space = designSpace({
    template: { kind: "MONOMER", assembly: { monomer: TEMPLATE }, sampler: { artifact_id: "1" } },
    requirements: null,
    discourage_mutations: null,
    min_mutations: 1,
    max_mutations: 4,
    alias: null,
    allow_start_mutation: true,
  });
  const { sampler } = await fitSampler({ reference: residueIndices(TEMPLATE) }, { threads: 1 });
  const shorter = TEMPLATE.replace("Q", "");
  const controls = ["MKTAYIAKQRQISFVW", shorter, "MKTWYIAKQRQISFVK", "MKTAYXXXXRQ"];
  const { rows, omitted } = controlRows(controls, {
    space,
    sampler,
    scorer: new Map([["activity", predictor]]),
    fits: (sequence) => !sequence.includes("X"),
  });
  expect(calls).toEqual([3]);
  expect(omitted).toBe(1);
  expect(rows.map(({ sequence, rank }) => [sequence, rank])).toEqual(
    controls.slice(0, 3).map((sequence, at) => [sequence, at + 1]),
  );
  for (const { sequence, predictions, log_likelihood } of rows) {
    const sum = residueIndices(sequence).reduce((total, own) => total + own, 0);
    expect(predictions.activity).toEqual({ mean: sum, sd: 1 });
    expect(Number.isFinite(log_likelihood)).toBe(true);
  }
  const ofFirst = sampler.logDensity(residueIndices(controls[0]!)) - sampler.logDensity(space.template);
  expect(rows[0]!.log_likelihood).toBeCloseTo(ofFirst, 12);
});
