import { readStructure } from "@pdp/formats/proteins";
import type { PositionRange } from "#client/requests/positions.ts";
import type { Workspace } from "#client/workspace.ts";
import { positionsByStructure, type StructurePlace } from "#shared/domain/structures/positionsByStructure.ts";

/** Reads a structure, and returns the positions of a protein in a part of it. Throws an error that says why there are none. */
export async function readStructurePositions(
  workspace: Workspace,
  structure: string,
  reference: string,
  part: StructurePlace,
): Promise<PositionRange[]> {
  const text = await workspace.structures.file(structure);
  const read = await readStructure([new TextEncoder().encode(text)]);
  return positionsByStructure(reference, read, part).map((position) => [position, position + 1]);
}
