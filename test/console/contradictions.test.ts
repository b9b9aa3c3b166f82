import { describe, expect, it } from "vitest";
import { findContradictions } from "#console/pages/table/heatmap/contradictions.ts";

const REFERENCE = "MKTAYIAKQR";
const numbersFrom = (first: number) => Array.from(REFERENCE, (_, index) => first + index);
const row = (sequence: string, mutations: string | null) => ({ sequence, mutations, value: 1 });
const good = [
  row("MKTAYIAKQR", ""),
  row("MATAYIAKQR", "K25A"),
  row("MATGYIAKQR", "K25A:A27G"),
  row("MKTAYIAKQW", "R33W"),
  row("MKTAYIAKQW", null),
  row("MKTAYLAKQR", "I29L"),
];

describe("rows with sequences that contradict their mutations", () => {
  it("mutation codes are resolved with a numbering that has gaps", () => {
    const numbers = [24, 25, 26, 30, 31, 32, 33, 34, 35, 36];
    const gapped = good.map(({ sequence, mutations }) =>
      row(sequence, mutations?.replace("27", "30") ?? null),
    );
    const renumbered = gapped.map((one) => ({
      ...one,
      mutations: one.mutations?.replace("R33W", "R36W").replace("I29L", "I32L") ?? null,
    }));
    expect(findContradictions(renumbered, REFERENCE, numbers)).toEqual([]);
    expect(findContradictions([...renumbered, row("MKTAYIAKQW", "R33W")], REFERENCE, numbers)).toEqual([
      { stated: "R33W", actual: "R36W" },
    ]);
  });

  it("contradictory rows are found and listed with the residues in the sequence", () => {
    const mistyped = row("MATAYIAPQR", "K25A");
    expect(findContradictions([...good, mistyped], REFERENCE, numbersFrom(24))).toEqual([
      { stated: "K25A", actual: "K25A K31P" },
    ]);
    expect(findContradictions([...good, row(REFERENCE, "K25A")], REFERENCE, numbersFrom(24))).toEqual([
      { stated: "K25A", actual: "the reference" },
    ]);
  });

  it("residues shifted by a deletion and an insertion of the same length are not compared", () => {
    const shifted = row("MTAYIGAKQR", "K25del;I29_A30insG;R33R");
    expect(findContradictions([...good, shifted], REFERENCE, numbersFrom(24))).toEqual([]);
  });

  it("a different numbering or a different length is not a contradiction", () => {
    expect(findContradictions(good, REFERENCE, numbersFrom(1))).toEqual([]);
    expect(findContradictions([...good, row("MKT", "K25A")], REFERENCE, numbersFrom(24))).toEqual([]);
  });
});
