import { designKey } from "./designKey.ts";
import { type DesignSpace, DISCOURAGED } from "./designSpace.ts";
import { ANY_SHARES, type MutationShares, poolShares, type ShareLimit } from "./mutationShares.ts";
import { createRedundancy, type Redundancy } from "./redundancy.ts";

export interface RankedDesign {
  readonly sequence: Uint8Array;
  /** Log likelihood relative to the reference. */
  readonly logLikelihood: number;
  /** Number of mutations at discouraged positions. */
  readonly discouraged: number;
  /** Probability that all filter goals are reached, assuming independence; null if there are no filters. */
  readonly constraintProbability: number | null;
  /** Whether each goal is reached with a probability of at least 0.5; only designs that reach all goals are kept. */
  readonly passes: boolean;
}

export interface BeamDesign extends RankedDesign {
  /** Shortfall from the filters (see `filterDesigns`). */
  readonly shortfall: number;
  readonly expanded: boolean;
}

/** Returns the value used to rank a design: its log likelihood, lowered for each mutation at a discouraged position. */
export function likelihoodMerit({ logLikelihood, discouraged }: RankedDesign): number {
  return logLikelihood + DISCOURAGED * discouraged;
}

/** Removes duplicates, because a design that has left the beam may be proposed again. */
export function differentDesigns(designs: readonly RankedDesign[]): RankedDesign[] {
  return [...new Map(designs.map((design) => [designKey(design.sequence), design])).values()];
}

/** Limits of a selection. */
interface SelectionLimits {
  space: DesignSpace;
  hitRedundancy: number;
  /** Tells which designs the redundancy limit ignores. */
  isExempt?: (sequence: Uint8Array) => boolean;
  shareLimit?: ShareLimit | undefined;
}

/** Selects the best designs within the limits, best first. Fills up with designs beyond the shares of mutations. */
export function bestDesigns<Design extends RankedDesign>(
  { space, hitRedundancy, isExempt, shareLimit }: SelectionLimits,
  designs: readonly Design[],
  merit: (design: Design) => number,
  count: number,
): Design[] {
  const { template } = space;
  const redundancy = createRedundancy(hitRedundancy, template, isExempt);
  const chosen = new Set<Design>();
  for (const shares of poolShares(shareLimit, count, { template, candidates: designs })) {
    const others = designs.filter((design) => !chosen.has(design));
    for (const design of admitted(others, merit, count - chosen.size, redundancy, shares)) chosen.add(design);
  }
  return [...chosen].sort((a, b) => merit(b) - merit(a));
}

/** Returns the best designs that the limits admit, best first. */
export function admitted<Design extends RankedDesign>(
  designs: readonly Design[],
  merit: (design: Design) => number,
  count: number,
  redundancy: Redundancy,
  shares: MutationShares = ANY_SHARES,
): Design[] {
  const chosen: Design[] = [];
  for (const design of designs.toSorted((a, b) => merit(b) - merit(a))) {
    if (chosen.length >= count) break;
    const { sequence } = design;
    if (!shares.allows(sequence) || !redundancy.admit(sequence, merit(design))) continue;
    shares.add(sequence);
    chosen.push(design);
  }
  return chosen;
}
