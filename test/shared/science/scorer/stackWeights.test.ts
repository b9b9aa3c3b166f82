import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { calibrationFactor } from "#shared/science/scorer/calibration.ts";
import { stackWeights } from "#shared/science/scorer/stackWeights.ts";
import { createRandom } from "#shared/science/statistics/random.ts";

const random = createRandom("stack");
const normals = (count: number, deviation = 1): Float64Array =>
  Float64Array.from({ length: count }, () => deviation * random.normal());
const all = (count: number): Uint8Array => new Uint8Array(count).fill(1);

describe("the weights of candidates", () => {
  it("are not negative and add up to 1", () => {
    const column = fc.array(fc.double({ min: -100, max: 100, noNaN: true }), {
      minLength: 12,
      maxLength: 12,
    });
    fc.assert(
      fc.property(fc.array(column, { minLength: 2, maxLength: 6 }), ([targets = [], ...predictions]) => {
        const weights = stackWeights(
          predictions.map((values) => Float64Array.from(values)),
          Float64Array.from(targets),
          all(12),
        );
        expect(weights.every((weight) => weight >= 0)).toBe(true);
        expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 9);
      }),
      { seed: 1, numRuns: 200 },
    );
  });

  it("go to the candidate that is right, and to both of two that err independently", () => {
    const targets = normals(2000);
    const noisy = (deviation: number): Float64Array =>
      targets.map((value) => value + deviation * random.normal());
    expect(stackWeights([normals(2000), targets], targets, all(2000))[1]).toBeGreaterThan(0.95);
    const weights = stackWeights([noisy(0.5), noisy(0.5)], targets, all(2000));
    expect(weights[0]).toBeGreaterThan(0.4);
    expect(weights[1]).toBeGreaterThan(0.4);
  });

  it("stay with the first candidate where rows are few", () => {
    const targets = Float64Array.of(-1, 1, 0.5, -0.5);
    const second = targets.map((value) => 0.9 * value);
    const first = targets.map((value) => 0.8 * value);
    expect(stackWeights([first, second], targets, all(4))[0]).toBeGreaterThan(0.9);
  });

  it("do not depend on rows that are left out", () => {
    const targets = normals(50);
    const predictions = [normals(50), normals(50)];
    const use = Uint8Array.from(targets, (_, row) => (row < 25 ? 1 : 0));
    const weights = stackWeights(predictions, targets, use);
    const changed = targets.map((value, row) => (row < 25 ? value : 1000));
    expect(stackWeights(predictions, changed, use)).toEqual(weights);
  });
});

describe("the calibration of standard deviations", () => {
  it("finds by how much they are too small or too large", () => {
    const errors = normals(5000, 2);
    const factor = calibrationFactor(errors, new Float64Array(5000).fill(1), all(5000));
    expect(factor).toBeGreaterThan(1.85);
    expect(factor).toBeLessThan(2.15);
    const large = calibrationFactor(errors, new Float64Array(5000).fill(8), all(5000));
    expect(large).toBeCloseTo(factor / 8, 2);
  });

  it("believes a few rows but little", () => {
    const factor = calibrationFactor(Float64Array.of(5, -5), Float64Array.of(1, 1), all(2));
    expect(factor).toBeGreaterThan(1);
    expect(factor).toBeLessThan(1.3);
    expect(calibrationFactor(new Float64Array(0), new Float64Array(0), [])).toBe(1);
  });
});
