import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { assayOf } from "../../../../test/shared/science/analysis/simulateAssays.ts";
import { scaleAssay } from "../../analysis/assayScale.ts";
import type { ScaleType } from "../../assay.ts";
import { fitTransform } from "../../scorer/assayTransform.ts";

function scaleValues(type: ScaleType, ...values: number[]): ReturnType<typeof scaleAssay> {
  return scaleAssay(assayOf("activity", type), Float64Array.from(values));
}

describe("the scale of an assay", () => {
  it("multiplicative values are log-transformed, and missing values remain missing", () => {
    const { scale, values } = scaleValues("MULTIPLICATIVE", 1, 100, Number.NaN);
    expect([...values]).toEqual([0, 2, Number.NaN]);
    expect(scale).toMatchObject({ kind: "log", offset: 0, axis: "log₁₀ (activity, U/mg)" });
  });

  it("values as low as zero get the scorers' offset, with an explanation", () => {
    const { scale, values, sorted } = scaleValues("MULTIPLICATIVE", 100, 0, Number.NaN, 100, 100);
    const { offset } = fitTransform(Float64Array.of(100, 0, 100, 100), "MULTIPLICATIVE");
    expect(scale.offset).toBe(offset);
    expect(values[1]).toBeCloseTo(Math.log10(offset), 12);
    expect([...sorted]).toEqual([values[1], values[0], values[3], values[4]]);
    expect(scale.explanation).toContain("1.00 is added to all values first");
  });

  it("an offset for positive values is explained", () => {
    const { scale } = scaleValues("MULTIPLICATIVE", 0.001, 5, 9, 20);
    expect(scale.explanation).toContain("so small that their ratios may be noise");
    expect(scale.explanation).not.toContain("below");
  });

  it("noise below zero does not become an outlier", () => {
    const { values } = scaleValues("MULTIPLICATIVE", -1, 0.001, 5, 9, 20);
    const distance = (values[1] ?? 0) - (values[0] ?? 0);
    expect(Number.isFinite(distance)).toBe(true);
    expect(distance).toBeLessThan(1);
  });

  it("multiplicative values stay unchanged if none of them is positive, with an explanation", () => {
    const { scale, values } = scaleValues("MULTIPLICATIVE", -3, 0);
    expect([...values]).toEqual([-3, 0]);
    expect(scale.explanation).toContain("they are not ratios");
  });

  it("ranks are scaled to the unit interval", () => {
    expect([...scaleValues("RANK", 1000, -5, Number.NaN, 7, 7).values]).toEqual([
      0.875,
      0.125,
      Number.NaN,
      0.5,
      0.5,
    ]);
  });

  it("values of any kind keep their order and remain finite", () => {
    const numbers = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), {
      minLength: 1,
      maxLength: 30,
    });
    const types = fc.constantFrom<ScaleType>("MULTIPLICATIVE", "ADDITIVE", "RANK");
    fc.assert(
      fc.property(numbers, types, (list, type) => {
        const { values } = scaleValues(type, ...list);
        const order = list.map((_, index) => index).sort((a, b) => list[a]! - list[b]!);
        for (const [rank, index] of order.entries()) {
          expect(Number.isFinite(values[index])).toBe(true);
          if (rank > 0) expect(values[index]).toBeGreaterThanOrEqual(values[order[rank - 1]!]!);
        }
      }),
      { seed: 5, numRuns: 300 },
    );
  });
});
