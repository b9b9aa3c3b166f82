import { beforeAll, describe, expect, it } from "vitest";
import { createRandom } from "#shared/basics/statistics/random.ts";
import type { AssayEvaluation } from "#shared/science/scorer/assayEvaluation.ts";
import { fitGp } from "#shared/science/scorer/gpModel.ts";
import { fitAssay } from "#shared/science/scorer/hurdle.ts";
import { mutationRows } from "#shared/science/scorer/mutationRows.ts";
import { createScorer } from "#shared/science/scorer/scorer.ts";
import { decodeScorer, encodeScorer } from "#shared/science/scorer/scorerBytes.ts";
import type { ScorerModel } from "#shared/science/scorer/scorerModel.ts";
import { planScorer, trainingVariants } from "#shared/science/scorer/scorerPlan.ts";
import { activeChance, fitSurvival } from "#shared/science/scorer/survival.ts";
import { residueLetters } from "#shared/science/sequences/aminoAcids.ts";
import { FAMILIES } from "../../../../bench/panel/families.ts";
import { drawLibrary } from "../../../../bench/panel/library.ts";
import { DEAD_BELOW, deadLandscape, drawDead } from "../../../../bench/panel/mostlyDead.ts";
import { fitScorer } from "../../../../bench/support/fitScorer.ts";

const ROWS = 300;

function drawLandscape() {
  const random = createRandom("mostly dead 1");
  const landscape = deadLandscape(random.fork("landscape"));
  const { sequences, values } = drawDead(landscape, ROWS, random.fork("library"));
  const test = drawDead(landscape, 2_000, random.fork("test")).sequences;
  return { landscape, sequences, values, test };
}

function planOf(reference: Uint8Array, sequences: Uint8Array[], values: Float64Array) {
  return planScorer({
    reference: residueLetters(reference),
    sequences: sequences.map(residueLetters),
    assays: [{ assay_id: "activity", scale_type: "MULTIPLICATIVE" }],
    values: [values],
    sampler: null,
    seed: 1,
  });
}

describe("a scorer of a mostly dead landscape", () => {
  const { landscape, sequences, values, test } = drawLandscape();
  let model: ScorerModel;
  let evaluation: AssayEvaluation;

  beforeAll(async () => {
    const trained = await fitScorer(
      {
        reference: residueLetters(landscape.reference),
        sequences: sequences.map(residueLetters),
        assays: [{ assay_id: "activity", scale_type: "MULTIPLICATIVE" }],
        values: [values],
        sampler: null,
        seed: 1,
      },
      { kinds: ["fold", "final"] },
    );
    model = trained.model!;
    evaluation = trained.evaluations[0]!;
  });

  it("a scorer of a mostly dead landscape is usable, and uses a hurdle", () => {
    expect(evaluation.usable).toBe(true);
    expect(evaluation.learnability!.model).toMatch(
      /^the probability that a variant is active, and a Gaussian/,
    );
    expect(model.assays[0]!.hurdle).not.toBeNull();
  });

  it("a scorer with a hurdle finds active variants, with narrow intervals that contain their values", () => {
    const scorer = createScorer(model).get("activity")!;
    const { transformedMean, transformedSd } = scorer.predict(test);
    const first = [...test.keys()].sort((a, b) => transformedMean[b]! - transformedMean[a]!).slice(0, 20);
    const truth = first.map((at) => landscape.value(test[at]!));
    expect(truth.filter((value) => value > DEAD_BELOW)).toHaveLength(20);
    const bound = (at: number, side: number): number =>
      scorer.invert(transformedMean[at]! + side * 1.96 * transformedSd[at]!);
    const inside = first.filter(
      (at, index) => bound(at, -1) <= truth[index]! && truth[index]! <= bound(at, 1),
    );
    expect(inside.length).toBeGreaterThanOrEqual(18);
    // Without a hurdle, the bounds of most intervals are a hundredfold apart.
    const ratios = first.map((at) => bound(at, 1) / bound(at, -1)).sort((a, b) => a - b);
    expect(ratios[10]).toBeLessThan(10);
  });

  it("draws from a scorer with a hurdle match the predicted means and deviations, and identical sequences get identical draws", () => {
    const scorer = createScorer(model).get("activity")!;
    const asked = [test[0]!, test[1]!, test[0]!];
    const { transformedMean, transformedSd } = scorer.predict(asked);
    const { data } = scorer.samplePosterior(asked, 4_000, createRandom("draw"));
    for (const column of [0, 1, 2]) {
      const drawn = data.filter((_, at) => at % 3 === column);
      const mean = drawn.reduce((sum, value) => sum + value / drawn.length, 0);
      const square = drawn.reduce((sum, value) => sum + (value - mean) ** 2 / drawn.length, 0);
      expect(Math.abs(mean - transformedMean[column]!)).toBeLessThan(0.1 * transformedSd[column]!);
      expect(Math.sqrt(square) / transformedSd[column]!).toBeCloseTo(1, 1);
    }
    const differences = Float64Array.from({ length: 4_000 }, (_, row) =>
      Math.abs(data[3 * row]! - data[3 * row + 2]!),
    );
    expect(Math.max(...differences)).toBeLessThan(0.1 * transformedSd[0]!);
  });

  it("a scorer with a hurdle round-trips through its bytes, and is refused if a table has the wrong length", () => {
    const decoded = decodeScorer(encodeScorer(model));
    expect(decoded).toEqual(model);
    const [assay] = model.assays;
    const hurdle = { ...assay!.hurdle!, survival: assay!.hurdle!.survival.slice(1) };
    expect(() => decodeScorer(encodeScorer({ ...model, assays: [{ ...assay!, hurdle }] }))).toThrow(
      "its parts are inconsistent",
    );
  });
});

