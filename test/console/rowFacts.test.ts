import { numberingFrom } from "@pdp/basics/proteins";
import fc from "fast-check";
import { expect, test } from "vitest";
import { linesOf } from "#console/pages/table/rowFacts.ts";
import { changedSites } from "#console/pages/variant/writeChanges.ts";

const REFERENCE = "MKTAYIAK";

test("a sequence's substitutions use residue numbers", () => {
  expect(changedSites("MKTGYIAR", REFERENCE, numberingFrom(1))).toEqual([
    { index: 3, code: "A4G" },
    { index: 7, code: "K8R" },
  ]);
  expect(changedSites("MKTGYIAK", REFERENCE, numberingFrom(24))).toEqual([{ index: 3, code: "A27G" }]);
  expect(changedSites(REFERENCE, REFERENCE, numberingFrom(1))).toEqual([]);
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
      for (const { index, code } of changedSites(sequence, REFERENCE, numberingFrom(first))) {
        expect(code).toBe(`${REFERENCE[index]}${index + first}${sequence[index]}`);
        made[index] = code.at(-1) ?? "";
      }
      expect(made.join("")).toBe(sequence);
    }),
    { seed: 46 },
  );
});

test("lines start every 40 residues and cover the whole sequence", () => {
  expect(linesOf(0)).toEqual([]);
  expect(linesOf(40)).toEqual([0]);
  expect(linesOf(41)).toEqual([0, 40]);
  expect(linesOf(61, 10, 3)).toEqual([0, 30, 60]);
});
