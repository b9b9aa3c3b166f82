import { AMINO_ACIDS } from "@pdp/basics/proteins";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { GAP, residueIndex, residueIndices, residueLetters, UNKNOWN } from "../sequences/aminoAcids.ts";

describe("residues", () => {
  it("residues are numbered alphabetically, regardless of case", () => {
    expect([...residueIndices(AMINO_ACIDS)]).toEqual(Array.from({ length: 20 }, (_, index) => index));
    expect(residueIndices(AMINO_ACIDS.toLowerCase())).toEqual(residueIndices(AMINO_ACIDS));
    expect([residueIndex("A"), residueIndex("w"), residueIndex("-"), residueIndex(".")]).toEqual([
      0,
      18,
      GAP,
      GAP,
    ]);
  });

  it("letters other than amino acids are treated as unknown residues", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const indices = residueIndices(text);
        expect(indices).toHaveLength(text.length);
        indices.forEach((index, position) => {
          const letter = text[position]!;
          const known = /^[ACDEFGHIKLMNPQRSTVWYacdefghiklmnpqrstvwy]$/.test(letter);
          const expected = known
            ? AMINO_ACIDS.indexOf(letter.toUpperCase())
            : /^[-.]$/.test(letter)
              ? GAP
              : UNKNOWN;
          expect(index).toBe(expected);
        });
      }),
      { seed: 1, numRuns: 300 },
    );
  });

  it("residue numbers convert back to letters", () => {
    expect(residueLetters(residueIndices("MKX-w*b"))).toBe("MKX-WXX");
  });
});
