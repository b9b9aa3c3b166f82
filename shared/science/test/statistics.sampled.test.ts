import {
  bootstrapPairs,
  correlationPValue,
  createRandom,
  median,
  medianAbsoluteDeviation,
  pearson,
  quantile,
  quantiles,
  ranks,
  sortIndices,
  spearman,
  spearmanTest,
} from "@pdp/basics/statistics";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { byNight } from "../../../test/support/byNight.ts";

const numbers = fc.array(fc.oneof(fc.integer({ min: -5, max: 5 }), fc.double()), { maxLength: 40 });

describe("ranks", () => {
  it("equal values share a rank, and missing values have no rank", () => {
    expect([...ranks([3, 1, 3, Number.NaN, 2, 3])]).toEqual([4, 1, 4, Number.NaN, 2, 4]);
    expect([...ranks([Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, -0])]).toEqual([4, 1, 2.5, 2.5]);
    expect(ranks([])).toHaveLength(0);
  });

  it("a fraction counts smaller values and half of the equal values", () => {
    fc.assert(
      fc.property(numbers, (values) => {
        const result = ranks(values);
        values.forEach((value, index) => {
          if (Number.isNaN(value)) expect(result[index]).toBeNaN();
          else {
            const smaller = values.filter((other) => other < value).length;
            const equal = values.filter((other) => other === value).length;
            expect(result[index]).toBe(smaller + (equal + 1) / 2);
          }
        });
      }),
      { seed: 1, numRuns: 300 },
    );
  });

  it("the sort order of equal values is stable", () => {
    expect([...sortIndices([2, 1, Number.NaN, 2, 1])]).toEqual([1, 4, 0, 3]);
  });
});

describe("quantiles", () => {
  it("quantiles match R and NumPy", () => {
    // numpy.quantile and scipy.stats.median_abs_deviation(scale="normal").
    const values = [3.1, -2, 8, 4.4, Number.NaN, 4.4, 100, 0.5];
    const expected = [-2, -1.25, 1.8, 4.4, 44.80000000000003, 100];
    quantiles(values, [0, 0.05, 0.25, 0.5, 0.9, 1]).forEach((value, at) => {
      expect(value).toBeCloseTo(expected[at]!, 12);
    });
    expect(median(values)).toBe(4.4);
    expect(medianAbsoluteDeviation(values)).toBeCloseTo(5.337367986620166, 12);
  });

  it("the quantile of no values is NaN, and the quantile of a single value is that value", () => {
    expect(median([])).toBeNaN();
    expect(medianAbsoluteDeviation([Number.NaN])).toBeNaN();
    expect(quantile([7], 0.3)).toBe(7);
    expect(() => quantile([1], 1.5)).toThrow(RangeError);
  });

  it("quantiles increase with the fraction and remain between the extremes", () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(numbers, share, share, (values, a, b) => {
        const present = values.filter((value) => !Number.isNaN(value));
        if (present.length === 0) return;
        const [low, high] = quantiles(values, [Math.min(a, b), Math.max(a, b)]);
        expect(low).toBeLessThanOrEqual(high!);
        expect(low).toBeGreaterThanOrEqual(Math.min(...present));
        expect(high).toBeLessThanOrEqual(Math.max(...present));
      }),
      { seed: 2, numRuns: 300 },
    );
  });
});

const IQ = [86, 97, 99, 100, 101, 103, 106, 110, 112, 113];
const HOURS = [0, 20, 28, 27, 50, 29, 7, 17, 6, 12];
const TIED = [
  [1, 2, 2, 3, 4, 4, 5],
  [2, 1, 3, 3, 5, 6, 4],
] as const;
const FIRST = Array.from({ length: 50 }, (_, index) => Math.sin(index + 1));
const SECOND = FIRST.map((value, index) => Math.cos((index + 1) ** 2) + 0.4 * value);

describe("correlations", () => {
  // scipy.stats.spearmanr and pearsonr.
  it("correlations match another implementation, including ties", () => {
    expect(spearman(IQ, HOURS)).toBeCloseTo(-0.17575757575757575, 14);
    expect(pearson(IQ, HOURS)).toBeCloseTo(-0.037601473846875955, 14);
    expect(spearman(...TIED)).toBeCloseTo(0.7981987297166115, 14);
    expect(spearman(FIRST, SECOND)).toBeCloseTo(0.38765906362545016, 14);
    expect(pearson(FIRST, SECOND)).toBeCloseTo(0.3767886418506922, 14);
  });

  it("incomplete pairs are skipped", () => {
    expect(spearman([...IQ, Number.NaN, 3], [...HOURS, 1, Number.NaN])).toBe(spearman(IQ, HOURS));
  });

  it("constant values have no correlation", () => {
    expect(spearman([1, 2, 3], [5, 5, 5])).toBeNaN();
    expect(pearson([1], [1])).toBeNaN();
    expect(pearson([], [])).toBeNaN();
    expect(() => pearson([1], [1, 2])).toThrow(RangeError);
  });

  it("rank correlations are invariant under monotone functions and are between −1 and 1", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: -20, max: 20 }), fc.integer({ min: -20, max: 20 }))),
        (pairs) => {
          const [a, b] = [pairs.map(([x]) => x), pairs.map(([, y]) => y)];
          const correlation = spearman(a, b);
          expect(spearman(a.map(Math.exp), b)).toBe(correlation);
          expect(spearman(b, a)).toBe(correlation);
          if (!Number.isNaN(correlation)) expect(Math.abs(correlation)).toBeLessThanOrEqual(1);
        },
      ),
      { seed: 3, numRuns: 200 },
    );
  });
});

