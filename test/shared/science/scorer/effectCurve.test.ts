import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { quantile } from "#shared/basics/statistics/quantiles.ts";
import { createRandom } from "#shared/basics/statistics/random.ts";
import { fitCorrections } from "#shared/science/scorer/corrections.ts";
import {
  effectCorrection,
  effectExcess,
  effectKnots,
  effectThresholds,
  fitEffectSlopes,
} from "#shared/science/scorer/effectCurve.ts";
import type { MutationRows } from "#shared/science/scorer/mutationRows.ts";
import { createScorer } from "#shared/science/scorer/scorer.ts";
import type { EndShrinkage } from "#shared/science/scorer/selectionShrinkage.ts";
import { fitScorer } from "../../../../bench/support/fitScorer.ts";
import { mutants, REFERENCE } from "./mutants.ts";

const UNTOUCHED: EndShrinkage = { from: 0, slope: 1, topFrom: 0, topFactor: 1 };

const random = createRandom("effects");
const MUTATIONS = 300;
const ROWS = 800;
/** Predicted effects of the mutations, most of them harmful. */
const effects = Float64Array.from({ length: MUTATIONS }, () => random.normal() - 1);
const rows = rowsOf(
  Array.from({ length: ROWS }, () =>
    Array.from({ length: 1 + random.integer(5) }, () => random.integer(MUTATIONS)),
  ),
);
const knots = effectKnots(effects);
const excess = effectExcess(rows, effects, knots);
const use = new Uint8Array(ROWS).fill(1);
const usual = effectThresholds(excess, knots.length, use);

/** Out-of-fold errors if the true effect of a mutation can be derived from the predicted effect. */
function errorsWhere(truth: (effect: number) => number): Float64Array {
  return Float64Array.from({ length: ROWS }, (_, row) => {
    let error = 0.3 * random.normal();
    for (const mutation of rows.mutations.subarray(rows.starts[row], rows.starts[row + 1])) {
      error += truth(effects[mutation]!) - effects[mutation]!;
    }
    return error;
  });
}

/** Returns the predicted effects of single mutations after the correction. */
function corrected(
  slopes: Float64Array,
  predicted: readonly number[],
  thresholds = new Float64Array(slopes.length),
): number[] {
  const each = rowsOf(predicted.map((_, at) => [at]));
  const beyond = effectExcess(each, Float64Array.from(predicted), knots);
  return predicted.map((effect, row) => effect + effectCorrection(beyond, { slopes, thresholds }, row));
}

function rowsOf(lists: readonly (readonly number[])[]): MutationRows {
  const starts = new Uint32Array(lists.length + 1);
  for (const [row, list] of lists.entries()) starts[row + 1] = starts[row]! + list.length;
  return {
    sites: new Uint32Array(MUTATIONS),
    residues: new Uint8Array(MUTATIONS),
    starts,
    mutations: Uint32Array.from(lists.flat()),
  };
}

