import type { Random } from "@pdp/basics/statistics";
import { AMINO_ACID_COUNT } from "@pdp/science/sequences";
import { ehrlichFunction } from "./ehrlichFunction.ts";
import { PROPERTIES } from "./residueProperties.ts";

/** Synthetic protein with known true values. Sequences are residue indices. */
export interface Landscape {
  reference: Uint8Array;
  /** True value, greater than 0, in the unit of the assay. */
  value(sequence: Uint8Array): number;
  /** True value of a second assay that is correlated with the first, if any; greater than 0. */
  second?: (sequence: Uint8Array) => number;
}

/** Landscape families by name. Each draws a landscape from a random number generator. */
export const FAMILIES = { independent, smooth, epistasis, sigmoid, motifs, correlated } as const;
export type FamilyName = keyof typeof FAMILIES;

const LENGTH = 80;

/** Independent residue effects, three quarters of them harmful; activity is e to the power of their sum. */
function independent(random: Random): Landscape {
  const reference = randomSequence(LENGTH, random);
  const effects = independentEffects(reference, random);
  return { reference, value: (sequence) => Math.exp(sumOf(effects, reference, sequence)) };
}

/** Effects derived from hydropathy, volume and charge, for which each position has a different optimum. */
function smooth(random: Random): Landscape {
  const reference = randomSequence(LENGTH, random);
  const effects = smoothEffects(reference, random);
  return { reference, value: (sequence) => Math.exp(sumOf(effects, reference, sequence)) };
}

const CONTACTS = 60;
const CONTACT_SPREAD = 0.5;

/** Effects of both kinds, and interacting pairs of positions, in which each pair of residues has a specific effect. */
function epistasis(random: Random): Landscape {
  const reference = randomSequence(LENGTH, random);
  const effects = mixedEffects(reference, random);
  const contacts = Array.from({ length: CONTACTS }, () => ({
    a: random.integer(LENGTH),
    b: random.integer(LENGTH),
    effects: Float64Array.from(
      { length: AMINO_ACID_COUNT ** 2 },
      () => CONTACT_SPREAD * (random.normal() - 0.2),
    ),
  }));
  const value = (sequence: Uint8Array): number => {
    let sum = sumOf(effects, reference, sequence);
    for (const { a, b, effects: pairs } of contacts) {
      if (sequence[a] === reference[a] || sequence[b] === reference[b]) continue;
      sum += pairs[sequence[a]! * AMINO_ACID_COUNT + sequence[b]!]!;
    }
    return Math.exp(sum);
  };
  return { reference, value };
}

const PLATEAU = 2;
const FLOOR = 0.02;

/** Sigmoid of the sum of effects of both kinds: most activity is lost in one step, and gains level off. */
function sigmoid(random: Random): Landscape {
  const reference = randomSequence(LENGTH, random);
  const effects = mixedEffects(reference, random);
  const value = (sequence: Uint8Array): number =>
    FLOOR + PLATEAU / (1 + Math.exp(-2.5 * sumOf(effects, reference, sequence)));
  return { reference, value };
}

/** Gapped motifs, which must all be present in whole or in part, as in Ehrlich functions; the reference contains some of them. */
function motifs(random: Random): Landscape {
  const options = { length: 32, motifs: 4, motifLength: 4, quantization: 4, epistasis: 0 };
  const { motifs: spaced, best } = ehrlichFunction({ ...options, seed: random.integer(2 ** 32) });
  const share = (sequence: Uint8Array): number => {
    let product = 1;
    for (const { residues, offsets } of spaced) {
      let most = 0;
      for (let start = 0; start + offsets.at(-1)! < sequence.length; start += 1) {
        const there = offsets.filter((offset, at) => sequence[start + offset] === residues[at]).length;
        most = Math.max(most, there);
      }
      product *= most / residues.length;
    }
    return product;
  };
  // Half of the motif residues are removed so that there is something to find.
  const reference = best();
  while (share(reference) > 0.15) reference[random.integer(32)] = random.integer(AMINO_ACID_COUNT);
  return { reference, value: (sequence) => FLOOR + share(sequence) };
}

/** Added to each effect on stability, so that some substitutions preserve it. */
const TOLERANCE = 0.3;

/** Activity as in `epistasis` but without contacts; half of the variance in the stability effects is shared with activity. */
function correlated(random: Random): Landscape {
  const reference = randomSequence(LENGTH, random);
  const [activity, own] = [mixedEffects(reference, random), mixedEffects(reference, random)];
  const stability = activity.map((effect, at) => (effect + own[at]!) / Math.SQRT2 + TOLERANCE);
  return {
    reference,
    value: (sequence) => Math.exp(sumOf(activity, reference, sequence)),
    second: (sequence) => Math.exp(sumOf(stability, reference, sequence)),
  };
}

function independentEffects(reference: Uint8Array, random: Random): Float64Array {
  return effectsOf(reference, () => 0.25 - 0.9 * Math.sqrt(random.uniform()));
}

function mixedEffects(reference: Uint8Array, random: Random): Float64Array {
  const [one, other] = [independentEffects(reference, random), smoothEffects(reference, random)];
  return one.map((effect, at) => (effect + other[at]!) / 2);
}

function smoothEffects(reference: Uint8Array, random: Random): Float64Array {
  const sites = Array.from(reference, (native) => ({
    weight: 0.12 * Math.exp(0.8 * random.normal()),
    optimum: PROPERTIES[native]!.map((property) => property + 0.6 * random.normal()),
  }));
  return effectsOf(reference, (position, residue) => {
    const { weight, optimum } = sites[position]!;
    const distance = (one: number): number =>
      optimum.reduce((sum, value, at) => sum + (value - PROPERTIES[one]![at]!) ** 2, 0);
    return weight * (distance(reference[position]!) - distance(residue));
  });
}

function effectsOf(
  reference: Uint8Array,
  effect: (position: number, residue: number) => number,
): Float64Array {
  return Float64Array.from({ length: reference.length * AMINO_ACID_COUNT }, (_, at) => {
    const [position, residue] = [Math.floor(at / AMINO_ACID_COUNT), at % AMINO_ACID_COUNT];
    return residue === reference[position] ? 0 : effect(position, residue);
  });
}

function sumOf(effects: Float64Array, reference: Uint8Array, sequence: Uint8Array): number {
  let sum = 0;
  for (const [position, residue] of sequence.entries()) {
    if (residue !== reference[position]) sum += effects[position * AMINO_ACID_COUNT + residue]!;
  }
  return sum;
}

function randomSequence(length: number, random: Random): Uint8Array {
  return Uint8Array.from({ length }, () => random.integer(AMINO_ACID_COUNT));
}
