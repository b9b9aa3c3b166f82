import fc from "fast-check";
import { expect, test } from "vitest";
import { type AvoidedSite, avoidedSite } from "../../backTranslation/avoidedSite.ts";
import { countCodons } from "../../backTranslation/countCodons.ts";
import { sitesIn } from "../../backTranslation/sitesIn.ts";
import {
  type DegenerateCodon,
  degenerateCodon,
  plainCodons,
} from "../../degenerateCodons/degenerateCodon.ts";
import { libraryDna } from "../../degenerateCodons/libraryDna.ts";
import "../../../../test/support/propertySeed.ts";

const avoid = ["BsaI", "GGNCC", "GAATTC", "CANNTG"].map((text) => avoidedSite(text) as AvoidedSite);
const codon = fc
  .constantFrom("NNK", "NDT", "22C", "DBK", "RMA")
  .map((text) => degenerateCodon(text) as DegenerateCodon);
const bases = fc.string({ unit: fc.constantFrom(..."ACGT"), minLength: 30, maxLength: 30 });

test("the DNA of a library represents every clone, and the share of clones with an avoided site is stated", () => {
  fc.assert(
    fc.property(bases, codon, codon, fc.integer({ min: 0, max: 5 }), (dna, first, two, gap) => {
      const placed = [
        { at: 9, codon: first },
        { at: 12 + gap, codon: two },
      ];
      const variants = libraryDna(dna, placed, avoid);
      expect(variants.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 12);
      for (const { dna: written, sites } of variants) {
        const [first, second] = placed.map(({ at }) => plainCodons(written.slice(at, at + 3)));
        const clones = (first ?? []).flatMap((a) =>
          (second ?? []).map((b) => dna.slice(0, 9) + a + dna.slice(12, 12 + gap) + b + dna.slice(15 + gap)),
        );
        const counts = new Map<string, number>();
        for (const clone of clones) {
          const sites = sitesIn(clone, avoid).filter(({ at, length }) =>
            placed.some((placement) => at < placement.at + 3 && at + length > placement.at),
          );
          for (const key of new Set(sites.map(({ label, at }) => `${label} ${at + 1}`)))
            counts.set(key, (counts.get(key) ?? 0) + 1);
        }
        const stated = sites.map(({ site, position, share }) => [`${site} ${position}`, share] as const);
        expect(new Set(stated.map(([key]) => key))).toEqual(new Set(counts.keys()));
        for (const [key, share] of stated)
          expect(share).toBeCloseTo((counts.get(key) ?? 0) / clones.length, 9);
      }
    }),
    { numRuns: 60 },
  );
});

test("the codons of coding sequences are counted, and other texts are skipped", () => {
  const genes = ["atgaaataa", "AUGAAAUAA", "ATGAA", "ATGTAAAAA", "ATGNNN", "", "MKT"];
  expect(countCodons(genes)).toEqual({ counts: { ATG: 2, AAA: 2, TAA: 2 }, used: 2, skipped: 5 });
});
