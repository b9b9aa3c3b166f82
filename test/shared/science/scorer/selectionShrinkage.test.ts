import { describe, expect, it } from "vitest";
import { createRandom } from "#shared/basics/statistics/random.ts";
import {
  fitSelectionShrinkage,
  selectionFactor,
  shrinkMean,
} from "#shared/science/scorer/selectionShrinkage.ts";
import { topFigures } from "#shared/science/scorer/topFigures.ts";

const random = createRandom("selection");
const ROWS = 2_000;
const predicted = Float64Array.from({ length: ROWS }, () => random.normal());
const deviations = new Float64Array(ROWS).fill(0.3);
const use = new Uint8Array(ROWS).fill(1);
const noisy = (value: (mean: number) => number): Float64Array =>
  predicted.map((mean) => value(mean) + 0.3 * random.normal());

describe("the correction for selection", () => {
  it("overconfident high predictions shrink, and the others keep their values and order", () => {
    const targets = noisy((mean) => (mean > 0 ? 0.7 * mean : mean));
    const selection = fitSelectionShrinkage(predicted, targets, deviations, use);
    expect(shrinkMean(selection, 2)).toBeCloseTo(1.4, 1);
    expect(shrinkMean(selection, -2)).toBeCloseTo(-2, 1);
    const sorted = predicted.toSorted();
    const shrunk = sorted.map((mean) => shrinkMean(selection, mean));
    expect(shrunk.toSorted()).toEqual(shrunk);
  });

  it("no prediction rises above the models' value", () => {
    const targets = noisy((mean) => 1.5 * mean);
    const selection = fitSelectionShrinkage(predicted, targets, deviations, use);
    for (const mean of [-3, -1, 0, 1, 3]) expect(shrinkMean(selection, mean)).toBeCloseTo(mean, 12);
  });

  it("intervals of the top tenth that are too narrow are widened", () => {
    const targets = predicted.map((mean) => mean + (mean > 1.28 ? 0.9 : 0.3) * random.normal());
    const selection = fitSelectionShrinkage(predicted, targets, deviations, use);
    expect(selectionFactor(selection, shrinkMean(selection, 2))).toBeGreaterThan(2);
    expect(selectionFactor(selection, 0)).toBe(1);
  });
});

describe("figures for the best predictions", () => {
  const targets = Float64Array.from({ length: 100 }, (_, row) => row);
  const input = { targets, deviations: new Float64Array(100).fill(1), invert: (value: number) => 10 * value };

  it("the hits among the ordered variants are counted", () => {
    const perfect = topFigures({ ...input, predicted: targets }, 1);
    expect(perfect).toMatchObject({ ordered: 10, hits: 10, hits_by_chance: 1, coverage: 1 });
    expect(perfect).toMatchObject({ ordered_mean: 945, best_mean: 945, ordered_best: 990, best: 990 });
    expect(topFigures({ ...input, predicted: targets.map((value) => -value) }, 1).hits).toBe(0);
  });

  it("low values count as hits if they are better", () => {
    expect(topFigures({ ...input, predicted: targets }, -1)).toMatchObject({
      hits: 10,
      ordered_best: 0,
      best: 0,
    });
  });
});
