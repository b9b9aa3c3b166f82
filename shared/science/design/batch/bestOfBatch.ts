import { quantileSorted, type Random } from "@pdp/basics/statistics";
import type { AssayPredictor } from "../../scorer/scorer.ts";
import { wideningAt } from "../../scorer/widening.ts";

const DRAWS = 400;
/** Maximum number of designs for which the posterior is sampled; later designs are ignored. */
const MAX_DRAWN = 1_000;
/**
 * Share of the variance of a design's error that all designs in a batch have in common: whatever one model gets wrong about
 * its favorite designs, it gets wrong for all of them. Joint draws from the scorer alone treat the errors as nearly
 * independent, and then predict two to three times what the best of 48 reaches on generated landscapes.
 */
export const SHARED = 0.8;
/** Share of the draws below the lower end of the interval, and above the upper end. */
const TAIL = 0.1;

/** Range that the best design in a batch may reach, in the assay's unit. */
export interface BestOfBatch {
  median: number;
  /** Values that are reached, or missed, with a probability of 10 %, worse value first. */
  low: number;
  high: number;
}

/**
 * Predicts the best true value in a batch, using joint draws from the scorer's posterior and an error shared by all designs;
 * `sign` is -1 if lower is better.
 */
export function bestOfBatch(
  predictor: AssayPredictor,
  designs: readonly Uint8Array[],
  sign: number,
  random: Random,
): BestOfBatch {
  const drawn = designs.slice(0, MAX_DRAWN);
  const { transformedMean: means, transformedSd: sds } = predictor.predict(drawn);
  const factors = means.map((mean) => wideningAt(predictor.model.widening, mean));
  const draws = predictor.samplePosterior(drawn, DRAWS, random);
  const [ownWeight, common] = [Math.sqrt(1 - SHARED), Math.sqrt(SHARED)];
  const bests = Float64Array.from({ length: DRAWS }, (_, draw) => {
    const shift = common * random.normal();
    return draws.data
      .subarray(draw * draws.columns, (draw + 1) * draws.columns)
      .reduce((best, value, design) => {
        const mean = means[design] ?? 0;
        const error = shift * (sds[design] ?? 0) + ownWeight * (value - mean);
        return Math.max(best, sign * (mean + (factors[design] ?? 1) * error));
      }, Number.NEGATIVE_INFINITY);
  }).sort();
  const at = (share: number): number => predictor.invert(sign * quantileSorted(bests, share));
  return { median: at(0.5), low: at(TAIL), high: at(1 - TAIL) };
}
