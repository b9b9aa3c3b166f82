import { type Candidate, optimisticUtility } from "./candidates.ts";
import { designKey } from "./designKey.ts";
import { poolShares, type ShareLimit } from "./mutationShares.ts";
import { createRedundancy } from "./redundancy.ts";

/**
 * Standard deviations added to the mean, one per view; all views have the same number of slots. With larger values, a large
 * space would have so many uncertain candidates that draws would prefer them.
 */
const VIEWS = [0, 0.5, 1, 1.5];

export interface ShortlistOptions {
  template: Uint8Array;
  count: number;
  /** Redundancy limit within each view, as for `createRedundancy`. */
  hitRedundancy: number;
  /** Tells which candidates the limit ignores. */
  isExempt?: (sequence: Uint8Array) => boolean;
  shareLimit?: ShareLimit | undefined;
}

/**
 * Selects the candidates that a draw from the posterior may prefer: the best by expected utility, and those that would be best
 * if values were half, one or one and a half standard deviations higher. Without duplicates, sorted by expected utility, best
 * first.
 */
export function shortlist(
  candidates: readonly Candidate[],
  { template, count, hitRedundancy, isExempt, shareLimit }: ShortlistOptions,
): Candidate[] {
  const chosen = new Map<string, Candidate>();
  const counted = { template, candidates };
  for (const [view, deviations] of VIEWS.entries()) {
    const redundancy = createRedundancy(hitRedundancy, template, isExempt);
    const places = Math.ceil((count * (view + 1)) / VIEWS.length);
    const order = sortDescending(candidates.map((candidate) => optimisticUtility(candidate, deviations)));
    for (const shares of poolShares(shareLimit, Math.ceil(count / VIEWS.length), counted)) {
      for (const [at, merit] of order) {
        if (chosen.size >= places) break;
        const { sequence } = candidates[at]!;
        const key = designKey(sequence);
        if (chosen.has(key) || !shares.allows(sequence) || !redundancy.admit(sequence, merit)) continue;
        shares.add(sequence);
        chosen.set(key, candidates[at]!);
      }
    }
  }
  return [...chosen.values()].sort((a, b) => optimisticUtility(b, 0) - optimisticUtility(a, 0));
}

/** Returns indices and values, largest value first. */
export function sortDescending(values: ArrayLike<number>): [number, number][] {
  return Array.from(values, (value, at): [number, number] => [at, value]).sort((a, b) => b[1] - a[1]);
}
