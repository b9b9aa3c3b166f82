import fc from "fast-check";
import { expect, test } from "vitest";
import { singleGap } from "../../proteins/singleGap.ts";

/** Number of identical residues with a gap after the first `cut` residues of the shorter sequence. */
function sameWith(cut: number, one: string, other: string): number {
  const overlap = Math.min(one.length, other.length);
  return Array.from({ length: overlap }, (_, at) => {
    const [from, otherFrom] = at < cut ? [0, 0] : [one.length - overlap, other.length - overlap];
    return one[at + from] === other[at + otherFrom];
  }).filter(Boolean).length;
}

test("the last of the gaps with the largest number of identical residues is found", () => {
  expect(singleGap("MKTAYIAK", "MKTYIAK")).toEqual({ cut: 3, same: 7 });
  // A residue of a repeat is missing: the gap is at the end of the repeat, as in designs.
  expect(singleGap("MKAAAT", "MKAAT")).toEqual({ cut: 4, same: 5 });
  expect(singleGap("", "MK")).toEqual({ cut: 0, same: 0 });
  const sequence = fc.string({ unit: fc.constantFrom(..."AC"), maxLength: 12 });
  fc.assert(
    fc.property(sequence, sequence, (one, other) => {
      const cuts = Array.from({ length: Math.min(one.length, other.length) + 1 }, (_, cut) => cut);
      const same = Math.max(...cuts.map((cut) => sameWith(cut, one, other)));
      const cut = cuts.findLast((at) => sameWith(at, one, other) === same);
      expect(singleGap(one, other)).toEqual({ cut, same });
    }),
    { numRuns: 300 },
  );
});
