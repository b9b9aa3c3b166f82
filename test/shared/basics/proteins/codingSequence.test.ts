import fc from "fast-check";
import { describe, expect, test } from "vitest";
import "../../../support/propertySeed.ts";
import {
  isCodingSequence,
  Numbering,
  ReferenceInput,
  translate,
  translateVariant,
} from "@pdp/basics/proteins";
import { variantReader } from "@pdp/formats/proteins";
import * as v from "valibot";

/** One codon for each amino acid, from a table of the standard code that is independent of the one under test. */
const CODONS: Record<string, string> = {
  A: "GCT",
  C: "TGC",
  D: "GAT",
  E: "GAA",
  F: "TTC",
  G: "GGA",
  H: "CAT",
  I: "ATC",
  K: "AAA",
  L: "CTG",
  M: "ATG",
  N: "AAC",
  P: "CCG",
  Q: "CAG",
  R: "CGT",
  S: "AGC",
  T: "ACC",
  V: "GTG",
  W: "TGG",
  Y: "TAC",
};
const WT = "MKATYIAKLEDWGHPQRSVNFC";
const coding = (protein: string) => [...protein].map((letter) => CODONS[letter]).join("");

describe("a coding sequence", () => {
  test("is translated with the standard code", () => {
    expect(translate(coding(WT))).toBe(WT);
    expect(translate("TAATAGTGAUGA")).toBe("****");
    expect(translate("ttaCTNATAA")).toBe("LXI");
  });

  test("is translated in the frame of the reference", () => {
    const protein = fc.string({
      unit: fc.constantFrom(...Object.keys(CODONS)),
      minLength: 12,
      maxLength: 60,
    });
    const bases = fc.string({ unit: fc.constantFrom(..."ACGT"), maxLength: 2 });
    fc.assert(
      fc.property(protein, bases, bases, fc.constantFrom("", "TAA"), (reference, before, after, stop) => {
        const read = translateVariant(
          before + coding(reference) + stop + (stop === "" ? "" : after),
          reference,
        );
        expect(read).toEqual({ sequence: reference });
      }),
      { numRuns: 200 },
    );
  });

  test("of a substitution and of a deletion becomes that protein", () => {
    const changed = WT.replace("Y", "F");
    const shortened = WT.slice(0, 4) + WT.slice(6);
    for (const protein of [changed, shortened])
      expect(translateVariant(coding(protein), WT)).toEqual({ sequence: protein });
  });

  test("with a stop codon has no complete protein", () => {
    const bases = `${coding(WT.slice(0, 12))}TAG${coding(WT.slice(13))}`;
    expect(translateVariant(bases, WT)).toEqual({ truncation: "STOP", code: "stop codon 13" });
  });

  test("of another protein, or with an unknown base, is refused as DNA", () => {
    expect(translateVariant("GGTTCA".repeat(12), WT)).toEqual({
      reason:
        "is DNA that does not code for the reference in any frame; provide the protein for which it codes",
    });
    const unknown = `${coding(WT.slice(0, 3))}NAC${coding(WT.slice(4))}`;
    expect(translateVariant(unknown, WT)).toEqual({
      reason: "is DNA whose codon 4 has an unknown base; replace N by the base, or exclude the row",
    });
  });

  test("is distinguished from mutations and words", () => {
    expect([coding(WT), coding(WT).toLowerCase()].map(isCodingSequence)).toEqual([true, true]);
    expect(["A23G:C24T", "WT", "GATTACA", WT].map(isCodingSequence)).toEqual([false, false, false, false]);
  });

  test("is read in a column of mutations, next to the wild type", () => {
    const reader = variantReader("nt_seq", { sequence: WT, numbering: new Numbering({ first_position: 1 }) });
    const changed = WT.replace("Y", "F");
    expect([coding(changed), "WT", "Y5F"].map((cell) => reader.read([cell]))).toEqual([
      { sequence: changed },
      { sequence: WT },
      { sequence: changed },
    ]);
  });
});

test("a project reference of DNA is refused", () => {
  const { issues = [] } = v.safeParse(ReferenceInput, { name: "wt", monomer: "ATGAAAGCTACCTACATCGCTAAACTG" });
  expect(issues.map(({ message }) => message)).toEqual([expect.stringContaining("is DNA")]);
});
