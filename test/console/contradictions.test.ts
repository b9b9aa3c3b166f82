import { describe, expect, it } from "vitest";
import { findContradictions } from "#console/pages/table/heatmap/contradictions.ts";

const REFERENCE = "MKTAYIAKQR";
const row = (sequence: string, mutations: string | null) => ({ sequence, mutations, value: 1 });
const good = [
  row("MKTAYIAKQR", ""),
  row("MATAYIAKQR", "K25A"),
  row("MATGYIAKQR", "K25A:A27G"),
  row("MKTAYIAKQW", "R33W"),
  row("MKTAYIAKQW", null),
  row("MKTAYLAKQR", "I29L"),
];

describe("rows whose sequences contradict their mutations", () => {
  it("contradicting rows are found, with the residues of the sequence", () => {
    const mistyped = row("MATAYIAPQR", "K25A");
    expect(findContradictions([...good, mistyped], REFERENCE, 24)).toEqual([
      { stated: "K25A", found: "K25A K31P" },
    ]);
    expect(findContradictions([...good, row(REFERENCE, "K25A")], REFERENCE, 24)).toEqual([
      { stated: "K25A", found: "the reference" },
    ]);
  });

  it("other numberings and other lengths are not contradictions", () => {
    expect(findContradictions(good, REFERENCE, 1)).toEqual([]);
    expect(findContradictions([...good, row("MKT", "K25A")], REFERENCE, 24)).toEqual([]);
  });
});
