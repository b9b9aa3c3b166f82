import { type AvoidedSite, IUPAC } from "./avoidedSite.ts";

/** Finds avoided sites in DNA, on both strands. Overlapping sites are also found. */
export function sitesIn(
  dna: string,
  sites: readonly AvoidedSite[],
): { label: string; at: number; length: number }[] {
  return sites.flatMap(({ label, patterns }) =>
    patterns.flatMap((pattern) => {
      const letters = [...pattern].map((letter) => `[${IUPAC[letter]}]`).join("");
      // The lookahead finds overlapping sites.
      const matches = [...dna.matchAll(new RegExp(`(?=${letters})`, "g"))];
      return matches.map(({ index }) => ({ label, at: index, length: pattern.length }));
    }),
  );
}
