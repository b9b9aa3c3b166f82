import { type Candidate, optimisticUtility } from "./candidates.ts";
import { designKey } from "./designKey.ts";
import { createRedundancy } from "./redundancy.ts";

/**
 * From what is expected to what is hoped for, in standard deviations: each view has as many places. Further out, a large space has
 * so much that is merely unknown that draws would prefer it.
 */
const VIEWS = [0, 0.5, 1, 1.5];

export interface ShortlistOptions {
  template: Uint8Array;
  count: number;
  /** As of `createRedundancy`, within each view. */
  hitRedundancy: number;
}

/**
 * Those candidates that a draw from the posterior may well prefer to all others: the best by their expected worth, and the best
 * if values lay a half, one or one and a half standard deviations higher. All different; by expected worth, the best first.
 */
export function shortlist(
  candidates: readonly Candidate[],
  { template, count, hitRedundancy }: ShortlistOptions,
): Candidate[] {
  const chosen = new Map<string, Candidate>();
  for (const [view, deviations] of VIEWS.entries()) {
    const redundancy = createRedundancy(hitRedundancy, template);
    const places = Math.ceil((count * (view + 1)) / VIEWS.length);
    for (const [at, merit] of descending(candidates.map((one) => optimisticUtility(one, deviations)))) {
      if (chosen.size >= places) break;
      const candidate = candidates[at]!;
      const key = designKey(candidate.sequence);
      if (!chosen.has(key) && redundancy.admit(candidate.sequence, merit)) chosen.set(key, candidate);
    }
  }
  return [...chosen.values()].sort((a, b) => optimisticUtility(b, 0) - optimisticUtility(a, 0));
}

/** Indices and values, the largest first. */
export function descending(values: ArrayLike<number>): [number, number][] {
  return Array.from(values, (value, at): [number, number] => [at, value]).sort((a, b) => b[1] - a[1]);
}
