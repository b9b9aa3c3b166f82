import { describe, expect, it } from "vitest";
import { matrixRow } from "../linearAlgebra/matrix.ts";
import { residueIndex } from "../sequences/aminoAcids.ts";
import {
  BLOSUM62,
  BLOSUM62_BACKGROUND,
  residueEmbedding,
  substitutionProbabilities,
} from "../sequences/blosum62.ts";

const score = (a: string, b: string): number => BLOSUM62[residueIndex(a) * 20 + residueIndex(b)]!;

describe("BLOSUM62", () => {
  it("BLOSUM62 is symmetric with the published scores", () => {
    expect(BLOSUM62).toHaveLength(400);
    for (let a = 0; a < 20; a += 1) {
      for (let b = 0; b < 20; b += 1) expect(BLOSUM62[a * 20 + b]).toBe(BLOSUM62[b * 20 + a]);
    }
    // Sum of the scores of the 20 residues in the matrix of Biopython 1.88.
    expect(BLOSUM62.reduce((sum, value) => sum + value, 0)).toBe(-426);
    expect([score("W", "W"), score("C", "C"), score("I", "V"), score("D", "L"), score("H", "Y")]).toEqual([
      11, 9, 3, -4, 2,
    ]);
  });

  it("the mean score of unrelated sequences is about minus half a bit", () => {
    let expectation = 0;
    for (let a = 0; a < 20; a += 1) {
      for (let b = 0; b < 20; b += 1) {
        expectation += BLOSUM62_BACKGROUND[a]! * BLOSUM62_BACKGROUND[b]! * BLOSUM62[a * 20 + b]!;
      }
    }
    // NCBI's file specifies Expected = −0.5209 bits; scores are half bits.
    expect(expectation / 2).toBeCloseTo(-0.5209, 1);
    expect(BLOSUM62_BACKGROUND.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12);
  });
});

describe("substitution probabilities", () => {
  it("the probabilities for each residue sum to 1, and the residue itself is the most enriched", () => {
    const probabilities = substitutionProbabilities();
    for (let a = 0; a < 20; a += 1) {
      const row = matrixRow(probabilities, a);
      expect(row.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12);
      const odds = row.map((share, b) => share / BLOSUM62_BACKGROUND[b]!);
      expect(odds.indexOf(Math.max(...odds))).toBe(a);
    }
  });

  it("the background is preserved, except for rounding of scores", () => {
    const probabilities = substitutionProbabilities();
    for (let b = 0; b < 20; b += 1) {
      let share = 0;
      for (let a = 0; a < 20; a += 1) share += BLOSUM62_BACKGROUND[a]! * matrixRow(probabilities, a)[b]!;
      expect(share / BLOSUM62_BACKGROUND[b]!).toBeGreaterThan(0.9);
      expect(share / BLOSUM62_BACKGROUND[b]!).toBeLessThan(1.1);
    }
  });
});

describe("the embedding of residues", () => {
  it("the full embedding reproduces the distances of the scores exactly", () => {
    const embedding = residueEmbedding();
    for (let a = 0; a < 20; a += 1) {
      for (let b = 0; b < 20; b += 1) {
        const expected = BLOSUM62[a * 21]! + BLOSUM62[b * 21]! - 2 * BLOSUM62[a * 20 + b]!;
        const other = matrixRow(embedding, b);
        const squared = matrixRow(embedding, a).reduce((sum, x, axis) => sum + (x - other[axis]!) ** 2, 0);
        expect(squared).toBeCloseTo(expected, 10);
      }
    }
  });

  it("fewer dimensions are a prefix of the full embedding", () => {
    const [all, few] = [residueEmbedding(), residueEmbedding(5)];
    for (let a = 0; a < 20; a += 1) expect(matrixRow(few, a)).toEqual(matrixRow(all, a).subarray(0, 5));
    expect(() => residueEmbedding(20)).toThrow(RangeError);
  });
});
