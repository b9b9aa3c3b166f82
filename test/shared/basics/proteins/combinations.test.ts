import { Numbering } from "@pdp/basics/proteins";
import { variantReader } from "@pdp/formats/proteins";
import { expect, test } from "vitest";

const REFERENCE = { sequence: "MKTAYIAKQR", numbering: new Numbering() };

const read = (cell: string, positions: number[]) =>
  variantReader({ residues: "combo", positions }, REFERENCE).read([cell]);

test("combinations that are also words are read as residues, not as the wild type", () => {
  expect(read("SY", [2, 3])).toEqual({ sequence: "MSYAYIAKQR" });
  expect(read("SYN", [2, 3, 4])).toEqual({ sequence: "MSYNYIAKQR" });
  expect(read("W/T", [2, 3])).toEqual({ sequence: "MWTAYIAKQR" });
});

test("WT at two positions is ambiguous and rejected", () => {
  expect(read("WT", [2, 3])).toMatchObject({ reason: expect.stringContaining("write = for the wild type") });
});

test("words for the wild type are read if they cannot be a combination", () => {
  for (const [cell, positions] of [
    ["WT", [2, 3, 4]],
    ["wt", [2, 3]],
    ["=", [2, 3]],
  ] as const)
    expect(read(cell, [...positions])).toEqual({ sequence: REFERENCE.sequence });
});
