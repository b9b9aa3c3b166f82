import { describe, expect, it } from "vitest";
import { avoidedSite } from "../../backTranslation/avoidedSite.ts";

describe("avoidedSite", () => {
  it("finds an enzyme by name in any case, and avoids both strands of its site", () => {
    expect(avoidedSite("bsai")).toEqual({ label: "BsaI (GGTCTC)", patterns: ["GGTCTC", "GAGACC"] });
    expect(avoidedSite("EcoRI")).toEqual({ label: "EcoRI (GAATTC)", patterns: ["GAATTC"] });
  });

  it("knows the sites of enzymes that are used for cloning", () => {
    // Recognition sites as in the catalogs of suppliers.
    const sites = {
      BamHI: "GGATCC",
      BbsI: "GAAGAC",
      BsmBI: "CGTCTC",
      Esp3I: "CGTCTC",
      HindIII: "AAGCTT",
      KpnI: "GGTACC",
      NcoI: "CCATGG",
      NdeI: "CATATG",
      NheI: "GCTAGC",
      NotI: "GCGGCCGC",
      PacI: "TTAATTAA",
      PstI: "CTGCAG",
      SapI: "GCTCTTC",
      SpeI: "ACTAGT",
      XbaI: "TCTAGA",
      XhoI: "CTCGAG",
    };
    for (const [name, site] of Object.entries(sites)) {
      expect(avoidedSite(name)).toMatchObject({ label: `${name} (${site})` });
    }
  });

  it("reads sequences with ambiguous bases, in DNA or RNA letters", () => {
    expect(avoidedSite("ggwcc")).toEqual({ label: "GGWCC", patterns: ["GGWCC"] });
    expect(avoidedSite("AAURYK")).toEqual({ label: "AATRYK", patterns: ["AATRYK", "MRYATT"] });
  });

  it("refuses unknown names with a proposal, and sequences that are too short or too long", () => {
    expect(avoidedSite("BsaII")).toEqual({
      problem:
        '"BsaII" is neither a known restriction enzyme nor a DNA sequence. Did you mean BsaAI, BsaBI, BsaHI?',
    });
    expect(avoidedSite("ANNNT")).toMatchObject({ problem: expect.stringContaining("at least 4 bases") });
    expect(avoidedSite(`ACG${"N".repeat(13)}T`)).toMatchObject({
      problem: expect.stringContaining("at most 12 N"),
    });
    expect(avoidedSite("ACGT".repeat(8))).toMatchObject({ problem: expect.stringContaining("at most 30") });
  });
});
