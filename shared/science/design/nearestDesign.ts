import { DataProblem } from "#shared/basics/errors/dataProblem.ts";
import type { Random } from "#shared/basics/statistics/random.ts";
import { cheapestDesign, type Search } from "./cheapestDesign.ts";
import { type DesignSpace, mutationCount, mutations } from "./designSpace.ts";
import type { RequiredMotifs } from "./motifs/requiredMotifs.ts";

/** Limits that end a search. */
export interface SearchLimits {
  /** Maximum number of placements of the required motifs to try. */
  placements: number;
  /** Maximum number of complete placements to extend to a design. */
  complete: number;
  /** Maximum number of steps to complete a design. */
  steps?: number;
}

const LIMITS: SearchLimits = { placements: 20_000, complete: 50 };

/**
 * Finds a design close to a target (of the template's length): required motifs are placed where they change the target least,
 * then violated constraints are repaired with as few changes as possible. If `found` is null and `complete` is true, the space
 * is empty.
 */
export function nearestDesign(
  space: DesignSpace,
  target: Uint8Array,
  random: Random,
  limits: SearchLimits = LIMITS,
): Search {
  const left = { ...limits };
  let gaveUp = false;

  function place(pins: Int8Array, missing: readonly RequiredMotifs[]): Uint8Array | null {
    const [first, ...rest] = missing;
    if (first === undefined) {
      left.complete -= 1;
      const { found, complete } = cheapestDesign(space, target, pins, random, limits.steps);
      gaveUp ||= !complete;
      return found;
    }
    for (const placement of findPlacements(space, target, pins, first, random)) {
      if (left.placements <= 0 || left.complete <= 0) {
        gaveUp = true;
        return null;
      }
      left.placements -= 1;
      const found = place(placement.pins, rest);
      if (found !== null) return found;
    }
    return null;
  }

  const unpinned = new Int8Array(space.template.length).fill(-1);
  const without = cheapestDesign(space, target, unpinned, random, limits.steps);
  // If the other constraints cannot be met by themselves, no placement needs to be tried.
  if (space.required.length === 0 || without.found === null) return without;
  const scarcest = space.required.toSorted((a, b) => choices(a) - choices(b));
  const found = place(unpinned, scarcest);
  return { found, complete: !gaveUp };
}

function choices(motifs: RequiredMotifs): number {
  return motifs.reduce((sum, { starts }) => sum + starts.length, 0);
}

/** Cost of a change at a discouraged position, relative to a change elsewhere. */
const DISCOURAGED_CHANGE = 3;

interface Placement {
  pins: Int8Array;
  cost: number;
}

/**
 * Returns the ways to place one of the motifs alongside pinned residues, those with the fewest changes to the target first.
 */
function findPlacements(
  space: DesignSpace,
  target: Uint8Array,
  pins: Int8Array,
  motifs: RequiredMotifs,
  random: Random,
): Placement[] {
  const found: Placement[] = [];
  for (const { motif, starts } of motifs) {
    for (const start of starts) {
      const placed = placeMotif(space, pins, motif, start);
      if (placed === null) continue;
      let cost = random.uniform();
      for (let index = 0; index < motif.length; index += 1) {
        if (target[start + index] === motif[index]) continue;
        cost += space.discouraged[start + index] === 1 ? DISCOURAGED_CHANGE : 1;
      }
      found.push({ pins: placed, cost });
    }
  }
  return found.sort((a, b) => a.cost - b.cost);
}

function placeMotif(space: DesignSpace, pins: Int8Array, motif: Uint8Array, start: number): Int8Array | null {
  const { template, mutable, maxMutations } = space;
  const placed = pins.slice();
  for (let index = 0; index < motif.length; index += 1) {
    const position = start + index;
    const pin = mutable[position] === 1 ? placed[position]! : template[position]!;
    if (pin >= 0 && pin !== motif[index]) return null;
    placed[position] = motif[index]!;
  }
  let needed = 0;
  for (let position = 0; position < placed.length; position += 1) {
    if (placed[position]! >= 0 && placed[position] !== template[position]) needed += 1;
  }
  return needed > maxMutations ? null : placed;
}

/** Throws a DataProblem that explains what to change if the hard constraints do not allow any design. */
export function requireDesigns(space: DesignSpace, random: Random, limits: SearchLimits = LIMITS): void {
  const { found, complete } = nearestDesign(space, space.template, random, limits);
  if (found !== null || !complete) return;
  const { free, template } = space;
  const unlimited = nearestDesign({ ...space, maxMutations: free.length }, template, random, limits).found;
  if (unlimited !== null) {
    throw new DataProblem(
      `No sequence with at most ${mutations(space.maxMutations)} meets all requirements; with ` +
        `${mutationCount(template, unlimited)} there is one. Increase max_mutations, or relax the requirements.`,
    );
  }
  const freed = { ...space, mutable: new Uint8Array(template.length).fill(1), maxMutations: template.length };
  const isFixed =
    free.length < template.length && nearestDesign(freed, template, random, limits).found !== null;
  throw new DataProblem(
    isFixed
      ? "The requirements cannot be met while position 1 of the template remains unchanged: remove the requirement that applies to " +
          "it, or set allow_start_mutation."
      : "The requirements contradict each other: no sequence of the template's length meets all of them.",
  );
}
