import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createAlignment } from "../../sampler/alignment.ts";
import { effectiveNumber, sequenceWeights } from "../../sampler/sequenceWeights.ts";
import { residueIndices } from "../../sequences/aminoAcids.ts";

function weights(...rows: string[]): number[] {
  const [reference, ...related] = rows.map(residueIndices);
  return [...sequenceWeights(createAlignment(reference!, related))];
}

describe("sequence weights", () => {
  it("rows identical at 80 % or more of the positions share one count", () => {
    expect(weights("AAAAAAAAAA", "AAAAAAAACC", "DDDDDDDDDD")).toEqual([1 / 2, 1 / 2, 1]);
    expect(weights("AAAAAAAAAA", "AAAAAAACCC")).toEqual([1, 1]);
  });

  it("weights sum to the number of clusters of equal rows", () => {
    const rows = [..."ACDEF"].flatMap((letter) => [letter.repeat(70), letter.repeat(70)]);
    expect(effectiveNumber(Float64Array.from(weights(...rows)))).toBeCloseTo(5, 12);
  });

  it("weights match a position-by-position count for any alignment", () => {
    const alignments = fc.integer({ min: 1, max: 70 }).chain((length) =>
      fc.array(fc.uint8Array({ minLength: length, maxLength: length, max: 20 }), {
        minLength: 1,
        maxLength: 12,
      }),
    );
    // Few mutations per row, so that there are pairs on both sides of the threshold.
    const close = fc.integer({ min: 0, max: 255 });
    const check = fc.property(alignments, close, (drawn, mixing) => {
      const rows = drawn.map((row) =>
        row.map((residue, at) => ((residue * mixing) % 7 < 2 ? residue : drawn[0]![at]!)),
      );
      const length = rows[0]!.length;
      const expected = rows.map((a) => {
        const near = rows.filter(
          (b) => 5 * a.filter((residue, at) => residue === b[at]).length >= 4 * length,
        );
        return 1 / near.length;
      });
      expect([...sequenceWeights(createAlignment(rows[0]!, rows.slice(1)))]).toEqual(expected);
    });
    fc.assert(check, { seed: 2, numRuns: 300 });
  });
});
