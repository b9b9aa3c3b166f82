import { AMINO_ACID_COUNT } from "#shared/science/sequences/aminoAcids.ts";
import type { Random } from "#shared/science/statistics/random.ts";
import { byExpectedUtility, type Candidate, expectedUtility } from "../candidates.ts";
import { designKey } from "../designKey.ts";
import { mutatedPositions } from "../designSpace.ts";
import { type DrawOptions, drawDesigns, redundancyAfter } from "./drawDesigns.ts";

/** Why a design is in a batch: it is expected to be among the best, or the model may learn much from it. */
export type DesignPurpose = "EXPLOIT" | "EXPLORE";

export interface BatchOptions extends DrawOptions {
  /** Share of the batch that is there to learn, 0 to 1. */
  exploration: number;
  /** Designs for the places to learn that need not be drawn (see `untriedPlaces`), the more important ones first. */
  untried: readonly Candidate[];
}

export type ChosenDesign = Candidate & { readonly purpose: DesignPurpose };

/**
 * Maximum share of the batch that is drawn where a campaign stands still; what else is there to learn tries what was not tried
 * near the best variants.
 */
const DRAWN = 0.25;
/** Share of the exploiting designs that may have the same substitution, so that one wrong effect does not spoil all. */
const MAX_SHARE = 1 / 3;

/** Returns how many designs of a batch may try what was not tried near the best variants (see `untriedDesigns`). */
export function untriedPlaces(wanted: number, exploration: number): number {
  return Math.round(exploration * wanted) - Math.round(Math.min(DRAWN, exploration) * wanted);
}

/**
 * Selects a batch: first the designs with the highest expected utility, no substitution in more than a third of them as
 * far as there are others; then, to learn, untried ones for their places, and draws from the posterior (see `drawDesigns`)
 * for the rest. Sorted by expected utility, the best first.
 */
export function selectBatch(
  candidates: readonly Candidate[],
  options: BatchOptions,
  random: Random,
): ChosenDesign[] {
  const { wanted, objective, exploration } = options;
  const places = objective === null ? wanted : wanted - Math.round(exploration * wanted);
  const best = selectBest(candidates, places, options);
  const untried = selectUntried(best, options);
  const before = [...best, ...untried];
  const taken = new Set(before.map(({ sequence }) => designKey(sequence)));
  const others = candidates.filter(({ sequence }) => !taken.has(designKey(sequence)));
  const drawn = drawDesigns(others, { ...options, wanted: wanted - before.length, before }, random);
  return [
    ...best.map((one): ChosenDesign => ({ ...one, purpose: "EXPLOIT" })),
    ...[...untried, ...drawn].map((one): ChosenDesign => ({ ...one, purpose: "EXPLORE" })),
  ].sort(byExpectedUtility);
}

/** Returns untried designs for the places that they may have, within the limit of redundancy with the best ones. */
function selectUntried(best: readonly Candidate[], options: BatchOptions): Candidate[] {
  const { objective, wanted, exploration, untried } = options;
  if (objective === null) return [];
  const redundancy = redundancyAfter(best, options);
  const taken = new Set(best.map(({ sequence }) => designKey(sequence)));
  return untried
    .filter(
      (one) => !taken.has(designKey(one.sequence)) && redundancy.admit(one.sequence, expectedUtility(one)),
    )
    .slice(0, untriedPlaces(wanted, exploration));
}

function selectBest(candidates: readonly Candidate[], places: number, options: BatchOptions): Candidate[] {
  const order = candidates.toSorted(byExpectedUtility);
  const redundancy = redundancyAfter([], options);
  const { template } = options;
  const limit = Math.max(1, Math.ceil(MAX_SHARE * places));
  const used = new Map<number, number>();
  const chosen = new Map<string, Candidate>();
  // The second turn fills up where a third is too little, as with a few mutable positions.
  for (const most of [limit, Number.POSITIVE_INFINITY]) {
    for (const candidate of order) {
      if (chosen.size >= places) break;
      const { sequence } = candidate;
      if (chosen.has(designKey(sequence))) continue;
      const keys = mutatedPositions(template, sequence).map((at) => at * AMINO_ACID_COUNT + sequence[at]!);
      if (keys.some((key) => (used.get(key) ?? 0) >= most)) continue;
      if (!redundancy.admit(sequence, expectedUtility(candidate))) continue;
      for (const key of keys) used.set(key, (used.get(key) ?? 0) + 1);
      chosen.set(designKey(sequence), candidate);
    }
  }
  return [...chosen.values()];
}
