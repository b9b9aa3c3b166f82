import { createRandom, type Random } from "@pdp/basics/statistics";
import { AMINO_ACID_COUNT } from "@pdp/science/sequences";

/**
 * Test function for sequence design (Stanton et al. 2024, "Closed-form test functions for biophysical sequence design",
 * arXiv:2407.00236). Some residues must not follow others. The value, from 0 to 1, is a product over several gapped motifs:
 * each factor is the degree to which the motif is present anywhere in the sequence.
 */
export interface EhrlichFunction {
  readonly length: number;
  /** Pairs of residues that must not be adjacent, in this order. */
  readonly banned: readonly (readonly [number, number])[];
  readonly motifs: readonly SpacedMotif[];
  /** Returns a sequence without banned pairs. */
  randomSequence(random: Random): Uint8Array;
  /** Returns the value of a sequence; NaN if a banned pair occurs. */
  value(sequence: Uint8Array): number;
  /** Returns a sequence with value 1. */
  best(): Uint8Array;
}

export interface SpacedMotif {
  readonly residues: Uint8Array;
  /** Offsets from the first residue; starts with 0. */
  readonly offsets: readonly number[];
}

export interface EhrlichOptions {
  seed: string | number;
  length: number;
  motifs: number;
  motifLength: number;
  /** Number of levels above 0 to which a motif's presence is rounded down; at most the motif's length. */
  quantization: number;
  /** Penalty for motifs that are only partly present. */
  epistasis: number;
}

/**
 * Number of other residues that may follow each residue: the next ones in the (shuffled) circle of residues.
 */
const BAND = Math.floor(AMINO_ACID_COUNT * 0.4);
const TEMPERATURE = 0.5;

export function ehrlichFunction(options: EhrlichOptions): EhrlichFunction {
  const { seed, length, quantization, epistasis } = options;
  const random = createRandom(seed);
  const transitions = transitionProbabilities(random);
  const motifs = createSpacedMotifs(options, transitions, random);
  const banned = [...transitions.keys()].flatMap((from) =>
    [...transitions[from]!.keys()]
      .filter((to) => transitions[from]![to] === 0)
      .map((to) => [from, to] as const),
  );

  function value(sequence: Uint8Array): number {
    for (let at = 1; at < length; at += 1) {
      if (transitions[sequence[at - 1]!]![sequence[at]!] === 0) return Number.NaN;
    }
    let product = 1;
    for (const motif of motifs) {
      const share = presence(motif, sequence);
      const rounded = Math.floor(share * quantization + 1e-9) / quantization;
      product *= rounded * (1 + epistasis * rounded * (rounded - 1));
    }
    return product;
  }

  /** Builds a sequence with value 1; gaps repeat the preceding residue, because every residue may follow itself. */
  function best(): Uint8Array {
    const residues: number[] = [];
    for (const motif of motifs) {
      for (const [index, offset] of motif.offsets.entries()) {
        const gap = (motif.offsets[index + 1] ?? offset + 1) - offset;
        for (let repeat = 0; repeat < gap; repeat += 1) residues.push(motif.residues[index]!);
      }
    }
    while (residues.length < length) residues.push(residues.at(-1)!);
    return Uint8Array.from(residues);
  }

  return {
    length,
    banned,
    motifs,
    randomSequence: (random) => walk(transitions, length, random),
    value,
    best,
  };
}

/** Returns the largest fraction of a motif's residues that are in place, over all positions. */
function presence({ residues, offsets }: SpacedMotif, sequence: Uint8Array): number {
  let most = 0;
  for (let start = 0; start + offsets.at(-1)! < sequence.length; start += 1) {
    const inPlace = offsets.filter((offset, index) => sequence[start + offset] === residues[index]).length;
    most = Math.max(most, inPlace);
  }
  return most / residues.length;
}

/** Returns the transition probabilities between residues; zero for banned pairs. */
function transitionProbabilities(random: Random): Float64Array[] {
  const circle = random.shuffle(Array.from({ length: AMINO_ACID_COUNT }, (_, residue) => residue));
  return circle.map((place, from) => {
    const row = Float64Array.from({ length: AMINO_ACID_COUNT }, () =>
      Math.exp(random.normal() / TEMPERATURE),
    );
    for (let to = 0; to < AMINO_ACID_COUNT; to += 1) {
      const apart = Math.abs(place - to);
      if (to !== from && Math.min(apart, AMINO_ACID_COUNT - apart) > BAND) row[to] = 0;
    }
    const total = row.reduce((sum, one) => sum + one, 0);
    return row.map((one) => one / total);
  });
}

/** Cuts one random walk into motifs, so that they can follow each other. */
function createSpacedMotifs(
  { motifs, motifLength, length }: EhrlichOptions,
  transitions: readonly Float64Array[],
  random: Random,
): SpacedMotif[] {
  const residues = walk(transitions, motifs * motifLength, random);
  const slack = Math.floor((length - residues.length) / motifs);
  if (slack < 0)
    throw new RangeError(`${motifs} motifs of ${motifLength} residues do not fit into ${length}.`);
  return Array.from({ length: motifs }, (_, motif) => {
    const weights = Array.from({ length: motifLength - 1 }, () => random.uniform());
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    const offsets = [0];
    for (const weight of weights) offsets.push(offsets.at(-1)! + 1 + Math.floor((slack * weight) / total));
    return { residues: residues.slice(motif * motifLength, (motif + 1) * motifLength), offsets };
  });
}

function walk(transitions: readonly Float64Array[], length: number, random: Random): Uint8Array {
  const sequence = new Uint8Array(length);
  sequence[0] = random.integer(AMINO_ACID_COUNT);
  for (let at = 1; at < length; at += 1) sequence[at] = random.choose(transitions[sequence[at - 1]!]!);
  return sequence;
}
