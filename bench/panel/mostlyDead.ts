import type { Random } from "#shared/basics/statistics/random.ts";
import { AMINO_ACID_COUNT, residueLetters } from "#shared/science/sequences/aminoAcids.ts";
import type { Landscape } from "./families.ts";

const LENGTH = 60;
/** Fraction of the single substitutions that eliminate all activity. */
const LETHAL = 0.4;
/** Standard deviation of the logarithm of the change caused by other substitutions. */
const SPREAD = 0.25;
const MAX_MUTATIONS = 8;
/** Value below which a variant counts as dead: five standard deviations of the background. */
export const DEAD_BELOW = 0.1;
/** Standard deviation of a measurement: that of the background, in units of the reference, and that of the logarithm above it. */
const BACKGROUND = 0.02;
const NOISE = 0.1;

/**
 * Landscape in which most variants are dead: many substitutions are lethal individually, and the others change the activity
 * slightly.
 */
export function deadLandscape(random: Random): Landscape {
  const reference = Uint8Array.from({ length: LENGTH }, () => random.integer(AMINO_ACID_COUNT));
  const effects = Array.from({ length: LENGTH * AMINO_ACID_COUNT }, () =>
    random.uniform() < LETHAL ? Number.NEGATIVE_INFINITY : SPREAD * (random.normal() - 0.3),
  );
  const value = (sequence: Uint8Array): number =>
    Math.exp(
      sequence.reduce(
        (sum, residue, at) =>
          residue === reference[at] ? sum : sum + effects[at * AMINO_ACID_COUNT + residue]!,
        0,
      ),
    );
  return { reference, value };
}

/** Draws and measures distinct variants with one to eight substitutions. */
export function drawDead(
  { reference, value }: Landscape,
  rows: number,
  random: Random,
): { sequences: Uint8Array[]; values: Float64Array } {
  const found = new Map<string, Uint8Array>();
  while (found.size < rows) {
    const sequence = reference.slice();
    for (let left = 1 + random.integer(MAX_MUTATIONS); left > 0; left -= 1)
      sequence[random.integer(LENGTH)] = random.integer(AMINO_ACID_COUNT);
    found.set(residueLetters(sequence), sequence);
  }
  const sequences = [...found.values()];
  const values = Float64Array.from(sequences, (one) =>
    Math.max(0, value(one) * Math.exp(NOISE * random.normal()) + BACKGROUND * random.normal()),
  );
  return { sequences, values };
}
