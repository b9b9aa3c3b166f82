import fc from "fast-check";
import { describe, expect, it } from "vitest";
import "../../../../test/support/propertySeed.ts";
import { AMINO_ACIDS, translate } from "@pdp/basics/proteins";
import { type AvoidedSite, avoidedSite } from "../../backTranslation/avoidedSite.ts";
import { backTranslator } from "../../backTranslation/backTranslate.ts";
import { HOSTS, hostTable } from "../../backTranslation/codonTable.ts";
import type { DnaWishes } from "../../backTranslation/dnaWishes.ts";
import { keptCodons, parentCodons } from "../../backTranslation/parentCodons.ts";

const GFP =
  "MSKGEELFTGVVPILVELDGDVNGHKFSVSGEGEGDATYGKLTLKFICTTGKLPVPWPTLVTTFSYGVQCFSRYPDHMKQHDFFKSAMPEGYVQERTIFFKDDGNYKTRAEVKFEGDTLVNRIELKGIDFKEDGNILGHKLEYNYNSHNVYIMADKQKNGIKVNFKIRHNIEDGSVQLADHYQQNTPIGDGPVLLPDNHYLSTQSALSKDPNEKRDHMVLLEFVTAAGITHGMDELYK";

function wishes(changes: Partial<DnaWishes> = {}): DnaWishes {
  return {
    codons: hostTable("E_COLI"),
    avoid: [],
    gc: null,
    maxHomopolymer: null,
    maxRepeat: null,
    prefix: "",
    suffix: "",
    ...changes,
  };
}

function site(text: string): AvoidedSite {
  const site = avoidedSite(text);
  if ("problem" in site) throw new Error(site.problem);
  return site;
}

/** Complement from a separate table, so that the test does not share the code under test. */
function otherStrand(dna: string): string {
  return [...dna]
    .reverse()
    .map((base) => ({ A: "T", C: "G", G: "C", T: "A" })[base])
    .join("");
}

const SITES: Record<string, RegExp> = {
  BsaI: /GGTCTC/,
  EcoRI: /GAATTC/,
  NdeI: /CATATG/,
  XhoI: /CTCGAG/,
  HinfI: /GA[ACGT]TC/,
  SfiI: /GGCC[ACGT]{5}GGCC/,
};

