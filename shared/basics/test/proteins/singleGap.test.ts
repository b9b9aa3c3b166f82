import fc from "fast-check";
import { expect, test } from "vitest";
import { singleGap } from "../../proteins/singleGap.ts";

/** Number of identical residues with a gap after the first `cut` residues of the shorter sequence. */
function sameWith(cut: number, first: string, second: string): number {
  const overlap = Math.min(first.length, second.length);
  return Array.from({ length: overlap }, (_, at) => {
    const [from, otherFrom] = at < cut ? [0, 0] : [first.length - overlap, second.length - overlap];
    return first[at + from] === second[at + otherFrom];
  }).filter(Boolean).length;
}

test("the last of the gaps with the largest number of identical residues is found", () => {
  expect(singleGap("MKTAYIAK", "MKTYIAK")).toEqual({ cut: 3, same: 7 });
  // A residue of a repeat is missing: the gap is at the end of the repeat, as in designs.
  expect(singleGap("MKAAAT", "MKAAT")).toEqual({ cut: 4, same: 5 });
  expect(singleGap("", "MK")).toEqual({ cut: 0, same: 0 });
  const sequence = fc.string({ unit: fc.constantFrom(..."AC"), maxLength: 12 });
  fc.assert(
    fc.property(sequence, sequence, (first, second) => {
      const cuts = Array.from({ length: Math.min(first.length, second.length) + 1 }, (_, cut) => cut);
      const same = Math.max(...cuts.map((cut) => sameWith(cut, first, second)));
      const cut = cuts.findLast((at) => sameWith(at, first, second) === same);
      expect(singleGap(first, second)).toEqual({ cut, same });
    }),
    { numRuns: 300 },
  );
});
