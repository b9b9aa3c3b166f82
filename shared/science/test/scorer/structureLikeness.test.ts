import { expect, test } from "vitest";
import { RESIDUE_KINDS } from "../../scorer/mutationRows.ts";
import { changeScale, environmentLikeness } from "../../scorer/structureLikeness.ts";

/** Changes at three positions: any amino acid fits at the first two, and only alanine at the third. */
const CHANGES = Float64Array.from({ length: 3 * RESIDUE_KINDS }, (_, at) =>
  at < 2 * RESIDUE_KINDS || at === 2 * RESIDUE_KINDS ? 0 : -50,
);

test("positions where the same amino acids fit are similar, regardless of their distance in the sequence", () => {
  const likeness = environmentLikeness(CHANGES);
  const at = (a: number, b: number): number => likeness[a * 3 + b]!;
  expect(at(0, 0)).toBeCloseTo(1, 6);
  expect(at(0, 1)).toBeCloseTo(1, 6);
  expect(at(2, 2)).toBeCloseTo(1, 6);
  // The distance of a uniform distribution from a certain one is √(1 − √(1/20)).
  expect(at(0, 2)).toBeCloseTo(Math.exp(-3 * Math.sqrt(1 - Math.sqrt(1 / 20))), 6);
  expect(at(2, 0)).toBe(at(0, 2));
});

test("the scale of changes ignores what does not change, and is 1 without any change", () => {
  expect(changeScale(CHANGES)).toBeCloseTo(50, 9);
  expect(changeScale(new Float64Array(RESIDUE_KINDS))).toBe(1);
});
