import { DataProblem } from "@pdp/basics/errors";
import { createRandom } from "@pdp/basics/statistics";
import { designSpace } from "./designSpace.ts";
import type { Generator } from "./generators.ts";
import { requireDesigns } from "./requireDesigns.ts";

/** Limits within which a request can wait for the search: below 100 ms. */
const LIMITS = { placements: 200, complete: 5, steps: 500_000 };
/**
 * Maximum total number of letters in all motifs times the template's length, and maximum number of motifs times the square of
 * that length.
 */
const MAX_LETTERS = 1_000_000;
const MAX_PLACES = 5_000_000;

/**
 * Returns a sentence that explains what to change if no sequence meets a generator's requirements. Null if a sequence meets
 * them, or if the search would take too long; the task then reports the problem.
 */
export function unreachableRequirements(generator: Generator): string | null {
  const motifs = (generator.requirements ?? []).flatMap((requirement) => requirement.motifs);
  const { length } = generator.template.assembly.monomer;
  const letters = motifs.reduce((sum, motif) => sum + motif.length, 0);
  if (letters * length > MAX_LETTERS || motifs.length * length ** 2 > MAX_PLACES) return null;
  try {
    requireDesigns(designSpace(generator), createRandom("requirements"), LIMITS);
    return null;
  } catch (error) {
    if (error instanceof DataProblem) return error.message;
    throw error;
  }
}
