import { numberingFrom } from "@pdp/basics/proteins";
import fc from "fast-check";
import { expect, test } from "vitest";
import { legendOf } from "#console/pages/table/heatmap/legendWords.ts";
import { chosenCell, rowsBehind } from "#console/pages/table/heatmap/rowsBehind.ts";
import { measuredPositions, RESIDUES, substitutionsOf } from "#console/pages/table/heatmap/substitutions.ts";
import { predictedHeatmap } from "#console/pages/tasks/predict/predictedHeatmap.ts";
import { readSequences } from "#console/pages/tasks/predict/readSequences.ts";

const variant = (sequence: string, value: number) => ({ sequence, value, mutations: null });

test("pasted sequences are read as lines or FASTA, and each is listed once", () => {
  expect(readSequences("mkta\n\n MKTG \nMKTA*\n")).toEqual(["MKTA", "MKTG"]);
  expect(readSequences(">a\nMK\nTA\n>b\nMKTG\n")).toEqual(["MKTA", "MKTG"]);
  expect(readSequences(">only a title")).toEqual([]);
  expect(() => readSequences("MKTA\nMKB")).toThrow(
    'Sequence 2 has "B" at position 3, which is not an amino acid.',
  );
});

test("any string is either read or rejected with a message", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."MKA>b \n\r;*1") }), (text) => {
      try {
        for (const sequence of readSequences(text)) expect(sequence).toMatch(/^[MKA]*$/);
      } catch (error) {
        expect((error as Error).message).toMatch(
          /^Sequence \d+ has ".+" at position \d+, which is not an amino acid\.$/,
        );
      }
    }),
    { numRuns: 200 },
  );
});

test("a difference heatmap shows predicted minus measured values, and is white where they agree", () => {
  const predicted = [variant("MK", 1), variant("AK", 2), variant("MA", 3)];
  const measured = [variant("MK", 1), variant("AK", 1.5), variant("GG", 9)];
  const maps = predictedHeatmap("MK", predicted, measured, numberingFrom(24));
  const at = (position: number, residue: string) => position * RESIDUES.length + RESIDUES.indexOf(residue);
  expect(maps.difference?.cells[at(0, "A")]).toEqual({ mean: 0.5, rows: 1 });
  expect(maps.difference?.cells.filter((cell) => cell !== null)).toHaveLength(1);
  expect([maps.difference?.sites, maps.predicted.numbers]).toEqual([
    [0.5, null],
    [24, 25],
  ]);
  expect(maps.measured?.reach).toBe(maps.predicted.reach);
  // A value has the same color in both heatmaps, even if their reference values differ.
  const shifted = predictedHeatmap("MK", [variant("MK", 5), variant("AK", 9)], measured, numberingFrom(1));
  expect([shifted.predicted.center, shifted.predicted.reach]).toEqual([1, 8]);
  expect([shifted.measured?.center, shifted.measured?.reach]).toEqual([1, 8]);
  const legend = maps.difference && legendOf(maps.difference, true);
  expect([legend?.middle, legend?.best]).toEqual([
    "0, predicted as measured",
    "predicted better (0.5 or more)",
  ]);
  expect(predictedHeatmap("MK", predicted, [], numberingFrom(1)).difference).toBeNull();
});

test("a cell links to the rows that its mean is computed from, even if positions are hidden", () => {
  const variants = [
    variant("MKT", 1),
    variant("MKT", 1),
    variant("MKA", 2),
    variant("GKA", 3),
    variant("MKT", 1),
  ];
  const whole = substitutionsOf(variants, "all");
  const shown = measuredPositions(whole);
  expect(shown.numbers).toEqual([1, 3]);
  const cell = chosenCell(whole, shown, 1, RESIDUES.indexOf("A"));
  expect(cell).toEqual({ index: 2, residue: "A", code: "T3A" });
  if (cell === null) throw new Error("There is a cell.");
  const values = (counted: "all" | "single") =>
    rowsBehind(variants, whole.reference, counted, cell).map(({ value }) => value);
  expect([values("all"), values("single")]).toEqual([[2, 3], [2]]);
  expect(chosenCell(whole, shown, 5, 0)).toBeNull();
});