describe("backTranslator", () => {
  it("writes DNA that meets every constraint, or names the position of one that cannot be met", () => {
    const protein = fc
      .array(fc.constantFrom(...AMINO_ACIDS), { minLength: 1, maxLength: 120 })
      .map((letters) => letters.join(""));
    const end = fc.array(fc.constantFrom(..."ACGT"), { maxLength: 25 }).map((bases) => bases.join(""));
    let written = 0;
    fc.assert(
      fc.property(
        protein,
        fc.subarray(Object.keys(SITES)),
        fc.constantFrom(...HOSTS),
        end,
        end,
        fc.option(fc.integer({ min: 4, max: 8 })),
        fc.option(fc.constantFrom(11, 14)),
        fc.option(fc.constantFrom(null, 60)),
        fc.integer(),
        (residues, avoid, host, prefix, suffix, maxHomopolymer, maxRepeat, window, seed) => {
          const gc = window === undefined ? null : { low: 0.3, high: 0.7, window };
          const all = wishes({
            codons: hostTable(host),
            avoid: avoid.map(site),
            maxHomopolymer,
            maxRepeat,
            gc,
            prefix,
            suffix,
          });
          const result = backTranslator(all)(residues, String(seed));
          if ("problem" in result) {
            expect(result.problem).toMatch(/Residue \d+|suffix|[Bb]ases \d+/);
            return;
          }
          written += 1;
          const { dna } = result;
          expect(dna.startsWith(prefix) && dna.endsWith(suffix)).toBe(true);
          expect(translate(dna.slice(prefix.length, dna.length - suffix.length))).toBe(residues);
          // The ends are the user's; only what the coding sequence takes part in is checked.
          for (const strand of [dna, otherStrand(dna)]) {
            const [before, after] =
              strand === dna ? [prefix, suffix] : [otherStrand(suffix), otherStrand(prefix)];
            for (const name of avoid) {
              for (let at = 0; at < strand.length; at += 1) {
                const match = strand.slice(at).match(new RegExp(`^${SITES[name]?.source}`));
                if (match)
                  expect(at + match[0].length <= before.length || at >= strand.length - after.length).toBe(
                    true,
                  );
              }
            }
          }
          const middle = dna.slice(prefix.length, dna.length - suffix.length);
          if (maxHomopolymer !== null)
            expect(middle).not.toMatch(new RegExp(`([ACGT])\\1{${maxHomopolymer},}`));
          if (maxRepeat !== null) {
            const words = Array.from({ length: Math.max(0, middle.length - maxRepeat) }, (_, at) =>
              middle.slice(at, at + maxRepeat + 1),
            );
            expect(new Set(words).size).toBe(words.length);
          }
        },
      ),
      { numRuns: 300 },
    );
    expect(written).toBeGreaterThan(200);
  });

  it("returns the same DNA for the same seed, and another DNA for another seed", () => {
    const write = backTranslator(wishes());
    expect(write(GFP, "1")).toEqual(backTranslator(wishes())(GFP, "1"));
    expect(write(GFP, "1")).not.toEqual(write(GFP, "2"));
  });

  it("draws codons in proportion to their share in the host", () => {
    const result = backTranslator(wishes())("L".repeat(2000), "1");
    if ("problem" in result) throw new Error(result.problem);
    const codons = result.dna.match(/.../g) ?? [];
    const share = codons.filter((codon) => codon === "CTG").length / codons.length;
    // 51 % of the leucines of E. coli; codons below 10 % are not used, which leaves 51 of 89 %.
    expect(share).toBeGreaterThan(0.5);
    expect(share).toBeLessThan(0.63);
  });

  it("names the residue where a site cannot be avoided", () => {
    const write = backTranslator(wishes({ avoid: [site("ATGTGG")] }));
    expect(write("AAMWAA", "1")).toEqual({
      problem:
        "Residue 4 (W) cannot be written without ATGTGG. Remove this constraint or change the residues around it.",
    });
  });

  it("avoids sites that only form together with the prefix or the suffix", () => {
    const write = backTranslator(wishes({ avoid: [site("BsaI")], prefix: "GGTCTCAGGT", suffix: "GAGACC" }));
    const result = write("SHRPK", "1");
    if ("problem" in result) throw new Error(result.problem);
    expect(result.checks.sites_in_ends.map(({ position }) => position)).toEqual([1, 26]);
    const blocked = backTranslator(wishes({ avoid: [site("GATCTGGG")], suffix: "GG" }))("MW", "1");
    expect("dna" in blocked).toBe(true);
    const impossible = backTranslator(wishes({ avoid: [site("ATGTGGGG")], suffix: "GG" }))("MW", "1");
    expect(impossible).toEqual({
      problem:
        "The DNA cannot be joined to the suffix without ATGTGGGG. Remove this constraint or change the suffix.",
    });
  });

  it("names the window whose GC content is impossible", () => {
    const gc = { low: 0.4, high: 0.6, window: 30 };
    expect(backTranslator(wishes({ gc }))("K".repeat(30), "1")).toEqual({
      problem:
        "Bases 1 to 30 cannot have the requested GC content: at most 33.3 % is possible. Widen the limits or the window.",
    });
  });

  it("keeps the parent's codons except at mutations", () => {
    const write = backTranslator(wishes());
    const parent = write(GFP, "1");
    if ("problem" in parent) throw new Error(parent.problem);
    const read = parentCodons(GFP, `${parent.dna}TAA`);
    if ("problem" in read) throw new Error(read.problem);
    const variants = [
      `${GFP.slice(0, 64)}L${GFP.slice(65)}`,
      `${GFP.slice(0, 100)}GSG${GFP.slice(100)}`,
      `${GFP.slice(0, 100)}${GFP.slice(103)}`,
    ];
    for (const variant of variants) {
      const result = write(variant, "7", keptCodons(GFP, read.codons, variant));
      if ("problem" in result) throw new Error(result.problem);
      expect(translate(result.dna)).toBe(variant);
      const end = variant.length > GFP.length || variant.length < GFP.length ? 100 : 64;
      expect(result.dna.slice(0, 3 * end)).toBe(parent.dna.slice(0, 3 * end));
      const rest = 3 * (GFP.length - 104);
      expect(result.dna.slice(-rest)).toBe(parent.dna.slice(-rest));
    }
  });

  it("leaves inserted residues free, even if they repeat residues of the parent", () => {
    const kept = keptCodons("MKAKAW", ["ATG", "AAA", "GCC", "AAG", "GCA", "TGG"], "MKAKAKAW");
    expect(kept).toEqual(["ATG", "AAA", "GCC", "AAG", "GCA", null, null, "TGG"]);
  });

  it("refuses DNA that does not code for the parent, and names the codon", () => {
    expect(parentCodons("MK", "ATGAAT")).toEqual({
      problem:
        "Codon 2 of the parent's DNA codes for N, but residue 2 of the parent is K. Provide the DNA of this parent.",
    });
  });
});
