import { expect, test } from "vitest";
import { furtherMeasurements } from "#shared/reports/furtherMeasurements.ts";

/** Points of a curve on which the error falls with a power of the number of sequences. */
const curve = (power: number) =>
  [20, 40, 80].map((rows) => ({ rows, value: 1 - 0.8 * (rows / 20) ** -power }));

test("a rising curve states what twice the measurements would give", () => {
  // 1 - 0.8 * 8 ** -0.5 = 0.717
  expect(furtherMeasurements(curve(0.5))).toBe(
    " If this trend continues, twice as many sequences (160) would raise it from 0.60 to about 0.72.",
  );
});

test("a flat or falling curve predicts no improvement, and two points are inconclusive", () => {
  for (const power of [0, -0.1])
    expect(furtherMeasurements(curve(power))).toContain("would not improve the model noticeably");
  expect(furtherMeasurements(curve(0.5).slice(1))).toBe("");
  expect(furtherMeasurements(curve(0.5).map((point) => ({ ...point, value: 1 })))).toContain("noticeably");
});
