import { type AvoidedSite, IUPAC } from "../backTranslation/avoidedSite.ts";
import { combineParts, type PlacedCodon } from "./combineParts.ts";

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
  return combineParts(placed).map(({ parts, share }) => {
    const written = parts.reduce(
      (text, { at, part }) => text.slice(0, at) + part + text.slice(at + part.length),
      dna,
    );
    return { dna: written, share, sites: possibleSites(written, placed, avoid) };
  });
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
