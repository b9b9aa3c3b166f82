import { DataProblem } from "#shared/domain/loads/dataProblem.ts";
import type { Generator } from "#shared/domain/tasks/generatorParameters.ts";
import { createRandom } from "#shared/science/statistics/random.ts";
import { designSpace } from "./designSpace.ts";
import { requireDesigns } from "./nearestDesign.ts";

/** Limits within which a request can wait for the search: below 100 ms. */
const LIMITS = { placements: 200, complete: 5, steps: 500_000 };
/** Maximum of the letters of all motifs times the template's length, and of the motifs times its square. */
const MAX_LETTERS = 1_000_000;
const MAX_PLACES = 5_000_000;

/**
 * Returns a sentence that says what to change if no sequence meets a generator's requirements. Null if one does, or if the
 * answer takes too long: the task then finds it.
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
