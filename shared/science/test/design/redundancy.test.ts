import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mutationCount } from "../../design/designSpace.ts";
import { createRedundancy } from "../../design/redundancy.ts";
import { residueIndices } from "../../sequences/aminoAcids.ts";

const TEMPLATE = residueIndices("AAAA");

describe("the limit of redundancy", () => {
  const designs = fc.uniqueArray(fc.array(fc.constantFrom(0, 1, 2), { minLength: 4, maxLength: 4 }), {
    maxLength: 60,
    selector: String,
  });

  it("each selected design has a limited number of worse neighbors, regardless of the order of arrival", () => {
    fc.assert(
      fc.property(designs, fc.nat(4), fc.infiniteStream(fc.nat(9)), (rows, limit, merits) => {
        const offered = rows.map((row) => ({
          sequence: Uint8Array.from(row),
          merit: merits.next().value as number,
        }));
        const redundancy = createRedundancy(limit, TEMPLATE);
        const selected = offered.filter(({ sequence, merit }) => redundancy.admit(sequence, merit));
        for (const selection of selected) {
          const worse = selected.filter(
            (other) =>
              other.merit < selection.merit && mutationCount(selection.sequence, other.sequence) <= 1,
          );
          expect(worse.length).toBeLessThanOrEqual(limit);
        }
      }),
      { seed: 1, numRuns: 500 },
    );
  });

  it("a design is accepted if the limit allows it", () => {
    fc.assert(
      fc.property(designs, fc.nat(3), (rows, limit) => {
        const redundancy = createRedundancy(limit, TEMPLATE);
        const selected: { sequence: Uint8Array; worse: number }[] = [];
        for (const [at, row] of rows.entries()) {
          const sequence = Uint8Array.from(row);
          const better = selected.filter((selection) => mutationCount(selection.sequence, sequence) <= 1);
          const admitted = better.every(({ worse }) => worse < limit);
          expect(redundancy.admit(sequence, -at)).toBe(admitted);
          if (!admitted) continue;
          for (const selection of better) selection.worse += 1;
          selected.push({ sequence, worse: 0 });
        }
      }),
      { seed: 2, numRuns: 500 },
    );
  });

  it("a limit of 0 keeps designs at least two substitutions apart", () => {
    const redundancy = createRedundancy(0, TEMPLATE);
    const admitted = ["CAAA", "DAAA", "CCAA", "AACC"].map((text, at) =>
      redundancy.admit(residueIndices(text), -at),
    );
    expect(admitted).toEqual([true, false, false, true]);
  });
});
