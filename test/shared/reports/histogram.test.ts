import { histogram, sortPresent } from "@pdp/basics/statistics";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Histogram } from "../../../shared/basics/statistics/histogram.ts";

const histogramOf = (values: number[]): Histogram => histogram(sortPresent(values));

describe("a histogram", () => {
  it("each value is in one of the adjacent bins of equal width", () => {
    const values = fc.array(
      fc.oneof(fc.double({ min: -1e12, max: 1e12, noNaN: true }), fc.constantFrom(Number.NaN, 0, 1e-12, 5)),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(values, (list) => {
        const { bins, beyond } = histogramOf(list);
        const counted = bins.reduce((sum, { count }) => sum + count, 0);
        expect(counted + beyond).toBe(list.filter((value) => !Number.isNaN(value)).length);
        expect(bins.length).toBeLessThanOrEqual(100);
        for (const [index, { from, to }] of bins.entries()) {
          expect(from).toBeLessThan(to);
          if (index > 0) expect(from).toBe(bins[index - 1]!.to);
        }
      }),
      { seed: 8, numRuns: 500 },
    );
  });

  it("a constant results in one bar, and a list without values results in none", () => {
    expect(histogramOf([3, 3, 3]).bins.filter(({ count }) => count > 0)).toMatchObject([{ count: 3 }]);
    expect(histogramOf([Number.NaN])).toEqual({ bins: [], beyond: 0 });
  });

  it("a distant outlier does not compress the other bars", () => {
    const near = Array.from({ length: 200 }, (_, index) => index / 100);
    const { bins, beyond } = histogramOf([...near, 1e9]);
    expect(beyond).toBe(1);
    expect(bins.at(-1)!.to).toBeLessThan(3);
  });

  it("two peaks stay visible", () => {
    const peaks = Array.from(
      { length: 2000 },
      (_, index) => (index % 2 === 0 ? 0 : 10) + (index % 100) / 100,
    );
    const { bins } = histogramOf(peaks);
    expect(bins.length).toBeGreaterThan(15);
    expect(bins.filter(({ count }) => count === 0).length).toBeGreaterThan(8);
  });
});
