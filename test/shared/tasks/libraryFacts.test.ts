import { describe, expect, it } from "vitest";
import { libraryFacts } from "#shared/tasks/training/libraryFacts.ts";

const REFERENCE = "MKTAYIAKQR";
/** Returns the reference with other residues, by positions from 0. */
const variant = (changes: Record<number, string>): string =>
  [...REFERENCE].map((residue, at) => changes[at] ?? residue).join("");

describe("what measured variants have in common", () => {
  it("is the numbers of their mutations, each sequence once", () => {
    const sequences = [
      REFERENCE,
      variant({ 1: "A" }),
      variant({ 1: "A" }),
      variant({ 1: "A", 3: "G", 5: "L" }),
    ];
    expect(libraryFacts(sequences, REFERENCE).mutations).toEqual({ median: 1, most: 3 });
  });

  it("is where hardly any of them differs: a mistyped letter varies no position", () => {
    const letters = [..."ACDEFGHILNPQRSTVWY"];
    const sequences = letters.flatMap((one) => letters.map((two) => variant({ 3: one, 4: two })));
    const mistyped = variant({ 8: "W" });
    expect(libraryFacts([REFERENCE, ...sequences, mistyped], REFERENCE).hardly_varied).toEqual([
      [0, 3],
      [5, 10],
    ]);
  });

  it("names no position of a scan in which each is changed a few times", () => {
    const scan = [...REFERENCE].flatMap((_, at) =>
      ["C", "W", "G"].map((letter) => variant({ [at]: letter })),
    );
    expect(libraryFacts(scan, REFERENCE).hardly_varied).toEqual([]);
  });
});
