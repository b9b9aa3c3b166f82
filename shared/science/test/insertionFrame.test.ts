import fc from "fast-check";
import { expect, it } from "vitest";
import { alignMutant } from "../sequences/alignMutant.ts";
import { GAP, residueIndices, residueLetters } from "../sequences/aminoAcids.ts";
import {
  frameMutant,
  frameOf,
  frameSequence,
  frameSubstituted,
  insertionFrame,
} from "../sequences/insertionFrame.ts";

const REFERENCE = residueIndices("MKTAYIAKQRQISFVK");
const texts = fc.string({ unit: fc.constantFrom(..."ACDMKTY"), minLength: 1, maxLength: 24 });

it("a frame has columns for all insertions of its sequences, and distinct sequences stay distinct", () => {
  fc.assert(
    fc.property(fc.uniqueArray(texts, { minLength: 1, maxLength: 12 }), (sequences) => {
      const mutants = sequences.map((text) => alignMutant(residueIndices(text), REFERENCE));
      const frame = frameOf(REFERENCE, mutants);
      expect(insertionFrame(frame.gapped)).toEqual(frame);
      expect(frame.reference).toEqual(REFERENCE);
      const framed = mutants.map((mutant) => frameMutant(frame, mutant));
      for (const [index, { residues, isWhole }] of framed.entries()) {
        expect(isWhole).toBe(true);
        expect(residueLetters(residues).replaceAll("-", "")).toBe(sequences[index]);
      }
      expect(new Set(framed.map(({ residues }) => residueLetters(residues))).size).toBe(sequences.length);
    }),
    { seed: 1, numRuns: 200 },
  );
});

it("framing by alignment and framing by position give the same result for sequences with only substitutions", () => {
  const inserted = alignMutant(residueIndices("MKTAYWWIAKQRQISFVK"), REFERENCE);
  const frame = frameOf(REFERENCE, [inserted]);
  expect(residueLetters(frame.gapped)).toBe("MKTAY--IAKQRQISFVK");
  const substituted = residueIndices("MKTAYIAKWRQISFVC");
  expect(frameSubstituted(frame, substituted)).toEqual(frameSequence(frame, substituted).residues);
  expect([...frameSequence(frame, REFERENCE).residues]).toEqual([...frame.gapped]);
});

it("residues without a column are reported as not compared", () => {
  const frame = frameOf(REFERENCE, [alignMutant(residueIndices("MKTAYWIAKQRQISFVK"), REFERENCE)]);
  expect(frameSequence(frame, residueIndices("MKTAYWWIAKQRQISFVK")).isWhole).toBe(false);
  expect(frameSequence(frame, residueIndices("MKTAYCIAKQRQISFVK")).isWhole).toBe(true);
  // A family with very many insertions keeps the columns used by the most sequences.
  const long = alignMutant(residueIndices(`MKT${"C".repeat(600)}AYIAKQRQISFVK`), REFERENCE);
  const often = alignMutant(residueIndices("MKTAYWIAKQRQISFVK"), REFERENCE);
  const { gapped } = frameOf(REFERENCE, [long, often, often]);
  expect(gapped.filter((residue) => residue === GAP)).toHaveLength(500);
  expect(residueLetters(gapped)).toMatch(/^MKT-{499}AY-IAKQRQISFVK$/);
});
