import { DataProblem } from "@pdp/basics/errors";
import type { Random } from "@pdp/basics/statistics";
import { AMINO_ACID_COUNT } from "../sequences/aminoAcids.ts";
import { type DesignSpace, isAllowed, mutationCount, mutations } from "./designSpace.ts";
import { nearestDesign, type SearchLimits } from "./nearestDesign.ts";

/** Throws a DataProblem that explains what to change if the hard constraints do not allow any design. */
export function requireDesigns(space: DesignSpace, random: Random, limits?: SearchLimits): void {
  const reason = whyEmpty(space, random, limits);
  if (reason !== null) throw new DataProblem(reason);
}

/** Explains why spaces contain no design with a mutation; null if one of them contains a design. */
export function whyOnlyTemplate(spaces: readonly DesignSpace[], random: Random): string | null {
  const [first, ...others] = spaces.map((space) => ({
    ...space,
    minMutations: Math.max(1, space.minMutations),
  }));
  if (first === undefined || others.some((space) => !isEmpty(space, random))) return null;
  return whyEmpty(first, random);
}

/** Tells whether a space is certainly empty. */
function isEmpty(space: DesignSpace, random: Random, limits?: SearchLimits): boolean {
  const { design, complete } = nearestDesign(space, space.template, random, limits);
  return design === null && complete;
}

/** Returns a sentence that explains what to change if a space is empty; null if it is not, or if the search gave up. */
function whyEmpty(space: DesignSpace, random: Random, limits?: SearchLimits): string | null {
  return isEmpty(space, random, limits) ? emptinessOf(space, random, limits) : null;
}

/** Explains why a space is empty, although it may contain its template if no mutation is required. */
function emptinessOf(space: DesignSpace, random: Random, limits?: SearchLimits): string {
  const { template, free } = space;
  const minMutations = Math.max(1, space.minMutations);
  const allows = (other: Partial<DesignSpace>): Uint8Array | null =>
    nearestDesign({ ...space, minMutations, ...other }, template, random, limits).design;
  const changeable = free.filter((position) => hasOtherResidue(space, position)).length;
  if (changeable === 0)
    return "The generator leaves only the template itself: no position may change to another residue. Keep fewer positions, or list other residues.";
  if (changeable < minMutations)
    return `At least ${mutations(minMutations)} are required, but only ${changeable} ${changeable === 1 ? "position" : "positions"} may change. Lower min_mutations, or keep fewer positions.`;
  const unlimited = allows({ maxMutations: free.length });
  if (unlimited !== null)
    return `No sequence with at most ${mutations(space.maxMutations)} meets all requirements; with ${mutationCount(template, unlimited)} there is one. Increase max_mutations, or relax the requirements.`;
  const whole = { maxMutations: template.length };
  const withStart = space.mutable.slice().fill(1, 0, 1);
  if (
    space.mutable[0] === 0 &&
    allows({ ...whole, mutable: withStart, free: positionsOf(withStart) }) !== null
  )
    return "The requirements cannot be met while position 1 of the template remains unchanged: remove the requirement that applies to it, or set allow_start_mutation.";
  const { allowed: _, ...anyResidue } = space;
  if (space.allowed && nearestDesign({ ...anyResidue, ...whole }, template, random, limits).design !== null)
    return "The listed residues cannot meet the requirements: list more residues or positions, or relax the requirements.";
  const mutable = new Uint8Array(template.length).fill(1);
  if (
    nearestDesign({ ...anyResidue, ...whole, mutable, free: positionsOf(mutable) }, template, random, limits)
      .design !== null
  )
    return `The requirements cannot be met by changing the ${changeable} positions that may change: keep fewer positions, or relax the requirements.`;
  return allows({ minMutations: 0 }) === null
    ? "The requirements contradict each other: no sequence of the template's length meets all of them."
    : "Only the template itself meets all requirements: relax them.";
}

function hasOtherResidue(space: DesignSpace, position: number): boolean {
  for (let residue = 0; residue < AMINO_ACID_COUNT; residue += 1)
    if (residue !== space.template[position] && isAllowed(space, position, residue)) return true;
  return false;
}

function positionsOf(mutable: Uint8Array): Uint16Array {
  return Uint16Array.from(mutable.keys()).filter((position) => mutable[position] === 1);
}
