import {
  incompleteBeta,
  logGamma,
  normalCdf,
  normalDensity,
  normalQuantile,
  studentTwoSided,
} from "@pdp/basics/statistics";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { logBeta } from "../../basics/statistics/gammaFunctions.ts";

/** Relative error, because tails are small. */
function expectClose(actual: number, expected: number, tolerance: number): void {
  expect(Math.abs(actual - expected)).toBeLessThanOrEqual(tolerance * Math.abs(expected));
}

// All expected values are from scipy 1.17 (stats.norm, stats.t, special.gammaln, special.betaln, special.betainc).

describe("the normal distribution", () => {
  it.each([
    [-30, 4.906713927148908e-198],
    [-10, 7.61985302416047e-24],
    [-7.1, 6.237844463331586e-13],
    [-7.05, 8.94588955876991e-13],
    [-3, 0.0013498980316300933],
    [-1, 0.15865525393145707],
    [0, 0.5],
    [0.5, 0.6914624612740131],
    [2, 0.9772498680518208],
    [6, 0.9999999990134123],
    [Number.NEGATIVE_INFINITY, 0],
    [Number.POSITIVE_INFINITY, 1],
  ])("a normal variable is at most %s with probability %s", (x, probability) => {
    expectClose(normalCdf(x), probability, 1e-12);
  });

  it.each([
    [1e-300, -37.0470962993612],
    [1e-20, -9.262340089798409],
    [1e-5, -4.264890793922825],
    [0.01, -2.3263478740408408],
    [0.3, -0.5244005127080409],
    [0.5, 0],
    [0.9, 1.2815515655446004],
    [0.999999, 4.753424308817087],
    [0, Number.NEGATIVE_INFINITY],
    [1, Number.POSITIVE_INFINITY],
  ])("the quantile of a normal variable at %s is %s", (share, x) => {
    if (Number.isFinite(x)) expectClose(normalQuantile(share), x, 2e-15);
    else expect(normalQuantile(share)).toBe(x);
  });

  it("quantiles invert probabilities", () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-300, max: 0.999, noNaN: true }), (share) => {
        expectClose(normalCdf(normalQuantile(share)), share, 1e-11);
      }),
      { seed: 1, numRuns: 1000 },
    );
  });

  it("the density is the derivative of the distribution function", () => {
    for (const x of [-5, -2.99, -0.1, 0, 1.7, 3.01]) {
      const slope = (normalCdf(x + 1e-5) - normalCdf(x - 1e-5)) / 2e-5;
      expect(slope).toBeCloseTo(normalDensity(x), 9);
    }
  });

  it("probabilities outside 0 to 1 have no quantile", () => {
    expect(() => normalQuantile(1.1)).toThrow(RangeError);
    expect(() => normalQuantile(Number.NaN)).toThrow(RangeError);
    expect(normalCdf(Number.NaN)).toBeNaN();
  });
});

describe("Student's t", () => {
  it.each([
    [0.5, 1, 0.7048327646991335],
    [2, 3, 0.13932596855884305],
    [5, 10, 0.0005373336027564527],
    [40, 20, 1.457469655431075e-20],
    [2.1, 1000, 0.03597887431078197],
    [1e-3, 5, 0.9992407867721976],
    [1.5, 1e6, 0.1336147182367928],
    [3, 0.5, 0.3673081559859434],
    [0, 7, 1],
    [Number.POSITIVE_INFINITY, 7, 0],
  ])(
    "a Student's t variable lies beyond ±%s with %s degrees of freedom with probability %s",
    (t, freedom, probability) => {
      expectClose(studentTwoSided(t, freedom), probability, 1e-10);
      expectClose(studentTwoSided(-t, freedom), probability, 1e-10);
    },
  );

  it("Student's t requires positive degrees of freedom", () => {
    expect(() => studentTwoSided(1, 0)).toThrow(RangeError);
    expect(studentTwoSided(Number.NaN, 3)).toBeNaN();
  });
});

describe("gamma and beta functions", () => {
  it.each([
    [0.1, 2.252712651734206],
    [0.5, 0.5723649429247],
    [1, 0],
    [2, 0],
    [3.7, 1.428072326665388],
    [10, 12.801827480081469],
    [100, 359.1342053695754],
    [1e4, 82099.71749644238],
  ])("ln Γ(%s) is %s", (x, value) => {
    expect(Math.abs(logGamma(x) - value)).toBeLessThan(2e-15 * Math.max(1, Math.abs(value)));
  });

  it("the beta function matches the gamma functions where no cancellation occurs", () => {
    const positive = fc.double({ min: 0.01, max: 40, noNaN: true });
    fc.assert(
      fc.property(positive, positive, (a, b) => {
        const expected = logGamma(a) + logGamma(b) - logGamma(a + b);
        expect(logBeta(a, b)).toBeCloseTo(expected, 11);
        expect(logBeta(b, a)).toBe(logBeta(a, b));
      }),
      { seed: 2, numRuns: 500 },
    );
  });

  it.each([
    [0.3, 2, 3, 0.34829999999999994],
    [0.9, 50, 2, 0.030922651243920716],
    [0.5, 0.5, 0.5, 0.5],
    [0.499, 1e5, 1e5, 0.18554674455755774],
    [0, 2, 3, 0],
    [1, 2, 3, 1],
  ])("I(%s; %s, %s) is %s", (x, a, b, value) => {
    expectClose(incompleteBeta(x, a, b), value, 2e-11);
  });

  it("arguments outside the domain are rejected", () => {
    expect(() => logGamma(0)).toThrow(RangeError);
    expect(() => incompleteBeta(1.1, 1, 1)).toThrow(RangeError);
  });
});
