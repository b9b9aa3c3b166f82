import { expect, test } from "vitest";
import { proposeScale } from "../../console/parts/proposeScale.ts";

test.each([
  ["activities over decades", { least: 0.02, median: 1, most: 8 }, "MULTIPLICATIVE"],
  ["activities with some zeros", { least: 0, median: 21, most: 133 }, "MULTIPLICATIVE"],
  ["activities that are mostly zero", { least: 0, median: 0, most: 4 }, "MULTIPLICATIVE"],
  ["temperatures", { least: 38, median: 54, most: 67 }, "ADDITIVE"],
  ["logarithms", { least: -3, median: 0, most: 2 }, "ADDITIVE"],
  ["shares", { least: 0, median: 0.5, most: 1 }, "ADDITIVE"],
  ["nothing but zeros", { least: 0, median: 0, most: 0 }, "ADDITIVE"],
] as const)("the usual comparison scale is proposed for %s", (_, values, scale) => {
  expect(proposeScale(values)).toBe(scale);
});