describe("the correction of mutation effects", () => {
  it("overestimated good effects are reduced, and others are unchanged", () => {
    const slopes = fitEffectSlopes(
      excess,
      errorsWhere((effect) => Math.min(effect, -0.5)),
      use,
    );
    const [harmful, usual, good] = corrected(slopes, [-2.5, -1, 0.8]);
    expect(harmful).toBeCloseTo(-2.5, 1);
    expect(usual).toBeCloseTo(-1, 1);
    expect(good).toBeGreaterThan(-0.6);
    expect(good).toBeLessThan(-0.3);
  });

  it("overestimated low effects are reduced if low values are the rare good values", () => {
    const slopes = fitEffectSlopes(
      excess,
      errorsWhere((effect) => Math.max(effect, -1.5)),
      use,
    );
    const [low, good] = corrected(slopes, [-2.5, 0.5]);
    expect(Math.abs(low! + 1.5)).toBeLessThan(0.25);
    expect(good).toBeCloseTo(0.5, 1);
  });

  it("correct predictions barely change, and no effect increases", () => {
    const right = fitEffectSlopes(
      excess,
      errorsWhere((effect) => effect),
      use,
    );
    const weak = fitEffectSlopes(
      excess,
      errorsWhere((effect) => 1.5 * effect),
      use,
    );
    for (const effect of [-3, -1, 0, 1]) {
      expect(Math.abs(corrected(right, [effect])[0]! - effect)).toBeLessThan(0.15);
    }
    expect(corrected(weak, [1.5])[0]).toBeLessThanOrEqual(1.5);
    expect(corrected(weak, [-3.5])[0]).toBeGreaterThanOrEqual(-3.5);
  });

  it.each([
    ["high", Float64Array.of(-0.3, 0, 0, 0, 0, 0), 1],
    ["low", Float64Array.of(0, 0, 0, -0.3, 0, 0), -1],
  ])("variants with %s effects that add up to a usual value stay unchanged", (_end, slopes, sign) => {
    let [left, lowered] = [0, 0];
    for (let row = 0; row < ROWS; row += 1) {
      const sums = excess.subarray(row * knots.length, (row + 1) * knots.length);
      const change = sign * effectCorrection(excess, { slopes, thresholds: usual }, row);
      if (slopes.every((slope, knot) => slope === 0 || Math.abs(sums[knot]!) <= usual[knot]!)) {
        left += 1;
        expect(change).toBeCloseTo(0, 12);
        continue;
      }
      lowered += 1;
      const beyond = slopes.reduce(
        (sum, slope, knot) => sum + slope * Math.max(0, Math.abs(sums[knot]!) - usual[knot]!),
        0,
      );
      expect(change).toBeLessThan(0);
      expect(change).toBeCloseTo(beyond, 12);
    }
    expect(left).toBeGreaterThan(0.94 * ROWS);
    expect(lowered).toBeGreaterThan(0.04 * ROWS);
  });

  it("the innermost knot at each end comes from the counted variants", () => {
    const sumsAt = (knot: number): number[] =>
      Array.from({ length: ROWS }, (_, row) => Math.abs(excess[row * knots.length + knot]!));
    for (const [knot, threshold] of usual.entries()) {
      if (knot !== 0 && knot !== 3) {
        expect(threshold).toBe(0);
        continue;
      }
      const within = sumsAt(knot).filter((sum) => sum <= threshold).length / ROWS;
      expect(within).toBeGreaterThan(0.94);
      expect(within).toBeLessThan(0.96);
    }
    const few = Uint8Array.from(use, (_, row) => (row < 100 ? 1 : 0));
    const others = excess.map((sum, at) => (at < 100 * knots.length ? sum : 50));
    expect(effectThresholds(others, knots.length, few)).toEqual(
      effectThresholds(excess.slice(0, 100 * knots.length), knots.length, few.slice(0, 100)),
    );
    expect(effectThresholds(excess, knots.length, new Uint8Array(ROWS))).toEqual(
      new Float64Array(knots.length),
    );
    expect(effectThresholds(new Float64Array(0), 0, use)).toEqual(new Float64Array(0));
  });

  it("each effect beyond the other knots is reduced", () => {
    const slopes = Float64Array.of(0, -0.3, -0.1, 0, 0, 0);
    const fromKnots = { slopes, thresholds: new Float64Array(knots.length) };
    for (let row = 0; row < ROWS; row += 1) {
      expect(effectCorrection(excess, { slopes, thresholds: usual }, row)).toBe(
        effectCorrection(excess, fromKnots, row),
      );
    }
  });

  it("the order of effects is kept whatever the errors", () => {
    fc.assert(
      fc.property(
        fc.float64Array({ minLength: ROWS, maxLength: ROWS, min: -10, max: 10, noNaN: true }),
        (errors) => {
          const slopes = fitEffectSlopes(excess, errors, use);
          for (const thresholds of [new Float64Array(knots.length), Float64Array.from(usual)]) {
            const after = corrected(slopes, [-9, -4, -2, -1.2, -1, -0.8, 0, 1, 3, 7], thresholds);
            for (const [at, effect] of after.entries()) {
              if (at > 0) expect(effect).toBeGreaterThanOrEqual(after[at - 1]! - 1e-9);
            }
          }
        },
      ),
      { numRuns: 30 },
    );
  });

  it("ignored rows have no influence, and without rows or mutations there is no correction", () => {
    const some = Uint8Array.from(use, (_, row) => (row < 400 ? 1 : 0));
    const errors = errorsWhere((effect) => Math.min(effect, -0.5));
    const other = errors.map((error, row) => (row < 400 ? error : 100 * error));
    expect(fitEffectSlopes(excess, other, some)).toEqual(fitEffectSlopes(excess, errors, some));
    expect(fitEffectSlopes(excess, errors, new Uint8Array(ROWS))).toEqual(new Float64Array(knots.length));
    expect(effectKnots(new Float64Array(0)).length).toBe(0);
    expect(fitEffectSlopes(new Float64Array(0), errors, use).length).toBe(0);
  });
});

