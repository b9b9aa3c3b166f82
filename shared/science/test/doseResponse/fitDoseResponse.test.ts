import { expect, test } from "vitest";
import { randomNumbers } from "../../../../examples/variants.ts";
import { type DoseFit, fitDoseResponse } from "../../doseResponse/fitDoseResponse.ts";
import { type Observation, responseAt } from "../../doseResponse/logisticCurve.ts";

/** Root length of ryegrass by concentration of ferulic acid (Inderjit et al. 2002), the example of the R package drc. */
const RYEGRASS: readonly (readonly [dose: number, ...responses: number[]])[] = [
  [0, 7.58, 8, 8.3285714, 7.25, 7.375, 7.9625],
  [0.94, 8.3555556, 6.9142857, 7.75],
  [1.88, 6.8714286, 6.45, 5.9222222],
  [3.75, 1.925, 2.8857143, 4.2333333],
  [7.5, 1.1875, 0.8571429, 1.0571429],
  [15, 0.6875, 0.525, 0.825],
  [30, 0.25, 0.22, 0.44],
];
const DOSES = [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100];

function valuesOf(rows: typeof RYEGRASS): Observation[] {
  return rows.flatMap(([dose, ...responses]) => responses.map((response) => ({ dose, response })));
}

/** Two responses at each dose, with normally distributed noise. */
function simulated(ec50: number, slope: number, noise: number, seed: number, doses = DOSES): Observation[] {
  const random = randomNumbers(seed);
  const gaussian = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const curve = { ec50, slope, atZero: 100, atHigh: 5, squares: 0 };
  return doses.flatMap((dose) =>
    [1, 2].map(() => ({ dose, response: responseAt(curve, dose) + noise * gaussian() })),
  );
}

function determined(fit: DoseFit) {
  if (fit.state !== "DETERMINED") throw new Error(`The fit is ${JSON.stringify(fit)}.`);
  return fit;
}

test("the fit of a published data set agrees with that of the R package drc", () => {
  const { curve, low, high } = determined(fitDoseResponse(valuesOf(RYEGRASS)));
  expect(curve.ec50).toBeCloseTo(3.05795, 3);
  expect(curve.slope).toBeCloseTo(2.98222, 3);
  expect(curve.atHigh).toBeCloseTo(0.48141, 3);
  expect(curve.atZero).toBeCloseTo(7.79296, 3);
  // The residual standard error is 0.5196 with 20 degrees of freedom.
  expect(Math.sqrt(curve.squares / 20)).toBeCloseTo(0.5196, 4);
  // Close to the interval derived from the standard error of the EC50, 0.18573.
  expect([low, high].map((limit) => Math.abs(limit - 3.05795))).toEqual([
    expect.closeTo(2.086 * 0.18573, 1),
    expect.closeTo(2.086 * 0.18573, 1),
  ]);
});

test("the interval contains the true EC50 in about 95 of 100 simulated experiments", () => {
  const hits = Array.from({ length: 100 }, (_, seed) => {
    const { low, high } = determined(fitDoseResponse(simulated(0.5, 1.2, 6, seed + 1)));
    return low <= 0.5 && high >= 0.5;
  }).filter(Boolean).length;
  expect(hits).toBeGreaterThanOrEqual(90);
  expect(hits).toBeLessThanOrEqual(99);
});

test("a response that rises with the dose is fitted in the same way as one that falls", () => {
  const falling = simulated(2, 1, 3, 5);
  const rising = falling.map(({ dose, response }) => ({ dose, response: -response }));
  const [fallingCurve, other] = [falling, rising].map((values) => determined(fitDoseResponse(values)).curve);
  expect(other?.ec50).toBeCloseTo(fallingCurve?.ec50 ?? 0, 6);
  expect(other?.atHigh).toBeCloseTo(-(fallingCurve?.atHigh ?? 0), 6);
});

test("responses without a trend have no EC50", () => {
  const flat = simulated(1e9, 1, 4, 3);
  expect(fitDoseResponse(flat)).toEqual({ state: "UNFITTED", reason: "NO_RESPONSE" });
  const constant = DOSES.map((dose) => ({ dose, response: 7 }));
  expect(fitDoseResponse(constant)).toEqual({ state: "UNFITTED", reason: "NO_RESPONSE" });
});

test("without the second plateau, only a lower limit for the EC50 is reported", () => {
  const fit = fitDoseResponse(simulated(150, 1, 3, 8));
  expect(fit.state).toBe("BOUNDED");
  if (fit.state !== "BOUNDED") return;
  expect(fit.high).toBeNull();
  expect(fit.low).toBeGreaterThan(20);
  expect(fit.low).toBeLessThan(150);
});

test("responses with fewer than five doses above zero are not fitted", () => {
  const values = simulated(1, 1, 1, 1, [0, 0.1, 1, 10, 100]);
  expect(fitDoseResponse(values)).toEqual({ state: "UNFITTED", reason: "FEW_DOSES" });
  expect(fitDoseResponse([])).toEqual({ state: "UNFITTED", reason: "FEW_DOSES" });
});

test("responses on the curve are recovered exactly, in any unit", () => {
  for (const unit of [1e-9, 1, 1e6]) {
    const values = simulated(0.5, 1.5, 0, 1).map(({ dose, response }) => ({ dose: dose * unit, response }));
    const { curve, low, high } = determined(fitDoseResponse(values));
    expect(curve.ec50 / unit).toBeCloseTo(0.5, 4);
    expect(curve.slope).toBeCloseTo(1.5, 3);
    expect([low / unit, high / unit]).toEqual([expect.closeTo(0.5, 2), expect.closeTo(0.5, 2)]);
  }
});
