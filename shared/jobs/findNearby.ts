import { DataProblem } from "#shared/basics/errors/dataProblem.ts";
import { DomainError } from "#shared/basics/errors/errors.ts";
import { nearbyPositions, type PlaceByDistance } from "#shared/domain/structures/nearbyPositions.ts";
import { readStructure } from "#shared/formats/structures/readStructure.ts";
import { openObject } from "#shared/objects/objects.ts";
import type { Job } from "#shared/runtime/scope.ts";

export interface NearbyInput {
  /** Key of the structure's file. */
  key: string;
  template: string;
  places: readonly PlaceByDistance[];
}

/** For each place, the positions of the template, or why there are none. */
export type NearbyOutcome = ({ positions: number[] } | { problem: string })[];

/** Finds the positions of a template near parts of its structure. */
export const findNearby: Job<NearbyInput, NearbyOutcome> = {
  name: "findNearby",
  kind: "check",
  run: async (scope, { key, template, places }) => {
    const structure = await readStructure(await openObject(scope, key));
    return places.map((place) => {
      try {
        return { positions: nearbyPositions(template, structure, place) };
      } catch (error) {
        if (error instanceof DataProblem) return { problem: error.message };
        throw error;
      }
    });
  },
  stopped: () =>
    new DomainError(
      "malformed",
      "query_too_complex",
      "Measuring distances in this structure requires too much time or memory. Add a smaller structure, with the protein and what is near it.",
    ),
};
