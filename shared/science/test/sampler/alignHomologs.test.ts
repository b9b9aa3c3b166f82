import { DomainError } from "@pdp/basics/errors";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { alignHomologs } from "../../sampler/alignHomologs.ts";
import type { Alignment } from "../../sampler/alignment.ts";
import { GAP, residueIndices, residueLetters } from "../../sequences/aminoAcids.ts";

const REFERENCE = residueIndices("MKVLITGAGS");

function letters({ rows, length, residues }: Alignment): string[] {
  return Array.from({ length: rows }, (_, row) =>
    residueLetters(residues.subarray(row * length, (row + 1) * length)),
  );
}

describe("homologs aligned to a reference", () => {
  it("the reference comes first, and is the only row if there are no homologs", () => {
    expect(letters(alignHomologs(REFERENCE, []).alignment)).toEqual(["MKVLITGAGS"]);
  });

  it("lower-case letters and dots of aligned rows are dropped as insertions", () => {
    const { alignment, cameAligned } = alignHomologs(REFERENCE, [
      "MKVL.ITGAGS",
      "MRVLpITG-GS",
      "MRV-.LSGAGS",
    ]);
    expect(cameAligned).toBe(true);
    expect(letters(alignment).slice(1)).toEqual(["MKVLITGAGS", "MRVLITG-GS", "MRV-LSGAGS"]);
  });

  it("columns missing from the reference are dropped, and its insertions become gaps", () => {
    const { alignment } = alignHomologs(REFERENCE, ["mkVL-ITGAGS", "maILPISGAGT", "..VLPVSGAGT"]);
    expect(letters(alignment)).toEqual(["MKVLITGAGS", "--VLITGAGS", "--ILISGAGT", "--VLVSGAGT"]);
  });

  it("the first row maps the columns if no row is the reference", () => {
    const { alignment } = alignHomologs(REFERENCE, ["PMKVLVTGAGS-", "PMKILVTGAG-W"]);
    expect(letters(alignment).slice(1)).toEqual(["MKVLVTGAGS", "MKILVTGAG-"]);
  });

  it("a first row without one of the chains does not map the columns of that chain", () => {
    const pair = residueIndices("MKVLITGAGS/ACDEFGHIKL");
    for (const lacking of ["/PACDEFGHIKV-", "-----------/PACDEFGHIKV-"]) {
      const { alignment } = alignHomologs(pair, [lacking, "PMKVLVTGAGS/PACDEFGHIKM-"]);
      expect(letters(alignment).slice(1)).toEqual(["-----------ACDEFGHIKV", "MKVLVTGAGS-ACDEFGHIKM"]);
    }
  });

  it("unaligned sequences are aligned individually, even if their lengths are equal", () => {
    const reference = residueIndices("MKVLITGAGSGIGRATARAFAEEGARVAVCDLDE");
    const deleted = "MKVLITGAGSGIGRAAFAEEGARVAVCDLDEWWW";
    const { alignment, cameAligned } = alignHomologs(reference, [
      deleted,
      "MKVLVTGAGSGIGRATARAFAEEGWARVAVCDLDE*",
    ]);
    expect(cameAligned).toBe(false);
    const [, first = "", second] = letters(alignment);
    expect(first.replaceAll("-", "")).toBe(deleted.slice(0, -3));
    expect(first.endsWith("AFAEEGARVAVCDLDE")).toBe(true);
    expect(second).toBe("MKVLVTGAGSGIGRATARAFAEEGARVAVCDLDE");
  });

  it("letters for unknown residues count as gaps", () => {
    expect(letters(alignHomologs(REFERENCE, ["MKXLITGABS"]).alignment)[1]).toBe("MK-LITGA-S");
  });

  it("rows with low coverage and duplicates are dropped", () => {
    const rows = ["MKVLITGAGS", "MKV-------", "MRVLITGAGS", "MRVLITGAGS", "MRVLISGAGS"];
    const { alignment, leftOut } = alignHomologs(REFERENCE, rows);
    expect(leftOut).toEqual({ tooShort: 1, repeated: 1, thinned: 0 });
    expect(alignment.rows).toBe(4);
  });

  it("if there are more than 20,000 rows, including the reference, they are thinned out", () => {
    const rows = Array.from({ length: 20_003 }, (_, index) => {
      const residues = [
        index % 20,
        Math.floor(index / 20) % 20,
        Math.floor(index / 400) % 20,
        Math.floor(index / 8_000),
      ];
      return `MKV--G${residueLetters(Uint8Array.from(residues))}`;
    });
    const { alignment, leftOut } = alignHomologs(REFERENCE, rows);
    expect(leftOut).toEqual({ tooShort: 0, repeated: 0, thinned: 4 });
    expect(alignment.rows).toBe(20_000);
  });

  it("a row with a different number of columns is reported", () => {
    expect(() => alignHomologs(REFERENCE, ["MKVLITGAGS", "MKVL-TGAGS", "MKVLITG"])).toThrow(
      /number 3 has 7 columns and the first one has 10/,
    );
  });

  it("any string is either read or rejected with a DomainError", () => {
    const row = fc.string({ unit: fc.constantFrom(..."ACDEFGHIKLMNPQRSTVWYXacdm-.* \n1é"), maxLength: 30 });
    const check = fc.property(fc.array(row, { maxLength: 6 }), (homologs) => {
      try {
        const { alignment, leftOut } = alignHomologs(REFERENCE, homologs);
        expect(alignment.residues.length).toBe(alignment.rows * REFERENCE.length);
        expect(alignment.residues.every((residue) => residue <= GAP)).toBe(true);
        const { tooShort, repeated, thinned } = leftOut;
        expect(alignment.rows - 1 + tooShort + repeated + thinned).toBe(homologs.length);
      } catch (error) {
        expect(error).toBeInstanceOf(DomainError);
      }
    });
    fc.assert(check, { seed: 1, numRuns: 500 });
  });
});
