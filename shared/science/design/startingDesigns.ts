import { DataProblem } from "@pdp/basics/errors";
import type { Random } from "@pdp/basics/statistics";
import { designKey } from "./designKey.ts";
import { type DesignSpace, isFeasible, withoutMinimum } from "./designSpace.ts";
import { addMutations, type Proposal } from "./mutateDesign.ts";
import { nearestDesign, placedDesigns } from "./nearestDesign.ts";

/** Number of ways to meet the requirements with few mutations, and of ways to place required motifs. */
const [ANCHORS, PLACEMENTS] = [8, 40];
const TRIES = 4;

/**
 * Returns the given number of distinct designs (fewer if the space is small), with mutation counts spread over the allowed
 * range. Throws a DataProblem if no design is found.
 */
export function startingDesigns(
  space: DesignSpace,
  count: number,
  proposal: Proposal,
  random: Random,
): Uint8Array[] {
  const anchors = anchorsOf(withoutMinimum(space), random);
  const designs = new Map<string, Uint8Array>();
  const add = (design: Uint8Array): void => {
    if (designs.size < count && isFeasible(space, design)) designs.set(designKey(design), design);
  };
  // Further mutations may not fit beside a required motif.
  for (const anchor of anchors) add(anchor);
  const spread = space.maxMutations - space.minMutations + 1;
  for (let attempt = 0; anchors.length > 0 && attempt < count * TRIES && designs.size < count; attempt += 1) {
    const anchor = anchors[attempt % anchors.length]!;
    add(addMutations(space, anchor, space.minMutations + random.integer(spread), proposal, random));
  }
  if (designs.size === 0) {
    const { design } = nearestDesign(space, space.template, random);
    if (design !== null) add(design);
  }
  if (designs.size === 0) {
    throw new DataProblem(
      "No sequence was found that meets all requirements: remove some of them, or increase max_mutations.",
    );
  }
  return [...designs.values()];
}

/** Returns designs close to the template, which differ in their required motifs or in how they avoid forbidden ones. */
function anchorsOf(space: DesignSpace, random: Random): Uint8Array[] {
  const { template, required } = space;
  if (required.length > 0) return placedDesigns(space, template, random, PLACEMENTS).designs;
  return Array.from({ length: ANCHORS }, () => nearestDesign(space, template, random).design).filter(
    (design) => design !== null,
  );
}
