import { describe, expect, it } from "vitest";
import { matrixRow } from "../../linearAlgebra/matrix.ts";
import { createAlignment } from "../../sampler/alignment.ts";
import { profile } from "../../sampler/profile.ts";
import { residueIndex, residueIndices } from "../../sequences/aminoAcids.ts";
import { substitutionProbabilities } from "../../sequences/blosum62.ts";

const REFERENCE = residueIndices("WI");
const [V, W] = [residueIndex("V"), residueIndex("W")];

describe("the profile", () => {
  it("without homologs, the profile is the substitution matrix around the reference", () => {
    const row = matrixRow(profile(createAlignment(REFERENCE, []), Float64Array.of(1)), 0);
    const around = matrixRow(substitutionProbabilities(), W);
    expect([...row]).toEqual(
      [...around].map((p, residue) => expect.closeTo((11 * p + (residue === W ? 1 : 0)) / 12)),
    );
  });

  it("with many rows, the profile approaches the weighted frequencies", () => {
    const related = Array.from({ length: 4_000 }, (_, row) => residueIndices(row % 4 === 0 ? "WV" : "WI"));
    const weights = Float64Array.from({ length: 4_001 }, (_, row) => (row % 4 === 1 ? 3 : 1));
    const result = profile(createAlignment(REFERENCE, related), weights);
    expect(matrixRow(result, 1)[V]).toBeCloseTo(0.5, 2);
    expect(matrixRow(result, 0)[W]).toBeGreaterThan(0.99);
  });

  it("every residue is possible and rows sum to one, even if all rows have gaps", () => {
    const gapped = createAlignment(REFERENCE, [residueIndices("-I")]);
    const result = profile(gapped, Float64Array.of(0, 1));
    expect(result.data.every((p) => p > 0)).toBe(true);
    for (const position of [0, 1]) {
      expect(matrixRow(result, position).reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 12);
    }
  });
});
