import type { Random } from "@pdp/basics/statistics";
import type { Sampler } from "../sampler/sampler.ts";
import { AMINO_ACID_COUNT } from "../sequences/aminoAcids.ts";
import { type DesignSpace, hasAllRequired, isAllowed, isFeasible, mutatedPositions } from "./designSpace.ts";
import { hasForbidden } from "./motifs/forbiddenMotifs.ts";

/** Distribution from which residues are drawn. */
export interface Proposal {
  readonly sampler: Sampler;
  /** Temperature of the sampler's conditional probabilities; values above 1 flatten them. */
  readonly temperature: number;
  /** Share of residues that are drawn uniformly instead. */
  readonly evenShare: number;
}

const TRIES = 12;
/**
 * Maximum distance between two substitutions that are tried together because a regular expression may not allow them
 * individually.
 */
const PATTERN_REACH = 4;

/**
 * Mutates a design with a Gibbs move: a substitution; a reverted mutation and a new one; or two substitutions close to each
 * other, because forbidden motifs may not allow them individually. Returns null if no move is found in a few tries.
 */
export function mutateDesign(
  space: DesignSpace,
  sequence: Uint8Array,
  proposal: Proposal,
  random: Random,
): Uint8Array | null {
  if (space.maxMutations === 0) return null;
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const child = sequence.slice();
    const mutated = mutatedPositions(space.template, sequence);
    const full = mutated.length >= space.maxMutations;
    const kind = random.uniform();
    if (kind < 0.5) {
      const position = full ? mutated[random.integer(mutated.length)]! : freePosition(space, random);
      if (!substitute(space, child, position, proposal, random)) continue;
    } else if (kind < 0.75) {
      if (mutated.length === 0) continue;
      const back = mutated[random.integer(mutated.length)]!;
      child[back] = space.template[back]!;
      const position = freePosition(space, random);
      if (position === back || !substitute(space, child, position, proposal, random)) continue;
    } else if (!substituteTwo(space, child, mutated, proposal, random)) continue;
    if (isFeasible(space, child)) return child;
  }
  return null;
}

/** Probability of accepting a drawn discouraged position; otherwise another position is drawn. */
const DISCOURAGED_SHARE = 0.1;

/** Draws a position that may mutate; discouraged positions are rarely drawn, unless there are hardly any others. */
function freePosition({ free, discouraged }: DesignSpace, random: Random): number {
  for (let attempt = 1; ; attempt += 1) {
    const position = free[random.integer(free.length)]!;
    if (discouraged[position] === 0 || attempt === TRIES) return position;
    if (random.uniform() < DISCOURAGED_SHARE) return position;
  }
}

/** Substitutes in place; returns false if no other residue is allowed next to its neighbors. */
function substitute(
  space: DesignSpace,
  sequence: Uint8Array,
  position: number,
  proposal: Proposal,
  random: Random,
): boolean {
  const weights = residueWeights(space, sequence, position, proposal, random);
  const present = sequence[position]!;
  weights[present] = 0;
  for (let residue = 0; residue < AMINO_ACID_COUNT; residue += 1) {
    if (weights[residue] === 0) continue;
    if (!isAllowed(space, position, residue)) {
      weights[residue] = 0;
      continue;
    }
    sequence[position] = residue;
    if (hasForbidden(space.forbidden, sequence, position, position + 1)) weights[residue] = 0;
  }
  sequence[position] = present;
  if (weights.every((weight) => weight === 0)) return false;
  sequence[position] = random.choose(weights);
  return true;
}

/** Draws the first residue regardless of its neighbors; the second one must be compatible. */
function substituteTwo(
  space: DesignSpace,
  sequence: Uint8Array,
  mutated: readonly number[],
  proposal: Proposal,
  random: Random,
): boolean {
  const first =
    mutated.length > 0 && random.uniform() < 0.5
      ? mutated[random.integer(mutated.length)]!
      : freePosition(space, random);
  const reach = Math.max(space.patterns.length > 0 ? PATTERN_REACH : 1, space.forbidden.longest - 1);
  const second = first + (1 + random.integer(reach)) * (random.uniform() < 0.5 ? 1 : -1);
  if (space.mutable[second] !== 1) return false;
  const weights = residueWeights(space, sequence, first, proposal, random);
  weights[sequence[first]!] = 0;
  sequence[first] = random.choose(weights);
  return substitute(space, sequence, second, proposal, random);
}

/** Returns residue weights, all positive. */
function residueWeights(
  space: DesignSpace,
  sequence: Uint8Array,
  position: number,
  { sampler, temperature, evenShare }: Proposal,
  random: Random,
): Float64Array {
  const weights = new Float64Array(AMINO_ACID_COUNT);
  if (random.uniform() < evenShare) return weights.fill(1);
  (space.sampler ?? sampler).conditional(sequence, position, weights, temperature);
  return weights.map((weight) => weight + 1e-12);
}

/**
 * Mutates a design until it has (about) the given number of mutations, as far as possible in a few tries. Required motifs are
 * kept, and forbidden ones are avoided.
 */
export function addMutations(
  space: DesignSpace,
  sequence: Uint8Array,
  wanted: number,
  proposal: Proposal,
  random: Random,
): Uint8Array {
  const grown = sequence.slice();
  let count = mutatedPositions(space.template, grown).length;
  for (let attempt = 0; count < wanted && attempt < TRIES * wanted; attempt += 1) {
    const position = freePosition(space, random);
    if (grown[position] !== space.template[position]) continue;
    const before = grown[position]!;
    if (!substitute(space, grown, position, proposal, random)) continue;
    if (hasAllRequired(space, grown)) count += 1;
    else grown[position] = before;
  }
  return grown;
}
