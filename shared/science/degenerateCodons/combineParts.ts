import { type DegenerateCodon, plainCodons } from "./degenerateCodon.ts";

/** Degenerate codon at a base of DNA. */
export interface PlacedCodon {
  /** First base of the codon, starting at 0. */
  at: number;
  codon: DegenerateCodon;
}

/** Combination of the parts of mixtures, in the order of the codons. */
export interface CombinedParts {
  parts: { at: number; part: string }[];
  /** Share of the clones that come from this combination. */
  share: number;
}

/** Lists the combinations of the parts of mixed codons: one if no codon is a mixture. */
export function combineParts(placed: readonly PlacedCodon[]): CombinedParts[] {
  let combined: CombinedParts[] = [{ parts: [], share: 1 }];
  for (const { at, codon } of placed) {
    const choices = codon.parts.map((part) => ({ part, share: plainCodons(part).length / codon.size }));
    combined = combined.flatMap(({ parts, share }) =>
      choices.map((choice) => ({
        parts: [...parts, { at, part: choice.part }],
        share: share * choice.share,
      })),
    );
  }
  return combined;
}
