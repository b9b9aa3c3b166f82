import type { Random } from "@pdp/basics/statistics";
import { predictRidge, ridgePenalty, type SparseRows } from "@pdp/science/models";
import { AMINO_ACID_COUNT, residueLetters } from "@pdp/science/sequences";
import { type Measured, ofSecond } from "./library.ts";

/** Predicts logarithms of values. */
export type Predict = (sequences: readonly Uint8Array[]) => Float64Array;

export interface DesignTask {
  reference: Uint8Array;
  measured: Measured;
  wanted: number;
  maxMutations: number;
  random: Random;
}

/** Designers that imitate manual analysis; each returns designs that have not been measured. */
export const DESIGNERS: Record<string, (task: DesignTask) => Uint8Array[]> = {
  "ridge recombined": ridgeRecombined,
  "best singles": bestSingles,
  "genetic algorithm": geneticAlgorithm,
};

/** Scale of the mutation count relative to the other columns, chosen so that the count is hardly penalized. */
const COUNT_FACTOR = 3;

/**
 * Ridge regression of the logarithms on one-hot mutations, mutated positions and the number of mutations; the penalty is
 * cross-validated.
 */
export function fitRidge(reference: Uint8Array, { sequences, values }: Measured, random: Random): Predict {
  const logs = Float64Array.from(values, Math.log);
  const center = logs.reduce((sum, value) => sum + value / logs.length, 0);
  const spread = Math.sqrt(logs.reduce((sum, value) => sum + (value - center) ** 2 / logs.length, 0)) || 1;
  const features = (rows: readonly Uint8Array[]): SparseRows => mutationFeatures(rows, reference);
  const { fit } = ridgePenalty(
    features(sequences),
    logs.map((value) => (value - center) / spread),
    new Float64Array(logs.length).fill(1),
    random,
  );
  return (rows) => predictRidge(fit, features(rows)).map((value) => center + spread * value);
}

function mutationFeatures(sequences: readonly Uint8Array[], reference: Uint8Array): SparseRows {
  const starts = new Uint32Array(sequences.length + 1);
  const columns: number[] = [];
  const values: number[] = [];
  const ofPosition = reference.length * AMINO_ACID_COUNT;
  for (const [row, sequence] of sequences.entries()) {
    let count = 0;
    for (const [position, residue] of sequence.entries()) {
      if (residue === reference[position]) continue;
      count += 1;
      columns.push(position * AMINO_ACID_COUNT + residue, ofPosition + position);
      values.push(1, 1);
    }
    columns.push(ofPosition + reference.length);
    values.push(COUNT_FACTOR * count);
    starts[row + 1] = columns.length;
  }
  const width = ofPosition + reference.length + 1;
  return { width, starts, columns: Uint32Array.from(columns), values: Float64Array.from(values) };
}

interface Effect {
  position: number;
  residue: number;
  effect: number;
}

/** Combines the measured substitutions that ridge regression ranks best. */
function ridgeRecombined({ reference, measured, random, ...task }: DesignTask): Uint8Array[] {
  const predict = fitRidge(reference, measured, random);
  const seen = seenEffects(reference, measured);
  const base = predict([reference])[0]!;
  const single = predict(seen.map(({ position, residue }) => substitute(reference, position, residue)));
  const effects = seen.map((one, at) => ({ ...one, effect: single[at]! - base }));
  if (measured.second.length === 0) return combine(effects, { reference, measured, random, ...task });
  const second = fitRidge(reference, ofSecond(measured), random);
  const holds = second(seen.map(({ position, residue }) => substitute(reference, position, residue)));
  const limit = second([reference])[0]!;
  const kept = effects.filter((_, at) => holds[at]! >= limit);
  return combine(kept, { reference, measured, random, ...task });
}

/**
 * Combines the substitutions with the highest mean across their variants, relative to the mean of variants with the same
 * number of mutations.
 */
function bestSingles({ reference, measured, ...task }: DesignTask): Uint8Array[] {
  const effects = seenEffects(reference, measured);
  if (measured.second.length === 0) return combine(effects, { reference, measured, ...task });
  const second = seenEffects(reference, ofSecond(measured));
  const kept = effects.filter((_, at) => second[at]!.effect >= 0);
  return combine(kept, { reference, measured, ...task });
}

