import { MAX_SEQUENCE_LENGTH, readReference } from "@pdp/basics/proteins";
import { expect, it } from "vitest";

const LOC = ["query", "reference"];

it("a reference is read from FASTA", () => {
  expect(readReference(">wild type\nmkv\nLA*\n", LOC)).toBe("MKVLA");
});

it.each([
  ["B at position 2", "MB", 'The reference has "B" at position 2, which is not an amino acid'],
  [
    "too many residues",
    "M".repeat(MAX_SEQUENCE_LENGTH + 1),
    `The reference has ${MAX_SEQUENCE_LENGTH + 1} residues, but at most ${MAX_SEQUENCE_LENGTH} are allowed`,
  ],
])("a reference with %s gets a 422 that says so", (_, text, msg) => {
  expect(() => readReference(text, LOC)).toThrow(
    expect.objectContaining({ kind: "invalid", problems: [expect.objectContaining({ loc: LOC, msg })] }),
  );
});
