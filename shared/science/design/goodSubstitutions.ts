import type { Random } from "@pdp/basics/statistics";
import { AMINO_ACID_COUNT } from "../sequences/aminoAcids.ts";
import { type Goals, optimisticUtility, scoreCandidates } from "./candidates.ts";
import { designKey } from "./designKey.ts";
import { type DesignSpace, isAllowed, isFeasible, mutatedPositions } from "./designSpace.ts";
import type { IndelFrame } from "./indels/indelFrame.ts";

/** Substitution in the template or in a measured variant. Plain data. */
export interface Substitution {
  readonly position: number;
  readonly residue: number;
}

/** Maximum number of substitutions to keep. */
const KEPT = 64;
/**
 * Share of substitutions selected by their mean; the remaining substitutions would be good if they were one standard deviation
 * better.
 */
const BY_MEAN = 0.75;
/** Maximum number of single mutants to predict. */
const MAX_PREDICTED = 20_000;
/** Number of ranks after which a substitution is drawn half as often. */
const HALF = 12;
const TRIES = 4;
/** Share of the combinations that start from a measured variant. */
const FROM_STARTS = 0.3;

/**
 * Returns the substitutions in the template with the highest expected utility as single mutants, best first, and some
 * substitutions with uncertain effects; single mutants need not meet the requirements on whole designs.
 */
export function goodSubstitutions(goals: Goals, space: DesignSpace, random: Random): Substitution[] {
  const all: Substitution[] = [];
  for (const position of space.free) {
    for (let residue = 0; residue < AMINO_ACID_COUNT; residue += 1) {
      if (residue !== space.template[position] && isAllowed(space, position, residue)) {
        all.push({ position, residue });
      }
    }
  }
  const some = all.length > MAX_PREDICTED ? random.shuffle(all).slice(0, MAX_PREDICTED) : all;
  const singles = some.map((substitution) => substitute(space.template, substitution));
  const scored = scoreCandidates(goals, singles);
  const order = (deviations: number): number[] =>
    [...scored.keys()].sort(
      (a, b) => optimisticUtility(scored[b]!, deviations) - optimisticUtility(scored[a]!, deviations),
    );
  const byMean = order(0).slice(0, Math.ceil(BY_MEAN * KEPT));
  return [...new Set([...byMean, ...order(1).slice(0, KEPT)])].slice(0, KEPT).map((at) => some[at]!);
}

/** Returns a template's substitutions at their positions in a frame, except those at deleted positions. */
export function substitutionsInFrame(
  { origins }: IndelFrame,
  substitutions: readonly Substitution[],
): Substitution[] {
  return substitutions.flatMap(({ position, residue }) => {
    const at = origins.indexOf(position);
    return at < 0 ? [] : [{ position: at, residue }];
  });
}

/**
 * Combines good substitutions with each other, and with the given designs. Better substitutions are drawn more often: the
 * probability halves every `HALF` ranks. Returns feasible designs, possibly fewer than `count` if few are feasible.
 */
export function combineSubstitutions(
  space: DesignSpace,
  substitutions: readonly Substitution[],
  starts: readonly Uint8Array[],
  count: number,
  random: Random,
): Uint8Array[] {
  if (substitutions.length === 0 || space.maxMutations === 0) return [];
  const weights = Float64Array.from(substitutions, (_, rank) => 2 ** (-rank / HALF));
  const combined = new Map<string, Uint8Array>();
  const { minMutations: fewest, maxMutations } = space;
  for (let attempt = 0; combined.size < count && attempt < TRIES * count; attempt += 1) {
    const fromStart = starts.length > 0 && random.uniform() < FROM_STARTS;
    const design = (fromStart ? starts[random.integer(starts.length)]! : space.template).slice();
    const wanted = Math.max(1, fewest) + random.integer(Math.max(1, maxMutations - Math.max(1, fewest) + 1));
    for (let turn = 0; turn < wanted; turn += 1) {
      const { position, residue } = substitutions[random.choose(weights)]!;
      design[position] = residue;
    }
    const mutated = random.shuffle(mutatedPositions(space.template, design));
    for (const position of mutated.slice(maxMutations)) design[position] = space.template[position]!;
    if (isFeasible(space, design)) combined.set(designKey(design), design);
  }
  return [...combined.values()];
}

/** Adds a good substitution to a design; replaces another mutation if the design already has the maximum number. */
export function addGoodSubstitution(
  space: DesignSpace,
  sequence: Uint8Array,
  substitutions: readonly Substitution[],
  random: Random,
): Uint8Array | null {
  if (substitutions.length === 0) return null;
  const { position, residue } = substitutions[random.integer(substitutions.length)]!;
  const child = sequence.slice();
  child[position] = residue;
  const mutated = mutatedPositions(space.template, child);
  if (mutated.length > space.maxMutations) {
    const others = mutated.filter((other) => other !== position);
    const back = others[random.integer(others.length)]!;
    child[back] = space.template[back]!;
  }
  return isFeasible(space, child) ? child : null;
}

/** Returns the sequence with the substitution. */
export function substitute(sequence: Uint8Array, { position, residue }: Substitution): Uint8Array {
  const changed = sequence.slice();
  changed[position] = residue;
  return changed;
}
