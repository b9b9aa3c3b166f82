import { describe, expect, it } from "vitest";
import { libraryFacts } from "#shared/tasks/training/libraryFacts.ts";

const REFERENCE = "MKTAYIAKQR";
/** Returns the reference with some residues replaced, given by zero-based position. */
const variant = (changes: Record<number, string>): string =>
  [...REFERENCE].map((residue, at) => changes[at] ?? residue).join("");

describe("facts about measured variants", () => {
  it("each sequence counts once in the numbers of mutations", () => {
    const sequences = [
      REFERENCE,
      variant({ 1: "A" }),
      variant({ 1: "A" }),
      variant({ 1: "A", 3: "G", 5: "L" }),
    ];
    expect(libraryFacts(sequences, REFERENCE).mutations).toEqual({ median: 1, most: 3 });
  });

  it("a mistyped letter does not make a position count as varied", () => {
    const letters = [..."ACDEFGHILNPQRSTVWY"];
    const sequences = letters.flatMap((one) => letters.map((two) => variant({ 3: one, 4: two })));
    const mistyped = variant({ 8: "W" });
    expect(libraryFacts([REFERENCE, ...sequences, mistyped], REFERENCE).hardly_varied).toEqual([
      [0, 3],
      [5, 10],
    ]);
  });

  it("a scan that changes each position a few times has no constant position", () => {
    const scan = [...REFERENCE].flatMap((_, at) =>
      ["C", "W", "G"].map((letter) => variant({ [at]: letter })),
    );
    expect(libraryFacts(scan, REFERENCE).hardly_varied).toEqual([]);
  });
});
