import type { Random } from "@pdp/basics/statistics";
import type { CandidateSpaces } from "../candidateSpaces.ts";
import { byExpectedUtility, type Candidate, expectedUtility } from "../candidates.ts";
import { designKey } from "../designKey.ts";
import { allShares, mutationShares } from "../mutationShares.ts";
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
  const usedKeys = new Set(best.map(({ sequence }) => designKey(sequence)));
  const others = candidates.filter(({ sequence }) => !usedKeys.has(designKey(sequence)));
  const drawn = drawDesigns(
    others,
    { ...options, wanted: wanted - best.length, before: [...before, ...best] },
    random,
  );
  return [
    ...best.map((candidate): ChosenDesign => ({ ...candidate, purpose: "EXPLOIT" })),
    ...drawn.map((candidate): ChosenDesign => ({ ...candidate, purpose: "EXPLORE" })),
  ].sort(byExpectedUtility);
}

function selectBest(candidates: readonly Candidate[], places: number, options: BatchOptions): Candidate[] {
  const order = candidates.toSorted(byExpectedUtility);
  const { template, candidates: spaces, before = [], shares } = options;
  const redundancy = redundancyAfter(before, options);
  const third = mutationShares({ share: MAX_SHARE }, places, { template, candidates: [], spaces });
  const chosen = new Map<string, Candidate>();
  // The later passes fill the batch if a third is too restrictive, for example when there are few mutable positions.
  for (const pass of [...shares.slice(0, 1).map((batch) => allShares(batch, third)), ...shares]) {
    for (const candidate of order) {
      if (chosen.size >= places) break;
      const { sequence } = candidate;
      if (chosen.has(designKey(sequence)) || !pass.allows(sequence)) continue;
      if (!redundancy.admit(sequence, expectedUtility(candidate))) continue;
      pass.add(sequence);
      chosen.set(designKey(sequence), candidate);
    }
  }
  return [...chosen.values()];
}
