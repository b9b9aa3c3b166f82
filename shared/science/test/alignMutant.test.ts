import { AMINO_ACIDS } from "@pdp/basics/proteins";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { GB1 } from "../../../test/shared/science/analysis/simulateAssays.ts";
import { alignMutant, alignmentCost, insertedResidues } from "../sequences/alignMutant.ts";
import { alignPair } from "../sequences/alignPair.ts";
import { GAP, residueIndices, residueLetters } from "../sequences/aminoAcids.ts";

const REFERENCE = residueIndices(GB1);
const sequences = fc.string({ unit: fc.constantFrom(...AMINO_ACIDS), minLength: 1, maxLength: 70 });

function alignLetters(sequence: string): { residues: string; inserted: number } {
  const mutant = alignMutant(residueIndices(sequence), REFERENCE);
  return { residues: residueLetters(mutant.residues), inserted: insertedResidues(mutant) };
}

function without(text: string, from: number, count: number): string {
  return text.slice(0, from) + text.slice(from + count);
}

describe("the alignment of a mutant", () => {
  it("a sequence of the reference's length is compared position by position", () => {
    const sequence = `WCWCWC${GB1.slice(6)}`;
    expect(alignLetters(sequence)).toEqual({ residues: sequence, inserted: 0 });
  });

  it("a deletion plus an insertion is detected in a sequence of the reference's length", () => {
    const shifted = `${without(GB1, 9, 1)}W`;
    expect(alignLetters(shifted)).toEqual({
      residues: `${GB1.slice(0, 9)}-${GB1.slice(10)}`,
      inserted: 1,
    });
    expect(alignLetters(GB1.slice(1) + GB1[0])).toEqual({ residues: `-${GB1.slice(1)}`, inserted: 1 });
    // A shift of a few residues is more likely to be a group of substitutions.
    const close = `${GB1.slice(0, 20)}${GB1.slice(21, 25)}W${GB1.slice(25)}`;
    expect(alignLetters(close)).toEqual({ residues: close, inserted: 0 });
  });

  it("a sequence of the same length that differs everywhere is not realigned", () => {
    const unlike = [...GB1].map((letter, at) => (at % 3 === 0 ? letter : "W")).join("");
    expect(alignmentCost(residueIndices(unlike), REFERENCE)).toBe(0);
    expect(alignLetters(unlike)).toEqual({ residues: unlike, inserted: 0 });
    expect(alignmentCost(residueIndices(`${without(GB1, 9, 1)}W`), REFERENCE)).toBeGreaterThan(0);
  });

  it("the positions of inserted residues are reported", () => {
    const { insertions } = alignMutant(residueIndices(`${GB1.slice(0, 30)}WCW${GB1.slice(30)}`), REFERENCE);
    expect(insertions).toEqual([{ after: 30, residues: residueIndices("WCW") }]);
  });

  it("a deletion between substitutions is found", () => {
    const mutant = `A${without(GB1, 20, 2).slice(1, -1)}W`;
    const expected = `A${GB1.slice(1, 20)}--${GB1.slice(22, -1)}W`;
    expect(alignLetters(mutant)).toEqual({ residues: expected, inserted: 0 });
  });

  it("an insertion is found and every reference position is kept", () => {
    expect(alignLetters(`${GB1.slice(0, 30)}WCW${GB1.slice(30)}`)).toEqual({ residues: GB1, inserted: 3 });
  });

  it("terminal tags are insertions, and truncations are deletions", () => {
    expect(alignLetters(`HHHHHH${GB1}`)).toEqual({ residues: GB1, inserted: 6 });
    expect(alignLetters(`${GB1}HHHHHH`)).toEqual({ residues: GB1, inserted: 6 });
    expect(alignLetters(GB1.slice(0, 40))).toEqual({
      residues: GB1.slice(0, 40) + "-".repeat(16),
      inserted: 0,
    });
  });

  it("among equivalent gap positions, the last is chosen", () => {
    // T16 T17 T18: it is impossible to tell which one is missing.
    expect(alignLetters(without(GB1, 15, 1)).residues).toBe(`${GB1.slice(0, 17)}-${GB1.slice(18)}`);
  });

  it("two gaps require a full alignment", () => {
    const twice = without(without(GB1, 40, 2), 10, 2);
    const { residues, inserted } = alignLetters(twice);
    expect(alignmentCost(residueIndices(twice), REFERENCE)).toBeGreaterThan(0);
    expect(inserted).toBe(0);
    expect(residues.replaceAll("-", "")).toBe(twice);
    const differing = [...residues].filter((letter, position) => letter !== GB1[position]);
    expect(differing).toEqual(["-", "-", "-", "-"]);
  });

  it("a single gap costs nothing", () => {
    expect(alignmentCost(residueIndices(without(GB1, 25, 3)), REFERENCE)).toBe(0);
  });

  it("every residue of any sequence is accounted for", () => {
    fc.assert(
      fc.property(sequences, (sequence) => {
        const { residues, insertions } = alignMutant(residueIndices(sequence), REFERENCE);
        expect(residues.length).toBe(REFERENCE.length);
        const parts: string[] = [];
        let from = 0;
        for (const { after, residues: inserted } of insertions) {
          expect(after).toBeGreaterThanOrEqual(from);
          parts.push(residueLetters(residues.subarray(from, after)), residueLetters(inserted));
          from = after;
        }
        parts.push(residueLetters(residues.subarray(from)));
        expect(parts.join("").replaceAll("-", "")).toBe(sequence);
      }),
      { seed: 3, numRuns: 300 },
    );
  });

  it("one gap with few substitutions needs no more mutations than the optimal alignment", () => {
    const changes = fc.array(fc.tuple(fc.nat(GB1.length - 1), fc.constantFrom(...AMINO_ACIDS)), {
      maxLength: 4,
    });
    fc.assert(
      fc.property(changes, fc.nat(50), fc.integer({ min: 1, max: 4 }), (substitutions, from, count) => {
        const letters = [...GB1];
        for (const [position, letter] of substitutions) letters[position] = letter;
        const mutant = residueIndices(without(letters.join(""), from, count));
        const differing = (residues: Uint8Array): number =>
          residues.filter((residue, position) => residue !== REFERENCE[position]).length;
        const { first, second } = alignPair(REFERENCE, mutant);
        const optimal = differing(second.filter((_, column) => first[column] !== GAP));
        expect(differing(alignMutant(mutant, REFERENCE).residues)).toBeLessThanOrEqual(optimal);
      }),
      { seed: 4, numRuns: 300 },
    );
  });
});
