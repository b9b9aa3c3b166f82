import { expect, test } from "vitest";
import { cellAfterKey } from "#console/pages/table/heatmap/cellPosition.ts";
import { heatmapCsv } from "#console/pages/table/heatmap/heatmapCsv.ts";
import { cellWords } from "#console/pages/table/heatmap/heatmapWords.ts";
import { RESIDUES, substitutionsOf } from "#console/pages/table/heatmap/substitutions.ts";

const shown = substitutionsOf(
  [
    { sequence: "MK", value: 1, mutations: null },
    { sequence: "MA", value: 0.25, mutations: "K25A" },
    { sequence: "MA", value: 0.75, mutations: "K25A" },
    { sequence: "MR", value: 0.5, mutations: "K25R" },
  ],
  "single",
  null,
  () => null,
  "MK",
);
const cell = (position: number, residue: string) => ({ position, residue: RESIDUES.indexOf(residue) });

test("keys move by a cell, by 20 positions and to the ends, and stay within the heatmap", () => {
  const start = { position: 5, residue: 3 };
  expect(cellAfterKey("ArrowRight", start, 56)).toEqual({ position: 6, residue: 3 });
  expect(cellAfterKey("ArrowDown", start, 56)).toEqual({ position: 5, residue: 4 });
  expect(cellAfterKey("PageDown", start, 56)).toEqual({ position: 25, residue: 3 });
  expect(cellAfterKey("PageUp", start, 56)).toEqual({ position: 0, residue: 3 });
  expect(cellAfterKey("End", start, 56)).toEqual({ position: 55, residue: 3 });
  expect(cellAfterKey("ArrowUp", { position: 0, residue: 0 }, 56)).toEqual({ position: 0, residue: 0 });
  expect(cellAfterKey("Enter", start, 56)).toBeNull();
});

test("a cell is described by its substitution, its mean and its rows", () => {
  expect(cellWords(shown, cell(1, "A"), "activity")).toBe("K25A: 0.5 activity (mean of 2 rows)");
  expect(cellWords(shown, cell(1, "R"), "activity")).toBe("K25R: 0.5 activity (1 row)");
  expect(cellWords(shown, cell(1, "K"), "activity")).toBe("K25: the reference, 1 activity");
  expect(cellWords(shown, cell(0, "A"), "activity")).toBe("M24A: not measured");
});

test("a heatmap is saved with a line for each measured cell", () => {
  expect(heatmapCsv(shown)).toBe("position,reference,residue,mean,rows\n25,K,A,0.5,2\n25,K,R,0.5,1\n");
});
