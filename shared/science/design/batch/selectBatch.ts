import { FROM_ONE } from "#shared/basics/proteins/numbering.ts";
import type { Random } from "#shared/basics/statistics/random.ts";
import type { CandidateSpaces } from "../candidateSpaces.ts";
import { byExpectedUtility, type Candidate, expectedUtility } from "../candidates.ts";
import { designChanges } from "../designChanges.ts";
import { designKey } from "../designKey.ts";
import { ANY_SHARES } from "../mutationShares.ts";
import { type DrawOptions, drawDesigns, redundancyAfter } from "./drawDesigns.ts";

/** Purpose of a design in a batch: either it is expected to be among the best, or the model can learn much from it. */
export type DesignPurpose = "EXPLOIT" | "EXPLORE";

export interface BatchOptions extends DrawOptions {
  /** Share of the batch for learning, 0 to 1. */
  exploration: number;
  /** Spaces of the candidates, if candidates may be longer or shorter than the template. */
  candidates?: CandidateSpaces;
}

export type ChosenDesign = Candidate & { readonly purpose: DesignPurpose };

/**
 * Maximum share of the exploiting designs that may have the same change, so that a single wrong effect does not spoil all of
 * them.
 */
const MAX_SHARE = 1 / 3;

/**
 * Selects a batch: first the designs with the highest expected utility, with no change in more than a third of them if there
 * are enough alternatives; then, to learn, draws from the posterior (see `drawDesigns`). Sorted by expected utility, best
 * first.
 */
export function selectBatch(
  candidates: readonly Candidate[],
  options: BatchOptions,
  random: Random,
): ChosenDesign[] {
  const { wanted, objective, exploration, before = [] } = options;
  const places = objective === null ? wanted : wanted - Math.round(exploration * wanted);
  const best = selectBest(candidates, places, options);
  const taken = new Set(best.map(({ sequence }) => designKey(sequence)));
  const others = candidates.filter(({ sequence }) => !taken.has(designKey(sequence)));
  const drawn = drawDesigns(
    others,
    { ...options, wanted: wanted - best.length, before: [...before, ...best] },
    random,
  );
  return [
    ...best.map((one): ChosenDesign => ({ ...one, purpose: "EXPLOIT" })),
    ...drawn.map((one): ChosenDesign => ({ ...one, purpose: "EXPLORE" })),
  ].sort(byExpectedUtility);
}

function selectBest(candidates: readonly Candidate[], places: number, options: BatchOptions): Candidate[] {
  const order = candidates.toSorted(byExpectedUtility);
  const { template, candidates: spaces, before = [], shares = ANY_SHARES } = options;
  const redundancy = redundancyAfter(before, options);
  const limit = Math.max(1, Math.ceil(MAX_SHARE * places));
  const used = new Map<string, number>();
  const chosen = new Map<string, Candidate>();
  // The second pass fills the batch if a third is too restrictive, for example when there are few mutable positions.
  for (const most of [limit, Number.POSITIVE_INFINITY]) {
    for (const candidate of order) {
      if (chosen.size >= places) break;
      const { sequence } = candidate;
      if (chosen.has(designKey(sequence)) || !shares.allows(sequence)) continue;
      const keys = designChanges(template, sequence, FROM_ONE, spaces).map(({ key }) => key);
      if (keys.some((key) => (used.get(key) ?? 0) >= most)) continue;
      if (!redundancy.admit(sequence, expectedUtility(candidate))) continue;
      shares.add(sequence);
      for (const key of keys) used.set(key, (used.get(key) ?? 0) + 1);
      chosen.set(designKey(sequence), candidate);
    }
  }
  return [...chosen.values()];
}
