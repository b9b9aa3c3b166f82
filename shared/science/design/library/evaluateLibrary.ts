import type { Random } from "@pdp/basics/statistics";
import { clonesForCoverage } from "../../degenerateCodons/coverage.ts";
import type { Widening } from "../../scorer/widening.ts";
import type { Goal } from "../designLevels.ts";
import { type DesignSpace, isFeasible } from "../designSpace.ts";
import { filterDesigns } from "../filterDesigns.ts";
import type { DegenerateSite } from "./chooseLibraries.ts";
import { bestOfClones, drawValues } from "./expectedBest.ts";
import { libraryVariants } from "./libraryVariants.ts";

export interface LibraryGoals {
  space: DesignSpace;
  objective: Goal;
  /** Widening of the deviations of the objective's predictions. */
  widening?: Widening | undefined;
  /** Constraints and filters that a good variant must meet with a probability of at least 0.5. */
  limits: readonly Goal[];
}

/** Facts about a library. Expected values are on the transformed scale. */
export interface EvaluatedLibrary {
  sites: readonly DegenerateSite[];
  /** Number of combinations of codons. */
  size: number;
  /** Number of proteins without a stop. */
  variants: number;
  /** Clones to screen for a coverage of 95 %. */
  clones: number;
  /** Expected best value of these clones. */
  best: number;
  /** Expected best value of a smaller number of clones. */
  bestOfFew: number;
  /** Share of the clones that are predicted to reach the objective and every limit. */
  good: number;
  /** Share of the clones with a stop. */
  stops: number;
}

/** Number of sequences predicted at a time, which bounds memory use. */
const CHUNK = 4_000;

/** Predicts every protein of a library. `few` is the number of clones for a comparison with designs. */
export function evaluateLibrary(
  { space, objective, limits, widening }: LibraryGoals,
  sites: readonly DegenerateSite[],
  few: number,
  random: Random,
): EvaluatedLibrary {
  const { sequences, shares, size } = libraryVariants(space.template, sites);
  const values = drawValues(sequences, objective, random, widening);
  const clones = clonesForCoverage(size);
  const [best = 0, bestOfFew = 0] = bestOfClones(values, shares, [clones, Math.min(few, clones)]);
  const level = objective.sign * objective.level;
  const anyNumber: DesignSpace = { ...space, minMutations: 0, maxMutations: space.template.length };
  let good = 0;
  for (let from = 0; from < sequences.length; from += CHUNK) {
    const some = sequences.slice(from, from + CHUNK);
    const { passes } = filterDesigns(limits, some);
    for (const [at, sequence] of some.entries()) {
      const isGood = passes[at] === 1 && values.means[from + at]! >= level && isFeasible(anyNumber, sequence);
      if (isGood) good += shares[from + at]!;
    }
  }
  return {
    sites,
    size,
    variants: sequences.length,
    clones,
    best: objective.sign * best,
    bestOfFew: objective.sign * bestOfFew,
    good,
    stops: 1 - sites.reduce((share, { codon }) => share * (1 - codon.stops / codon.size), 1),
  };
}
