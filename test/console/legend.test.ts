import { expect, test } from "vitest";
import { legendOf } from "#console/pages/table/heatmap/legendWords.ts";

const cells = [{ mean: 2, rows: 1 }, null, { mean: 30, rows: 2 }];

test("a legend contains only values that occur in the data", () => {
  const shown = { center: 10, reach: 14, centerIs: "reference" as const, cells };
  expect(legendOf(shown, true)).toMatchObject({ worst: "worse (2)", best: "better (24 or more)" });
  expect(legendOf(shown, false)).toMatchObject({ worst: "worse (24 or more)", best: "better (2)" });
});

test("the bar of a legend uses the colors of the cells", () => {
  const shown = { center: 10, reach: 16, centerIs: "reference" as const, cells };
  expect(legendOf(shown, true).colors).toEqual([-0.5, 1]);
  expect(legendOf(shown, false).colors).toEqual([-1, 0.5]);
});

test.each([
  [10, "reference", "the reference (10)"],
  [0, "no difference", "0, no effect on differences or logarithms (the reference was not measured)"],
  [1, "ratio of one", "1, no effect on ratios (the reference was not measured)"],
  [54, "chosen", "the chosen value (54)"],
] as const)("a legend explains the meaning of white: %d, %s", (center, centerIs, words) => {
  expect(legendOf({ center, centerIs, reach: 1, cells: [] }, true).middle).toBe(words);
});