/** Returns, for each substitution, how far its variants are on average above variants with the same number of mutations. */
function seenEffects(reference: Uint8Array, { sequences, values }: Measured): Effect[] {
  const mutationsOf = (sequence: Uint8Array): number[] =>
    [...sequence.keys()].filter((position) => sequence[position] !== reference[position]);
  const byCount = new Map<number, number[]>();
  const sums = new Map<number, number[]>();
  for (const [row, sequence] of sequences.entries()) {
    const count = mutationsOf(sequence).length;
    byCount.set(count, [...(byCount.get(count) ?? []), Math.log(values[row]!)]);
  }
  const mean = (numbers: readonly number[]): number =>
    numbers.reduce((sum, value) => sum + value, 0) / numbers.length;
  for (const [row, sequence] of sequences.entries()) {
    const mutated = mutationsOf(sequence);
    const above = Math.log(values[row]!) - mean(byCount.get(mutated.length)!);
    for (const position of mutated) {
      const key = position * AMINO_ACID_COUNT + sequence[position]!;
      sums.set(key, [...(sums.get(key) ?? []), above]);
    }
  }
  return [...sums].map(([key, above]) => ({
    position: Math.floor(key / AMINO_ACID_COUNT),
    residue: key % AMINO_ACID_COUNT,
    effect: mean(above),
  }));
}

/** Maximum fraction of the designs that may contain the same substitution. */
const MAX_SHARE = 1 / 3;
const CONSIDERED = 40;

/** Combines substitutions, starting with the largest sums of effects, each in at most a third of the designs. */
function combine(
  effects: readonly Effect[],
  { reference, measured, wanted, maxMutations }: DesignTask,
): Uint8Array[] {
  const best = effects.toSorted((a, b) => b.effect - a.effect).slice(0, CONSIDERED);
  const known = new Set(measured.sequences.map(residueLetters));
  const used = new Float64Array(best.length);
  const found: Uint8Array[] = [];
  const limit = Math.ceil(MAX_SHARE * wanted);
  while (found.length < wanted) {
    const design = bestCombination(best, used, limit, { reference, maxMutations, known });
    if (design === null) break;
    for (const at of design.chosen) used[at] = used[at]! + 1;
    known.add(residueLetters(design.sequence));
    found.push(design.sequence);
  }
  return found;
}

/**
 * Searches depth-first for the new combination with the largest sum; effects are in descending order, which bounds the search.
 */
function bestCombination(
  effects: readonly Effect[],
  used: Float64Array,
  limit: number,
  { reference, maxMutations, known }: { reference: Uint8Array; maxMutations: number; known: Set<string> },
): { sequence: Uint8Array; chosen: number[] } | null {
  let largest = Number.NEGATIVE_INFINITY;
  let best: { sequence: Uint8Array; chosen: number[] } | null = null;
  const visit = (from: number, chosen: number[], sum: number, sequence: Uint8Array): void => {
    if (chosen.length > 0 && sum > largest && !known.has(residueLetters(sequence))) {
      largest = sum;
      best = { sequence, chosen };
    }
    if (chosen.length === maxMutations) return;
    for (let at = from; at < effects.length; at += 1) {
      const { position, residue, effect } = effects[at]!;
      if (sum + effect * (maxMutations - chosen.length) <= largest) return;
      if (used[at]! >= limit || sequence[position] !== reference[position]) continue;
      visit(at + 1, [...chosen, at], sum + effect, substitute(sequence, position, residue));
    }
  };
  visit(0, [], 0, reference);
  return best;
}

/** Recombines and mutates the better half of the measured variants. */
function geneticAlgorithm({ reference, measured, wanted, maxMutations, random }: DesignTask): Uint8Array[] {
  // The reference is the first row. If there is a second assay, variants that are below the reference in it count as worthless.
  const worth = measured.values.map((value, row) =>
    measured.second.length > 0 && measured.second[row]! < measured.second[0]! ? 0 : value,
  );
  const order = [...worth.keys()].sort((a, b) => worth[b]! - worth[a]!);
  const parents = order
    .slice(0, Math.max(2, Math.floor(order.length / 2)))
    .map((row) => measured.sequences[row]!);
  const known = new Set([residueLetters(reference), ...measured.sequences.map(residueLetters)]);
  const found: Uint8Array[] = [];
  for (let attempt = 0; found.length < wanted && attempt < 1_000 * wanted; attempt += 1) {
    const pick = (): Uint8Array => {
      const [one, other] = [random.integer(parents.length), random.integer(parents.length)];
      return parents[Math.min(one, other)]!;
    };
    const child = pick().slice();
    const cut = random.integer(child.length);
    child.set(pick().subarray(cut), cut);
    if (random.uniform() < 0.5) child[random.integer(child.length)] = random.integer(AMINO_ACID_COUNT);
    const mutated = random.shuffle([...child.keys()].filter((at) => child[at] !== reference[at]));
    for (const position of mutated.slice(maxMutations)) child[position] = reference[position]!;
    const letters = residueLetters(child);
    if (known.has(letters)) continue;
    known.add(letters);
    found.push(child);
  }
  return found;
}

function substitute(sequence: Uint8Array, position: number, residue: number): Uint8Array {
  const changed = sequence.slice();
  changed[position] = residue;
  return changed;
}