it("only the part of a prediction beyond the thresholds is reduced", async () => {
  const sequences = mutants(createRandom("thresholds"), 60, 3);
  const { model } = await fitScorer(
    {
      reference: REFERENCE,
      sequences,
      assays: [{ assay_id: "additive", scale_type: "ADDITIVE" }],
      values: [
        Float64Array.from(sequences, (sequence) => sequence.split("K").length + 0.1 * random.normal()),
      ],
      sampler: null,
      seed: 1,
    },
    { kinds: ["fold", "final"] },
  );
  const predict = (slope: number, threshold: number): Float64Array => {
    const [assay] = model!.assays;
    const effects = {
      knots: Float64Array.of(0, 0),
      slopes: Float64Array.of(slope, 0),
      thresholds: Float64Array.of(threshold, 0),
    };
    const assays = [{ ...assay!, effects, selection: { high: UNTOUCHED, low: UNTOUCHED } }];
    return createScorer({ ...model!, assays })
      .get("additive")!
      .predict(sequences).transformedMean;
  };
  const plain = predict(0, 0);
  const sums = predict(-0.5, 0).map((mean, row) => (plain[row]! - mean) / 0.5);
  const threshold = quantile(sums, 0.5);
  const lowered = predict(-0.5, threshold);
  expect(Math.max(...sums)).toBeGreaterThan(1.2 * threshold);
  for (const [row, sum] of sums.entries()) {
    expect(plain[row]! - lowered[row]!).toBeCloseTo(0.5 * Math.max(0, sum - threshold), 9);
  }
});

it("a rare good effect is trusted even if many predicted small effects are absent", () => {
  // Every mutation has a small predicted effect but no true effect, except that one in fifty has a large effect, both predicted
  // and true.
  const large = (mutation: number): boolean => mutation % 50 === 0;
  const predicted = Float64Array.from({ length: MUTATIONS }, (_, mutation) =>
    large(mutation) ? 3 : Math.abs(random.normal()) / 4,
  );
  const truth = predicted.map((effect, mutation) => (large(mutation) ? effect : 0));
  const sum = (effects: Float64Array, row: number): number =>
    rows.mutations
      .subarray(rows.starts[row], rows.starts[row + 1])
      .reduce((total, mutation) => total + effects[mutation]!, 0);
  const each = Array.from({ length: ROWS }, (_, row) => row);
  const targets = Float64Array.from(each, (row) => sum(truth, row) + 0.1 * random.normal());
  const folds = {
    means: Float64Array.from(each, (row) => sum(predicted, row)),
    deviations: new Float64Array(ROWS).fill(0.5),
    excess: effectExcess(rows, predicted, effectKnots(predicted)),
  };
  const corrections = fitCorrections(folds, targets, use);
  const wholly = { ...corrections.effects, thresholds: new Float64Array(knots.length) };
  const withOne = each.filter((row) => {
    const own = rows.mutations.subarray(rows.starts[row], rows.starts[row + 1]);
    return own.length <= 2 && own.filter(large).length === 1;
  });
  expect(withOne.length).toBeGreaterThan(3);
  for (const row of withOne) {
    expect(effectCorrection(folds.excess, wholly, row)).toBeLessThan(-0.3);
    expect(effectCorrection(folds.excess, corrections.effects, row)).toBeGreaterThan(
      0.5 * effectCorrection(folds.excess, wholly, row),
    );
  }
});
