import type { Random } from "@pdp/basics/statistics";
import { type CandidateSpaces, spaceOf } from "./candidateSpaces.ts";
import { type Candidate, optimisticUtility } from "./candidates.ts";
import { type DesignSpace, isFeasible, mutatedPositions } from "./designSpace.ts";
import { addGoodSubstitution, type Substitution } from "./goodSubstitutions.ts";
import { withIndels, withoutIndels } from "./indels/indelFrame.ts";
import { mutateDesign, type Proposal } from "./mutateDesign.ts";
import { nearestDesign } from "./nearestDesign.ts";

const CROSS = 0.5;
const REPAIR = 0.2;
const FURTHER = 0.35;
/** Share of the moves that use a substitution that is good by itself. */
const GOOD = 0.3;
/** Standard deviations added to the mean when choosing a parent, from neutral to optimistic. */
const HOPES = [0, 0, 1, 2];

/**
 * Recombines a population into feasible offspring, using substitutions that are good by themselves; returns fewer than
 * requested if few are feasible.
 */
export function recombine(
  candidates: CandidateSpaces,
  { pool: population, good }: { pool: readonly Candidate[]; good: readonly (readonly Substitution[])[] },
  count: number,
  proposal: Proposal,
  random: Random,
): Uint8Array[] {
  const children: Uint8Array[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    let child: Uint8Array | null = chooseParent(population, random).sequence;
    const space = spaceOf(candidates, child);
    if (space === undefined) continue;
    if (random.uniform() < CROSS) {
      const { sequence } = chooseParent(population, random);
      const other = inSpace(space, spaceOf(candidates, sequence), sequence);
      child = other && crossParents(space, child, other, random);
      if (child !== null && random.uniform() < 0.3) {
        children.push(child);
        continue;
      }
    }
    const substitutions = good[candidates.spaces.indexOf(space)] ?? [];
    do {
      child &&=
        random.uniform() < GOOD
          ? addGoodSubstitution(space, child, substitutions, random)
          : mutateDesign(space, child, proposal, random);
    } while (child !== null && random.uniform() < FURTHER);
    if (child !== null) children.push(child);
  }
  return children;
}

/** Returns the better of two random candidates. */
function chooseParent(population: readonly Candidate[], random: Random): Candidate {
  const first = population[random.integer(population.length)]!;
  const other = population[random.integer(population.length)]!;
  const hope = HOPES[random.integer(HOPES.length)]!;
  return optimisticUtility(first, hope) >= optimisticUtility(other, hope) ? first : other;
}

/**
 * Returns a parent's substitutions combined with the insertions and deletions of a space; null if none are known for the
 * space.
 */
function inSpace(
  space: DesignSpace,
  ownSpace: DesignSpace | undefined,
  sequence: Uint8Array,
): Uint8Array | null {
  if (ownSpace?.indels === space.indels) return sequence;
  const substituted = ownSpace?.indels ? withoutIndels(ownSpace.indels, sequence) : sequence;
  if (space.indels) return withIndels(space.indels, substituted);
  return substituted.length === space.template.length ? substituted : null;
}

/** Crosses two parents: a segment of one, the rest of the other. Only some offspring are repaired, because repairing is slow. */
function crossParents(
  space: DesignSpace,
  first: Uint8Array,
  second: Uint8Array,
  random: Random,
): Uint8Array | null {
  const child = first.slice();
  const from = random.integer(child.length);
  const to = from + 1 + random.integer(child.length);
  for (let at = from; at < to; at += 1) child[at % child.length] = second[at % child.length]!;
  const mutated = random.shuffle(mutatedPositions(space.template, child));
  for (const position of mutated.slice(space.maxMutations)) child[position] = space.template[position]!;
  if (isFeasible(space, child)) return child;
  return random.uniform() < REPAIR ? nearestDesign(space, child, random).design : null;
}
