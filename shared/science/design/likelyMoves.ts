import type { Random } from "@pdp/basics/statistics";
import type { Sampler } from "../sampler/sampler.ts";
import { AMINO_ACID_COUNT } from "../sequences/aminoAcids.ts";
import { type DesignSpace, DISCOURAGED, isAllowed, isFeasible, mutatedPositions } from "./designSpace.ts";

/** Factor by which more substitutions are drawn than requested, because some violate a constraint. */
const SPARE = 4;

/**
 * Draws distinct substitutions for a design, from all positions at once, in proportion to their change in density. If a design
 * already has the maximum number of mutations, each new substitution replaces a mutation that is drawn in the same way.
 * Returns up to `count` feasible designs.
 */
export function likelyMoves(
  space: DesignSpace,
  sampler: Sampler,
  sequence: Uint8Array,
  count: number,
  random: Random,
): Uint8Array[] {
  const { template, free, discouraged, maxMutations } = space;
  const gains = (space.sampler ?? sampler).substitutionScores(sequence).data;
  const mutated = mutatedPositions(template, sequence);
  // Taking the largest sums of a log-weight and Gumbel noise is equivalent to drawing without replacement (Yellott 1977).
  const drawn: { at: number; key: number }[] = [];
  for (const position of free) {
    for (let residue = 0; residue < AMINO_ACID_COUNT; residue += 1) {
      if (residue === sequence[position] || !isAllowed(space, position, residue)) continue;
      const at = position * AMINO_ACID_COUNT + residue;
      const isDiscouraged = discouraged[position] === 1 && residue !== template[position];
      drawn.push({ at, key: gains[at]! + (isDiscouraged ? DISCOURAGED : 0) + gumbel(random) });
    }
  }
  drawn.sort((a, b) => b.key - a.key);
  const moves: Uint8Array[] = [];
  for (const { at } of drawn.slice(0, count * SPARE)) {
    const position = Math.floor(at / AMINO_ACID_COUNT);
    const child = sequence.slice();
    child[position] = at % AMINO_ACID_COUNT;
    if (mutated.length >= maxMutations && sequence[position] === template[position]) {
      const back = chooseReversion(space, mutated, gains, random);
      child[back] = template[back]!;
    }
    if (isFeasible(space, child)) moves.push(child);
    if (moves.length === count) break;
  }
  return moves;
}

function chooseReversion(
  { template }: DesignSpace,
  mutated: readonly number[],
  gains: Float64Array,
  random: Random,
): number {
  let best = mutated[0]!;
  let largest = Number.NEGATIVE_INFINITY;
  for (const position of mutated) {
    const key = gains[position * AMINO_ACID_COUNT + template[position]!]! + gumbel(random);
    if (key > largest) [best, largest] = [position, key];
  }
  return best;
}

function gumbel(random: Random): number {
  return -Math.log(-Math.log(random.uniform() + 1e-300));
}
