import type { PositionRange } from "#client/requests/positions.ts";
import type { Workspace } from "#client/workspace.ts";
import { nearbyPositions } from "#shared/domain/structures/nearbyPositions.ts";
import { surfacePositions } from "#shared/domain/structures/surfacePositions.ts";
import type { Place } from "#shared/domain/tasks/generatorParameters.ts";
import { readStructure } from "#shared/formats/structures/readStructure.ts";

/** Part of a structure: near something, or on its surface. */
export type StructurePlace = Pick<Place, "within" | "of" | "buried" | "exposed">;

/** Returns the positions of a protein in a part of a structure. Throws an error that says why there are none. */
export async function positionsByStructure(
  workspace: Workspace,
  structure: string,
  reference: string,
  place: StructurePlace,
): Promise<PositionRange[]> {
  const text = await workspace.structures.file(structure);
  const read = await readStructure([new TextEncoder().encode(text)]);
  const find = place.of == null ? surfacePositions : nearbyPositions;
  return find(reference, read, place).map((position) => [position, position + 1]);
}
