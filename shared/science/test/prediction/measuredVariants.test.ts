import { createRandom, quantile } from "@pdp/basics/statistics";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { measuredVariants } from "../../prediction/measuredVariants.ts";

const REFERENCE = "ACDEF";
const sequence = fc.string({ unit: fc.constantFrom(..."ACD"), minLength: 5, maxLength: 5 });

/** Counts the positions that differ between two sequences of the same length. */
function differences(first: string, other: string): number {
  return [...first].filter((letter, at) => letter !== other[at]).length;
}

describe("the distance from measured variants", () => {
  it("the distance is the number of differences from the nearest variant", () => {
    fc.assert(
      fc.property(fc.array(sequence, { minLength: 1, maxLength: 12 }), sequence, (variants, query) => {
        const expected = Math.min(...variants.map((variant) => differences(variant, query)));
        expect(measuredVariants(variants, REFERENCE).distance(query)).toBe(expected);
      }),
    );
  });

  it("the reach covers the distance to the nearest other variant for 95 % of variants", () => {
    fc.assert(
      fc.property(fc.uniqueArray(sequence, { minLength: 2, maxLength: 8 }), (variants) => {
        const others = variants.map((variant) =>
          Math.min(
            ...variants.filter((other) => other !== variant).map((other) => differences(variant, other)),
          ),
        );
        const expected = Math.ceil(quantile(others, 0.95));
        expect(measuredVariants(variants, REFERENCE).reach(createRandom("1"))).toBe(expected);
      }),
    );
  });

  it("variants of a different length are ignored, and without variants the distance is infinite", () => {
    const measured = measuredVariants(["ACDE", "ACDEFA"], REFERENCE);
    expect([measured.count, measured.distance(REFERENCE)]).toEqual([0, Number.POSITIVE_INFINITY]);
    expect(measured.reach(createRandom("1"))).toBe(Number.POSITIVE_INFINITY);
  });

  it("the number of newly changed positions is reported", () => {
    const measured = measuredVariants(["CCDEF", "ACDEA", REFERENCE], REFERENCE);
    expect(["CCDEC", "DADEF", "ADAAF"].map(measured.newPositions)).toEqual([0, 1, 3]);
  });

  it("the reach is the 95th percentile of distances between variants", () => {
    const near = [..."CDEFGHIKLMNPQRSTVWY"].map((letter) => `${letter}CDEF`);
    const measured = measuredVariants([REFERENCE, ...near, "WWWWW"], REFERENCE);
    expect(measured.reach(createRandom("1"))).toBe(1);
    expect(measuredVariants(["ACDEF", "CADEF"], REFERENCE).reach(createRandom("1"))).toBe(2);
  });
});