describe("p-values", () => {
  it("p-values based on Student's t match another implementation", () => {
    expect(correlationPValue(-0.17575757575757575, 10)).toBeCloseTo(0.6271883447764846, 12);
    expect(correlationPValue(0.3767886418506922, 50)).toBeCloseTo(0.006994496707601568, 12);
    const test = spearmanTest(FIRST, SECOND, createRandom(1));
    expect(test).toMatchObject({ pairs: 50, method: "t" });
    expect(test.pValue).toBeCloseTo(0.005410640997121349, 12);
  });

  it("the p-value of few pairs uses all permutations", () => {
    // All 5,040 orders of the ranks, counted in Python.
    const tied = spearmanTest(...TIED, createRandom(1));
    expect(tied).toMatchObject({ pairs: 7, method: "exact" });
    expect(tied.pValue).toBeCloseTo(0.04126984126984127, 14);
    // 2 of 4! orders are as strong as the perfect one.
    expect(spearmanTest([1, 2, 3, 4], [2, 4, 6, 8], createRandom(1)).pValue).toBeCloseTo(2 / 24, 14);
  });

  it("the p-value of more pairs uses random permutations, is close to Student's t, and is never 0", () => {
    const test = spearmanTest(IQ, HOURS, createRandom("p"));
    expect(test.method).toBe("permutation");
    expect(Math.abs(test.pValue - 0.627)).toBeLessThan(0.02);
    const perfect = spearmanTest(FIRST.slice(0, 20), FIRST.slice(0, 20), createRandom("p"));
    expect(perfect.correlation).toBe(1);
    expect(perfect.pValue).toBeCloseTo(1 / 20_001, 14);
  });

  it("negligible correlations get a p-value of 1", () => {
    expect(spearmanTest([1, 2], [3, 3], createRandom(1))).toMatchObject({
      correlation: Number.NaN,
      pValue: 1,
    });
    expect(correlationPValue(0.9, 2)).toBe(1);
    expect(correlationPValue(1, 40)).toBe(0);
  });

  byNight("p-values below 0.05 are rare under the null hypothesis, for all methods", () => {
    for (const [pairs, runs] of [
      [6, 400],
      [15, 100],
      [40, 400],
    ] as const) {
      const random = createRandom(`null of ${pairs}`);
      let rejected = 0;
      for (let run = 0; run < runs; run += 1) {
        const a = Float64Array.from({ length: pairs }, () => random.normal());
        const b = Float64Array.from({ length: pairs }, () => random.normal());
        if (spearmanTest(a, b, random).pValue <= 0.05) rejected += 1;
      }
      // Four standard errors above 0.05.
      expect(rejected / runs).toBeLessThan(0.05 + 4 * Math.sqrt((0.05 * 0.95) / runs));
    }
  });
});

describe("bootstrap intervals", () => {
  it("the interval of a mean spans about two standard errors on either side", () => {
    const random = createRandom("bootstrap");
    const values = Float64Array.from({ length: 400 }, () => random.normal());
    const mean = (drawn: Float64Array): number => drawn.reduce((sum, value) => sum + value, 0) / drawn.length;
    const { low, high } = bootstrapPairs(values, values, mean, random);
    expect(Math.abs(high - low - (2 * 1.96) / 20)).toBeLessThan(0.02);
  });

  byNight("intervals have about their nominal coverage", () => {
    const random = createRandom("coverage");
    let covered = 0;
    for (let run = 0; run < 200; run += 1) {
      const a = Float64Array.from({ length: 100 }, () => random.normal());
      const b = a.map((value) => 0.6 * value + 0.8 * random.normal());
      const { low, high } = bootstrapPairs(a, b, pearson, random);
      if (low <= 0.6 && 0.6 <= high) covered += 1;
    }
    expect(covered / 200).toBeGreaterThan(0.89);
    expect(covered / 200).toBeLessThan(1);
  });

  it("draws without a value are skipped, and NaN is returned if none are left", () => {
    const { low, high } = bootstrapPairs([1, 2, 3], [2, 1, 3], spearman, createRandom(1));
    expect(low).toBe(-1);
    expect(high).toBe(1);
    expect(bootstrapPairs([], [], spearman, createRandom(1))).toEqual({ low: Number.NaN, high: Number.NaN });
  });
});
