import { expect, test } from "vitest";
import { proposeScale } from "../../console/parts/proposeScale.ts";

test.each([
  ["activities over decades", { minimum: 0.02, median: 1, maximum: 8 }, "MULTIPLICATIVE"],
  ["activities with some zeros", { minimum: 0, median: 21, maximum: 133 }, "MULTIPLICATIVE"],
  ["activities that are mostly zero", { minimum: 0, median: 0, maximum: 4 }, "MULTIPLICATIVE"],
  ["temperatures", { minimum: 38, median: 54, maximum: 67 }, "ADDITIVE"],
  ["logarithms", { minimum: -3, median: 0, maximum: 2 }, "ADDITIVE"],
  ["shares", { minimum: 0, median: 0.5, maximum: 1 }, "ADDITIVE"],
  ["nothing but zeros", { minimum: 0, median: 0, maximum: 0 }, "ADDITIVE"],
] as const)("the usual comparison scale is proposed for %s", (_, values, scale) => {
  expect(proposeScale(values)).toBe(scale);
});
