import { describe, expect, it } from "vitest";
import { findLiabilities, LIABILITIES, liabilityMotifs } from "../../antibodies/liabilities.ts";
import { proteinProperties } from "../../antibodies/properties.ts";

const LYSOZYME =
  "KVFGRCELAAAMKRHGLDNYRGYSLGNWVCAAKFESNFNTQATNRNTDGSTDYGILQINSRWWCNDGRTPGSRNLCNIPCSALLSSDITASVNCAKKIVSDGNGMNAWVAWRNRCKGTDVQAWIRGCRL";

describe("properties of proteins", () => {
  it("lysozyme of hens has the published properties", () => {
    const { isoelectricPoint, extinction, hydropathy } = proteinProperties([LYSOZYME]);
    // ProtParam of ExPASy: 9.32, 37,970 and −0.472.
    expect(isoelectricPoint).toBeCloseTo(9.32, 2);
    expect(extinction).toBe(37_970);
    expect(hydropathy).toBeCloseTo(-0.472, 3);
  });

  it("the charge of a domain equals that of other software", () => {
    const domain = "DVQLVESGGGLVQPGGSLRLSCAASGFTFSNYWMNWVRQAPGKGLEWVAEIRSKSNNYATHYAE";
    const { charge, isoelectricPoint } = proteinProperties([domain]);
    // Biopython 1.85, ProteinAnalysis.
    expect(charge).toBeCloseTo(-0.436, 3);
    expect(isoelectricPoint).toBeCloseTo(6.776, 3);
  });

  it("two chains have the ends of both, and an absent chain has none", () => {
    expect(proteinProperties(["GG", "GG"]).charge).toBeCloseTo(2 * proteinProperties(["GG"]).charge, 9);
    expect(proteinProperties(["GG", ""])).toEqual(proteinProperties(["GG"]));
    expect(proteinProperties([""])).toMatchObject({ hydropathy: 0, extinction: 0 });
  });
});

describe("liabilities", () => {
  const kinds = (sequence: string, paired?: number[]) =>
    findLiabilities(sequence, new Set(paired)).map(({ kind, position, motif }) => [kind, position, motif]);

  it("each kind is found at the position of its first residue", () => {
    expect(kinds("AANFSA")).toEqual([["N_GLYCOSYLATION", 2, "NFS"]]);
    expect(kinds("ANGA")).toEqual([["DEAMIDATION", 1, "NG"]]);
    expect(kinds("ADGA")).toEqual([["ISOMERIZATION", 1, "DG"]]);
    expect(kinds("AMA")).toEqual([["OXIDATION", 1, "M"]]);
    expect(kinds("ADPA")).toEqual([["FRAGMENTATION", 1, "DP"]]);
    expect(kinds("ARGDA")).toEqual([["INTEGRIN_BINDING", 1, "RGD"]]);
  });

  it("a sequon with proline is not glycosylated", () => {
    expect(kinds("ANPSA")).toEqual([]);
    expect(kinds("ANAPA")).toEqual([]);
  });

  it("a cysteine is a liability unless it is in a known disulfide bond", () => {
    expect(kinds("ACAC", [1])).toEqual([["FREE_CYSTEINE", 3, "C"]]);
  });

  it("overlapping motifs are all found", () => {
    expect(kinds("NNGS").map(([kind, position]) => `${kind} ${position}`)).toEqual([
      "DEAMIDATION 0",
      "N_GLYCOSYLATION 1",
      "DEAMIDATION 1",
    ]);
  });

  it("the motifs to forbid are those that are found", () => {
    for (const kind of LIABILITIES) {
      for (const { motif } of liabilityMotifs([kind]))
        expect(
          findLiabilities(motif).map((liability) => liability.kind),
          motif,
        ).toContain(kind);
    }
    expect(liabilityMotifs(["N_GLYCOSYLATION"])).toHaveLength(38);
  });
});
