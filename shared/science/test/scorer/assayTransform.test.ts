import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SCALE_TYPES } from "../../assay.ts";
import { applyTransform, fitTransform, invertTransform } from "../../scorer/assayTransform.ts";

const values = fc
  .array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 60 })
  .map((numbers) => Float64Array.from(numbers));

describe("an assay's transform", () => {
  it("the transform is increasing, with mean 0 and deviation 1, for any values and scale", () => {
    fc.assert(
      fc.property(values, fc.constantFrom(...SCALE_TYPES), (measured, scaleType) => {
        const transform = fitTransform(measured, scaleType);
        const sorted = measured.toSorted();
        const transformed = sorted.map((value) => applyTransform(transform, value));
        expect(transformed.every(Number.isFinite)).toBe(true);
        for (let at = 1; at < sorted.length; at += 1) {
          expect(transformed[at]!).toBeGreaterThanOrEqual(transformed[at - 1]!);
        }
        const mean = transformed.reduce((sum, value) => sum + value / transformed.length, 0);
        expect(Math.abs(mean)).toBeLessThan(1e-6);
      }),
      { seed: 1, numRuns: 300 },
    );
  });

  it("the inverse reverses the transform", () => {
    fc.assert(
      fc.property(values, fc.constantFrom(...SCALE_TYPES), (measured, scaleType) => {
        const transform = fitTransform(measured, scaleType);
        const largest = Math.max(...measured.map(Math.abs));
        for (const value of measured) {
          const back = invertTransform(transform, applyTransform(transform, value));
          expect(Math.abs(back - value)).toBeLessThanOrEqual(1e-6 * largest + 1e-9);
        }
      }),
      { seed: 2, numRuns: 300 },
    );
  });

  it("ratios well above zero are log-transformed", () => {
    const transform = fitTransform(Float64Array.of(1, 10, 100), "MULTIPLICATIVE");
    expect(transform).toMatchObject({ kind: "log", offset: 0 });
    expect(applyTransform(transform, 10)).toBeCloseTo(0, 12);
    expect(applyTransform(transform, 100)).toBeCloseTo(Math.sqrt(1.5), 12);
  });

  it("a hundredth of the large values is added if some values are zero", () => {
    const measured = Float64Array.from({ length: 101 }, (_, index) => index / 100);
    expect(fitTransform(measured, "MULTIPLICATIVE").offset).toBeCloseTo(0.009, 12);
    const negative = measured.map((value) => value - 0.05);
    expect(fitTransform(negative, "MULTIPLICATIVE").offset).toBeCloseTo(0.05 + 0.0085, 12);
  });

  it("less is added if there are many variants and all are positive", () => {
    const decades = (count: number): Float64Array =>
      Float64Array.from({ length: count }, (_, index) => 10 ** (-6 + (6 * index) / (count - 1)));
    const offset = (measured: Float64Array): number => fitTransform(measured, "MULTIPLICATIVE").offset;
    const large = 10 ** -0.6;
    expect(offset(decades(101)) / large).toBeCloseTo(0.01, 6);
    expect(offset(decades(401)) / large).toBeCloseTo(0.01 * (400 / 401) ** 3, 6);
    expect(offset(decades(1_001)) / large).toBeCloseTo(0.01 * (400 / 1_001) ** 3, 6);
    expect(offset(Float64Array.of(0, ...decades(1_000))) / large).toBeCloseTo(0.01, 3);
    const replicates = fitTransform(decades(1_001), "MULTIPLICATIVE", 400);
    expect(replicates.offset / large).toBeCloseTo(0.01, 6);
  });

  it("values stay unchanged if none of them is positive", () => {
    expect(fitTransform(Float64Array.of(-2, -1, 0), "MULTIPLICATIVE").kind).toBe("identity");
  });

  it("ranks use only the order of values", () => {
    const few = fitTransform(Float64Array.of(1, 2, 3, 4), "RANK");
    const other = fitTransform(Float64Array.of(1, 20, 21, 5000), "RANK");
    expect(applyTransform(few, 2)).toBeCloseTo(applyTransform(other, 20), 12);
    expect(applyTransform(few, 3)).toBeCloseTo(-applyTransform(few, 2), 12);
    // A threshold above all measured values is harder to reach than the best value.
    expect(applyTransform(few, 9)).toBeGreaterThan(applyTransform(few, 4));
    expect(invertTransform(few, 50)).toBe(4);
  });

  it("missing values stay missing", () => {
    const transform = fitTransform(Float64Array.of(1, Number.NaN, 3), "ADDITIVE");
    expect(applyTransform(transform, Number.NaN)).toBeNaN();
    expect(applyTransform(transform, 2)).toBe(0);
  });
});
