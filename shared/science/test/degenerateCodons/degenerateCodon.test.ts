import { AMINO_ACIDS, translate } from "@pdp/basics/proteins";
import { expect, test } from "vitest";
import { clonesForCoverage } from "../../degenerateCodons/coverage.ts";
import {
  codonChoices,
  degenerateCodon,
  plainCodons,
  residuesOf,
} from "../../degenerateCodons/degenerateCodon.ts";

test.each([
  ["NNK", 32, AMINO_ACIDS, 1],
  ["NDT", 12, "CDFGHILNRSVY", 0],
  ["DBK", 18, "ACFGILMRSTVW", 0],
  ["22c", 22, AMINO_ACIDS, 0],
  ["UGG", 1, "W", 0],
])("%s has %i codons for %s with %i stops", (text, size, residues, stops) => {
  const codon = degenerateCodon(text);
  expect(codon).toMatchObject({ size, stops });
  expect(codon && residuesOf(codon)).toBe(residues);
});

test("the mixture 22C uses two codons for leucine and valine and one for each other amino acid", () => {
  const { counts = [] } = degenerateCodon("22C") ?? {};
  expect([...AMINO_ACIDS].filter((_, index) => counts[index] === 2)).toEqual(["L", "V"]);
});

test.each(["", "NN", "NNKK", "XYZ", "22D", "N K"])("%o is not a degenerate codon", (text) => {
  expect(degenerateCodon(text)).toBeNull();
});

test("the choices contain every set of amino acids that some codon codes for, without avoidable stops", () => {
  const choices = codonChoices();
  expect(new Set(choices.map(residuesOf)).size).toBe(choices.length);
  const all = choices.find((codon) => residuesOf(codon) === AMINO_ACIDS);
  expect(all).toMatchObject({ size: 32, stops: 1 });
  for (const { name, size, stops } of choices) {
    const residues = plainCodons(name).map(translate);
    expect([residues.length, residues.filter((residue) => residue === "*").length]).toEqual([size, stops]);
  }
});

// 1 to 3 positions in Table 1 of Reetz, Kahakeaw & Lohmer 2008: rounded there to the nearest integer.
test.each([
  [32, 94],
  [32 ** 2, 3_066],
  [32 ** 3, 98_163],
  [12, 34],
  [12 ** 2, 430],
  [12 ** 3, 5_175],
])("a library of %i combinations needs about %i clones for a coverage of 95 %%", (size, published) => {
  expect(Math.abs(clonesForCoverage(size) - published)).toBeLessThanOrEqual(1);
  expect(1 - (1 - 1 / size) ** clonesForCoverage(size)).toBeGreaterThanOrEqual(0.95);
});
