import { createRandom, normalQuantile } from "@pdp/basics/statistics";
import { expect, it } from "vitest";
import { widening, wideningAt, wideningFactor } from "../../scorer/widening.ts";

it("correct deviations stay nearly unchanged, and few values have little influence", () => {
  const expected = Array.from({ length: 199 }, (_, at) => Math.abs(normalQuantile((at + 1) / 200)));
  expect(wideningFactor(expected)).toBeLessThan(1.01);
  expect(wideningFactor([])).toBe(1);
  expect(wideningFactor([2.5])).toBeLessThan(1.3);
  // One value far away does not decide alone.
  expect(wideningFactor([1_000, 0.2, 0.3])).toBe(wideningFactor([5, 0.2, 0.3]));
  expect(wideningFactor(expected.map((distance) => 2 * distance))).toBeGreaterThan(1.85);
});

it("only the end whose values are far from their predictions is widened, and then covers them", () => {
  const random = createRandom("ends");
  const means = Float64Array.from({ length: 400 }, () => random.normal());
  const deviations = new Float64Array(400).fill(0.5);
  // The best predictions are three times as uncertain as stated.
  const draw = () => means.map((mean) => mean + 0.5 * random.normal() * (mean > 1.2 ? 3 : 1));
  const factors = widening({ means, deviations }, draw(), 1);
  expect(factors.highest.factor).toBeGreaterThan(2);
  expect(factors.lowest.factor).toBeLessThan(1.2);
  expect(wideningAt(factors, 0)).toBe(1);
  expect(wideningAt({ ...factors, all: 1.5 }, 0)).toBe(1.5);
  expect(wideningAt(undefined, 9)).toBe(1);
  const fresh = draw();
  const top = [...means.keys()].filter((at) => means[at]! >= factors.highest.edge);
  const inside = (factorOf: (mean: number) => number) =>
    top.filter((at) => Math.abs(fresh[at]! - means[at]!) <= 1.96 * factorOf(means[at]!) * 0.5).length /
    top.length;
  expect(inside(() => 1)).toBeLessThan(0.75);
  expect(inside((mean) => wideningAt(factors, mean))).toBeGreaterThan(0.88);
});
