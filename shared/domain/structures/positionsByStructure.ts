import type { Structure } from "@pdp/formats/proteins";
import { nearbyPositions, type PlaceByDistance } from "./nearbyPositions.ts";
import { type PlaceBySurface, surfacePositions } from "./surfacePositions.ts";

/** Part of a structure: near something, or on its surface. */
export type StructurePlace = PlaceByDistance & PlaceBySurface;

/** Returns the positions of a template (zero-based) in a part of its structure. Throws a `DataProblem` if there are none. */
export function positionsByStructure(template: string, structure: Structure, part: StructurePlace): number[] {
  const find = part.of == null ? surfacePositions : nearbyPositions;
  return find(template, structure, part);
}
