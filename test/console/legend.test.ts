import { expect, test } from "vitest";
import { legendOf } from "#console/pages/table/heatmap/legendWords.ts";

const cells = [{ mean: 2, rows: 1 }, null, { mean: 30, rows: 2 }];

test("a legend names no value that was not reached", () => {
  const shown = { centre: 10, reach: 14, referenceValue: 10, cells };
  expect(legendOf(shown, true)).toMatchObject({ worst: "worse (2)", best: "better (24 or more)" });
  expect(legendOf(shown, false)).toMatchObject({ worst: "worse (24 or more)", best: "better (2)" });
});

test("and its bar has the colours that cells have", () => {
  const shown = { centre: 10, reach: 16, referenceValue: 10, cells };
  expect(legendOf(shown, true).colours).toEqual([-0.5, 1]);
  expect(legendOf(shown, false).colours).toEqual([-1, 0.5]);
});

test("and says the middle where the reference was not measured", () => {
  const shown = { centre: 10, reach: 1, referenceValue: null, cells: [] };
  expect(legendOf(shown, true).middle).toContain("the median of all cells (10)");
});
