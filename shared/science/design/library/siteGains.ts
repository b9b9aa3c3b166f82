import type { Random } from "@pdp/basics/statistics";
import { AMINO_ACID_COUNT } from "../../sequences/aminoAcids.ts";
import { isSameShape } from "../../sequences/chainSpans.ts";
import { SHARED } from "../batch/bestOfBatch.ts";
import type { Goal } from "../designLevels.ts";

/** Number of joint draws from the model at each position. */
const DRAWS = 200;
/** Maximum number of positions for which the model is sampled; they are those with the best optimistic predictions. */
const MAX_SITES = 40;
/** Maximum number of sequences in which the effects of substitutions are predicted. */
const MAX_BACKGROUNDS = 8;
/** Number of sequences predicted at a time, which bounds memory use. */
const CHUNK = 4_000;

/** Position of a library, with draws of the gain of each amino acid over the template's residue. */
export interface LibrarySite {
  position: number;
  /** Gains, draws × 20, on the transformed scale; larger is better. */
  gains: Float64Array;
}

/**
 * Draws the gains of all amino acids at the positions that may become part of a library. A gain is the mean over backgrounds: the
 * template and good designs, because the effect of a mutation may depend on the others.
 */
export function librarySites(
  template: Uint8Array,
  positions: readonly number[],
  goal: Goal,
  random: Random,
  designs: readonly Uint8Array[] = [],
): LibrarySite[] {
  const sameShape = designs.filter((design) => isSameShape(design, template));
  const backgrounds = [template, ...sameShape.slice(0, MAX_BACKGROUNDS - 1)];
  return promising(template, positions, goal).map((position) => {
    const variants = backgrounds.flatMap((background) => substitutions(background, position));
    const { data, columns } = goal.predictor.samplePosterior(variants, DRAWS, random.fork(position));
    const { transformedMean: means } = goal.predictor.predict(variants);
    // The error that all variants share has no influence on gains.
    const ownWeight = Math.sqrt(1 - SHARED);
    const drawnValue = (draw: number, at: number): number =>
      goal.sign * (means[at]! + ownWeight * (data[draw * columns + at]! - means[at]!));
    const gains = new Float64Array(DRAWS * AMINO_ACID_COUNT);
    const original = template[position]!;
    for (let draw = 0; draw < DRAWS; draw += 1) {
      for (let first = 0; first < variants.length; first += AMINO_ACID_COUNT) {
        const before = drawnValue(draw, first + original);
        for (let residue = 0; residue < AMINO_ACID_COUNT; residue += 1) {
          const gain = (drawnValue(draw, first + residue) - before) / backgrounds.length;
          gains[draw * AMINO_ACID_COUNT + residue] = gains[draw * AMINO_ACID_COUNT + residue]! + gain;
        }
      }
    }
    return { position, gains };
  });
}

/** Returns the expected gain of the best of several amino acids: the mean over the draws. */
export function bestGain({ gains }: LibrarySite, residues: readonly number[]): number {
  let sum = 0;
  for (let row = 0; row < gains.length; row += AMINO_ACID_COUNT) {
    let best = Number.NEGATIVE_INFINITY;
    for (const residue of residues) best = Math.max(best, gains[row + residue]!);
    sum += best;
  }
  return (sum * AMINO_ACID_COUNT) / gains.length;
}

/** A sequence with each amino acid at one position. */
function substitutions(background: Uint8Array, position: number): Uint8Array[] {
  return Array.from({ length: AMINO_ACID_COUNT }, (_, residue) => {
    const variant = background.slice();
    variant[position] = residue;
    return variant;
  });
}

function promising(template: Uint8Array, positions: readonly number[], goal: Goal): number[] {
  if (positions.length <= MAX_SITES) return [...positions];
  const perChunk = Math.floor(CHUNK / AMINO_ACID_COUNT);
  const ranked: { position: number; best: number }[] = [];
  for (let from = 0; from < positions.length; from += perChunk) {
    const some = positions.slice(from, from + perChunk);
    const predicted = goal.predictor.predict(some.flatMap((position) => substitutions(template, position)));
    for (const [at, position] of some.entries()) {
      let best = Number.NEGATIVE_INFINITY;
      for (let residue = 0; residue < AMINO_ACID_COUNT; residue += 1) {
        if (residue === template[position]) continue;
        const row = at * AMINO_ACID_COUNT + residue;
        const optimistic = goal.sign * predicted.transformedMean[row]! + predicted.transformedSd[row]!;
        best = Math.max(best, optimistic);
      }
      ranked.push({ position, best });
    }
  }
  ranked.sort((a, b) => b.best - a.best || a.position - b.position);
  return ranked.slice(0, MAX_SITES).map(({ position }) => position);
}
