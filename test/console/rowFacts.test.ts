import { tableFromArrays } from "@uwdata/flechette";
import fc from "fast-check";
import { expect, test } from "vitest";
import { differencesOf, firstNumberIn, linesOf } from "#console/pages/table/rowFacts.ts";
import { GridRows } from "#console/parts/grid/cells.ts";

const REFERENCE = "MKTAYIAK";

function rowsOf(columns: Record<string, unknown[]>): GridRows {
  const rows = new GridRows();
  rows.add(tableFromArrays(columns as never));
  return rows;
}

test("a sequence's substitutions have the numbers of their residues", () => {
  expect(differencesOf("MKTGYIAR", REFERENCE, 1)).toEqual([
    { at: 3, code: "A4G" },
    { at: 7, code: "K8R" },
  ]);
  expect(differencesOf("MKTGYIAK", REFERENCE, 24)).toEqual([{ at: 3, code: "A27G" }]);
  expect(differencesOf(REFERENCE, REFERENCE, 1)).toEqual([]);
  expect(differencesOf("MKT", REFERENCE, 1)).toBeNull();
});

test("applying the substitutions to the reference gives the sequence", () => {
  const residues = fc.string({
    unit: fc.constantFrom(..."ACDEFGHIKLMNPQRSTVWY"),
    minLength: 8,
    maxLength: 8,
  });
  fc.assert(
    fc.property(residues, fc.integer({ min: -5, max: 400 }), (sequence, first) => {
      const made = [...REFERENCE];
      for (const { at, code } of differencesOf(sequence, REFERENCE, first) ?? []) {
        expect(code).toBe(`${REFERENCE[at]}${at + first}${sequence[at]}`);
        made[at] = code.at(-1) ?? "";
      }
      expect(made.join("")).toBe(sequence);
    }),
    { seed: 46 },
  );
});

test("residues have the numbers of the mutations that the table states", () => {
  const sequence = [REFERENCE, "MKTGYIAK", "MKTAYIAR"];
  const stated = { assay: ["x", "y", "z"], mutations: [null, "A27G", "K31R"] };
  expect(firstNumberIn(rowsOf({ sequence, ...stated }), "sequence", REFERENCE)).toBe(24);
  expect(firstNumberIn(rowsOf({ sequence, tm: [50, 51, 52] }), "sequence", REFERENCE)).toBe(1);
  expect(firstNumberIn(rowsOf({ sequence: [null, null, null], ...stated }), "sequence", REFERENCE)).toBe(1);
});

test("lines begin every 40 residues, and cover the whole sequence", () => {
  expect(linesOf(0)).toEqual([]);
  expect(linesOf(40)).toEqual([0]);
  expect(linesOf(41)).toEqual([0, 40]);
  expect(linesOf(61, 10, 3)).toEqual([0, 30, 60]);
});