it("a hurdle is used if all dead variants have the same value", () => {
  const { landscape, sequences, values } = drawLandscape();
  const equal = values.map((value) => (value < DEAD_BELOW ? 0 : value));
  const plan = planOf(landscape.reference, sequences, equal);
  const [assay] = plan.assays;
  const variants = trainingVariants(plan, assay!);
  const { hurdle } = fitAssay(plan.context, variants, assay!.deadBelow, createRandom("fit"), {});
  expect(hurdle!.dead.variance).toBeGreaterThan(0);
});

it("cross-validation rejects a hurdle if values are predictable on both sides of the limit", () => {
  const random = createRandom("no hurdle");
  const landscape = FAMILIES.independent(random.fork("landscape"));
  const { training } = drawLibrary(landscape, "multiple", { rows: 96, noise: 0.05 }, random.fork("library"));
  const plan = planOf(landscape.reference, training.sequences, Float64Array.from(training.values));
  const variants = trainingVariants(plan, plan.assays[0]!);
  const median = variants.targets.slice().sort()[48]!;
  const fitted = fitAssay(plan.context, variants, median, createRandom("fit"), {});
  expect(fitted).toEqual({ gp: fitGp(plan.context, variants, createRandom("fit")), hurdle: null });
});

it("predicted probabilities of being active agree with the fraction of variants that are active", () => {
  const { landscape, sequences, values, test } = drawLandscape();
  const { reference } = landscape;
  const isActive = Array.from(values, (value) => value > DEAD_BELOW);
  const { survival, heldOut } = fitSurvival(
    { rows: mutationRows(sequences, reference), isActive },
    reference.length,
  );
  const rows = mutationRows(test, reference);
  const drawn = test.map((sequence, row) => ({
    chance: activeChance(survival, rows, row),
    isActive: landscape.value(sequence) > DEAD_BELOW,
  }));
  const mean = (chosen: number[]): number => chosen.reduce((sum, value) => sum + value / chosen.length, 0);
  for (const [low, high] of [
    [0, 0.1],
    [0.1, 0.5],
    [0.5, 1],
  ] as const) {
    const group = drawn.filter(({ chance }) => chance >= low && chance < high);
    const active = mean(group.map((one) => Number(one.isActive)));
    expect(Math.abs(mean(group.map(({ chance }) => chance)) - active)).toBeLessThan(0.1);
  }
  const ofActive = mean([...heldOut].filter((_, row) => isActive[row]));
  const ofDead = mean([...heldOut].filter((_, row) => !isActive[row]));
  expect(ofActive - ofDead).toBeGreaterThan(0.2);
  expect(activeChance(survival, mutationRows([reference], reference), 0)).toBeGreaterThan(0.99);
});
