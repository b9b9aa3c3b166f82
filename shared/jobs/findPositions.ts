import { DataProblem, DomainError } from "@pdp/basics/errors";
import { readStructure } from "@pdp/formats/proteins";
import { positionsByStructure, type StructurePlace } from "#shared/domain/structures/positionsByStructure.ts";
import { openObject } from "#shared/objects/objects.ts";
import type { Job } from "#shared/runtime/scope.ts";

export interface PlacesInput {
  /** Key of the structure's file. */
  key: string;
  template: string;
  places: readonly StructurePlace[];
}

/** For each place, the positions of the template, or why there are none. */
export type PlacesOutcome = ({ positions: number[] } | { problem: string })[];

/** Finds the positions of a template near parts of its structure, and on its surface. */
export const findPositions: Job<PlacesInput, PlacesOutcome> = {
  name: "findPositions",
  kind: "check",
  run: async (scope, { key, template, places }) => {
    const structure = await readStructure(await openObject(scope, key));
    return places.map((part) => {
      try {
        return { positions: positionsByStructure(template, structure, part) };
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
      "Measuring distances in this structure requires too much time or memory. Add a smaller structure, with the protein and its surroundings.",
    ),
};
