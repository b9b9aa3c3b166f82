import { Numbering, readMutations, readReference } from "@pdp/basics/proteins";
import { variantReader } from "@pdp/formats/proteins";
import { describe, expect, test } from "vitest";

const WT = "MKATYIAKLE";

describe("a deletion", () => {
  const reader = variantReader("mutant", { sequence: WT, numbering: new Numbering({ first_position: 1 }) });
  test.each([
    ["ΔY5", "MKATIAKLE"],
    ["∆Y5", "MKATIAKLE"],
    ["delY5", "MKATIAKLE"],
    ["Y5∆", "MKATIAKLE"],
    ["ΔA3-Y5", "MKIAKLE"],
    ["ΔA3_Y5", "MKIAKLE"],
    ["K2R/ΔY5", "MRATIAKLE"],
    ["ΔY5;K8R", "MKATIARLE"],
  ])("%s is read with the sign before or after the residue", (code, sequence) => {
    expect(reader.read([code])).toEqual({ sequence });
  });

  test("of a residue that the reference does not have is refused", () => {
    expect(reader.read(["ΔW5"])).toMatchObject({ reason: expect.any(String) });
  });
});

test("a reference of DNA is refused as DNA", () => {
  expect(() => readReference("ATGAAAGCTACCTACATCGCTAAACTG", ["reference"])).toThrow(/The reference is DNA/);
});

test.each(["c.76A>G", "NM_1.2:c.76A>G", "c.[76A>G;77T>C]"])("%s is refused as a change of DNA", (code) => {
  expect(readMutations(code)).toEqual({
    reason:
      "is a change of DNA; it needs a column with the coding sequence of each variant, or with protein changes such as p.Lys26Arg",
  });
});
