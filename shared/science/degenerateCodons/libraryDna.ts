import { type AvoidedSite, IUPAC } from "#shared/science/backTranslation/avoidedSite.ts";
import { type DegenerateCodon, plainCodons } from "./degenerateCodon.ts";

/** Degenerate codon at a base of DNA. */
export interface PlacedCodon {
  /** First base of the codon, starting at 0. */
  at: number;
  codon: DegenerateCodon;
}

/** DNA in IUPAC letters. */
export interface LibraryDna {
  dna: string;
  /** Share of the clones that come from this DNA. */
  share: number;
  /** Avoided sites that some of its clones contain, with their first base, starting at 1. */
  sites: { site: string; position: number; share: number }[];
}

/** Replaces codons by degenerate ones. A mixture results in one DNA for each combination of its codons. */
export function libraryDna(
  dna: string,
  placed: readonly PlacedCodon[],
  avoid: readonly AvoidedSite[],
): LibraryDna[] {
  let variants = [{ dna, share: 1 }];
  for (const { at, codon } of placed) {
    variants = variants.flatMap((one) =>
      codon.parts.map((part) => ({
        dna: one.dna.slice(0, at) + part + one.dna.slice(at + part.length),
        share: (one.share * plainCodons(part).length) / codon.size,
      })),
    );
  }
  return variants.map((one) => ({ ...one, sites: possibleSites(one.dna, placed, avoid) }));
}

/** Finds the avoided sites that some clones contain because of their degenerate codons. */
function possibleSites(
  dna: string,
  placed: readonly PlacedCodon[],
  avoid: readonly AvoidedSite[],
): LibraryDna["sites"] {
  return avoid.flatMap(({ label, patterns }) =>
    patterns.flatMap((pattern) => {
      const starts = new Set(
        placed.flatMap(({ at }) => Array.from({ length: pattern.length + 2 }, (_, index) => at + 2 - index)),
      );
      return [...starts].flatMap((start) => {
        const share = shareWith(dna, pattern, start);
        return share > 0 ? [{ site: label, position: start + 1, share }] : [];
      });
    }),
  );
}

/** Returns the share of clones that match a pattern at a base; 0 outside of the DNA. */
function shareWith(dna: string, pattern: string, start: number): number {
  let share = 1;
  for (let at = 0; at < pattern.length && share > 0; at += 1) {
    const possible = IUPAC[dna[start + at] ?? ""] ?? "";
    const wanted = IUPAC[pattern[at] as string] ?? "";
    const matching = [...possible].filter((base) => wanted.includes(base)).length;
    share = possible === "" ? 0 : (share * matching) / possible.length;
  }
  return share;
}
