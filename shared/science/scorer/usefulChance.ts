import { normalDensity } from "@pdp/basics/statistics";

/** Minimum rank correlation with unseen values for which ordering variants by prediction helps. */
const MIN_CORRELATION = 0.3;

/** Prior of the rank correlation with unseen values: nothing to learn (share, deviation around 0), or as in public scans. */
const NOTHING = { share: 0.25, deviation: 0.06 };
const SCANS = { mean: 0.45, deviation: 0.2 };

/** The models of the folds have fewer rows, so that the estimate is lower by this factor, divided by √variants, on average. */
const SHORTFALL = 0.7;
/** Standard deviation of the estimate at no correlation, times √(variants − 1), and how much of it a perfect correlation removes. */
const DEVIATION = 1.1;
const REDUCTION = 0.7;

/** Correlations over which the posterior is summed. */
const GRID = Array.from({ length: 129 }, (_, at) => -0.3 + at * 0.01);

/**
 * Returns the probability that the rank correlation with unseen values is at least `MIN_CORRELATION`, given an out-of-fold rank
 * correlation over some number of variants (stratified folds). The constants describe public scans and generated landscapes:
 * see `bench/usability.ts`. NaN correlations have probability 0.
 */
export function usefulChance(correlation: number, variants: number): number {
  if (Number.isNaN(correlation)) return 0;
  let [useful, all] = [0, 0];
  for (const truth of GRID) {
    const prior =
      (NOTHING.share / NOTHING.deviation) * normalDensity(truth / NOTHING.deviation) +
      ((1 - NOTHING.share) / SCANS.deviation) * normalDensity((truth - SCANS.mean) / SCANS.deviation);
    const expected = truth * (1 - SHORTFALL / Math.sqrt(variants));
    const deviation = (DEVIATION * (1 - REDUCTION * truth ** 2)) / Math.sqrt(Math.max(1, variants - 1));
    const density = (prior / deviation) * normalDensity((correlation - expected) / deviation);
    all += density;
    if (truth >= MIN_CORRELATION - 1e-9) useful += density;
  }
  // Far from all of the grid, every density is 0.
  return all > 0 ? useful / all : Number(correlation >= MIN_CORRELATION);
}
