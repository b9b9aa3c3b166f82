import { createRandom } from "@pdp/basics/statistics";
import { describe, expect, it } from "vitest";
import { bestOfBatch } from "../../design/batch/bestOfBatch.ts";
import type { AssayPredictor } from "../../scorer/scorer.ts";

/** Predicts 10 ± 2 for every design, with independent errors. */
const predictor = {
  predict: (designs: readonly unknown[]) => ({
    transformedMean: new Float64Array(designs.length).fill(10),
    transformedSd: new Float64Array(designs.length).fill(2),
  }),
  samplePosterior: (designs: readonly unknown[], count: number, random: { normal(): number }) => ({
    rows: count,
    columns: designs.length,
    data: Float64Array.from({ length: count * designs.length }, () => 10 + 2 * random.normal()),
  }),
  invert: (value: number) => 100 * value,
  model: {},
} as unknown as AssayPredictor;
const batch = (size: number) => Array.from({ length: size }, () => new Uint8Array(3));
const expected = (size: number, sign = 1) => bestOfBatch(predictor, batch(size), sign, createRandom("best"));

describe("the best of a batch", () => {
  it("the best of a single design has that design's uncertainty", () => {
    const { median, low, high } = expected(1);
    expect(median / 1_000).toBeCloseTo(1, 1);
    expect((high - low) / (2 * 1.28 * 200)).toBeCloseTo(1, 0);
  });

  it("the best of many designs exceeds each of them, but shares their common error", () => {
    const { median, low, high } = expected(48);
    // With independent errors, the prediction would be 10 + 2.2 × 2.
    expect(median).toBeGreaterThan(1_100);
    expect(median).toBeLessThan(1_300);
    expect(low).toBeLessThan(1_000);
    expect(high).toBeGreaterThan(1_350);
  });

  it("if lower is better, the best is below all designs, with the worse end of the interval first", () => {
    const { median, low, high } = expected(48, -1);
    expect(median).toBeLessThan(900);
    expect(low).toBeGreaterThan(median);
    expect(high).toBeLessThan(median);
  });
});
