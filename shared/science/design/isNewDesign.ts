import { type CandidateSpaces, spaceOf } from "./candidateSpaces.ts";
import { designKey } from "./designKey.ts";
import type { DesignSpace } from "./designSpace.ts";

/** Message if a search has only designs that it must not return. */
export const ALL_MEASURED =
  "Every sequence that the generator allows has already been measured. Allow more mutations.";

/** Message if a search has no candidates, although the requirements may be possible. */
export const NO_CANDIDATES =
  "No candidate meets all requirements: increase max_mutations, or relax the requirements.";

/** Designs of a search, and those that it must not return. */
interface Searched {
  readonly space: DesignSpace;
  readonly candidates?: CandidateSpaces;
  /** Measured sequences, and templates. */
  readonly exclude?: readonly Uint8Array[];
}

/**
 * Returns a function that tells whether a design may be returned: it is not excluded, a generator lists it, or it is the
 * template of a generator that allows designs without mutations.
 */
export function isNewDesign({
  space,
  candidates,
  exclude = [],
}: Searched): (sequence: Uint8Array) => boolean {
  const excluded = new Set(exclude.map(designKey));
  const all = candidates ?? { spaces: [space], listed: [] };
  return (sequence) => {
    const key = designKey(sequence);
    if (!excluded.has(key) || all.listedBy?.has(key)) return true;
    // A space contains its template only if no mutation is required.
    const { parent, template } = spaceOf(all, sequence) ?? {};
    const start = parent ?? template;
    return start !== undefined && designKey(start) === key;
  };
}
