import { expect, test } from "vitest";
import { cellAfter, layoutOf, pinnedStyle, revealColumn } from "#console/parts/grid/gridGeometry.ts";
import type { GridSource } from "#console/parts/grid/gridSource.ts";

const texts = [["WT", "MKTAYIAKQR".repeat(10), "1.5"]];
const rows = {
  columns: ["name", "sequence", "activity"].map((name) => ({ name, isNumber: false, isDate: false })),
  count: 1,
  valueAt: (row: number, column: number) => texts[row]?.[column],
} as GridSource;

test("columns are as wide as their names and cells, within limits", () => {
  const layout = layoutOf(rows, 1000, 1);
  expect(layout.widths).toEqual([78, 420, 114]);
  expect(layout.template).toBe("60px 78px 420px 114px");
  expect([0, 1].map((column) => pinnedStyle(layout, column))).toEqual([{ left: "60px" }, undefined]);
});

test("a column scrolls into view next to the pinned ones", () => {
  const layout = layoutOf(rows, 1000, 1);
  const grid = { clientWidth: 400, scrollLeft: 0 };
  const scrolledTo = (column: number) => {
    revealColumn(grid, column, layout);
    return grid.scrollLeft;
  };
  expect([2, 0, 1].map(scrolledTo)).toEqual([272, 272, 0]);
});

test("keys stop at the edges of the grid, and Ctrl jumps to them", () => {
  const size = { rows: 100, columns: 3, page: 12 };
  const cell = { row: 95, column: 2 };
  expect(cellAfter("PageDown", false, cell, size)).toEqual({ row: 99, column: 2 });
  expect(cellAfter("ArrowRight", false, cell, size)).toEqual(cell);
  expect(cellAfter("Home", true, cell, size)).toEqual({ row: 0, column: 0 });
  expect(cellAfter("Tab", false, cell, size)).toBeNull();
});
