import type { Random } from "@pdp/basics/statistics";
import { cheapestDesign, type Search } from "./cheapestDesign.ts";
import type { DesignSpace } from "./designSpace.ts";
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
 * then violated constraints are repaired with as few changes as possible. If `design` is null and `complete` is true, the space
 * is empty.
 */
export function nearestDesign(
  space: DesignSpace,
  target: Uint8Array,
  random: Random,
  limits: SearchLimits = LIMITS,
): Search {
  const { designs, complete } = placedDesigns(space, target, random, 1, limits);
  return { design: designs[0] ?? null, complete };
}

/**
 * Finds up to `count` designs close to a target that differ in where they have the required motifs, those with the fewest changes
 * first; without required motifs, at most one.
 */
export function placedDesigns(
  space: DesignSpace,
  target: Uint8Array,
  random: Random,
  count: number,
  limits: SearchLimits = LIMITS,
): { designs: Uint8Array[]; complete: boolean } {
  const left = { ...limits };
  const designs: Uint8Array[] = [];
  let gaveUp = false;

  function placeMotifs(pins: Int8Array, missing: readonly RequiredMotifs[]): void {
    const [first, ...rest] = missing;
    if (first === undefined) {
      left.complete -= 1;
      const { design, complete } = cheapestDesign(space, target, pins, random, limits.steps);
      gaveUp ||= !complete;
      if (design !== null) designs.push(design);
      return;
    }
    for (const placement of findPlacements(space, target, pins, first, random)) {
      if (designs.length >= count) return;
      if (left.placements <= 0 || left.complete <= 0) {
        gaveUp = true;
        return;
      }
      left.placements -= 1;
      placeMotifs(placement.pins, rest);
    }
  }

  const unpinned = new Int8Array(space.template.length).fill(-1);
  const { design, complete } = cheapestDesign(space, target, unpinned, random, limits.steps);
  // If the other constraints cannot be met by themselves, no placement needs to be tried.
  if (space.required.length === 0 || design === null) return { designs: design ? [design] : [], complete };
  placeMotifs(
    unpinned,
    space.required.toSorted((a, b) => choices(a) - choices(b)),
  );
  return { designs, complete: !gaveUp };
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
  const placements: Placement[] = [];
  for (const { motif, starts } of motifs) {
    for (const start of starts) {
      const placed = placeMotif(space, pins, motif, start);
      if (placed === null) continue;
      let cost = random.uniform();
      for (let index = 0; index < motif.length; index += 1) {
        if (target[start + index] === motif[index]) continue;
        cost += space.discouraged[start + index] === 1 ? DISCOURAGED_CHANGE : 1;
      }
      placements.push({ pins: placed, cost });
    }
  }
  return placements.sort((a, b) => a.cost - b.cost);
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
