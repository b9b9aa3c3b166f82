import { expect, test } from "vitest";
import { nearestTarget, targetOrder } from "#console/plots/nearestTarget.ts";
import { rangeWords, selectedRanges, selectionQuery } from "#console/plots/rows/selectedRows.ts";

test("a selection becomes ranges of the columns on its axes", () => {
  const selection = { x: [0.123456789, 2], y: [10, 20] } as const;
  const ranges = selectedRanges(selection, { x: "a", y: "b" });
  expect(ranges).toEqual([
    { column: "a", from: 0.123, to: 2 },
    { column: "b", from: 10, to: 20 },
  ]);
  expect(rangeWords(ranges)).toBe("a 0.123 to 2 and b 10 to 20");
  expect(selectedRanges(selection, { x: null, y: "b" })).toHaveLength(1);
  expect(selectedRanges({ x: null, y: null }, { x: "a", y: "b" })).toEqual([]);
});

test("the bounds of a narrow selection far from zero stay distinct", () => {
  expect(selectedRanges({ x: [1_000_001, 1_000_009], y: null }, { x: "n", y: null })).toEqual([
    { column: "n", from: 1_000_001, to: 1_000_009 },
  ]);
  const [range] = selectedRanges({ x: [-3.00001234567, -3.00001123456], y: null }, { x: "n", y: null });
  expect(range).toEqual({ column: "n", from: -3.000012346, to: -3.000011235 });
});

test("the query for a selection quotes columns and keeps the original query unchanged", () => {
  expect(selectionQuery('SELECT 1 AS "a""b" ; ', [{ column: 'a"b', from: -1e-7, to: 5 }])).toBe(
    `SELECT * FROM (\nSELECT 1 AS "a""b" \n) AS selected\nWHERE "a""b" BETWEEN DOUBLE '-1e-7' AND DOUBLE '5'`,
  );
});

test("a pointer finds the nearest mark within reach, and arrow keys move from left to right", () => {
  const targets = [{ x: 50, y: 0 }, null, { x: 10, y: 10 }, { x: 10, y: 5 }];
  expect(nearestTarget(targets, { x: 12, y: 11 }, 20)).toBe(2);
  expect(nearestTarget(targets, { x: 100, y: 100 }, 20)).toBeNull();
  expect(targetOrder(targets)).toEqual([3, 2, 0]);
});
