import type { StructureData } from "./structures.ts";

type Match = NonNullable<StructureData["references"]>[number];

/** States how a structure differs from a reference: `GB1 is chain A, 98.2 % identical; missing: 1-3; different: M1Q`. */
export function structureMatchWords({
  reference,
  chain,
  identity,
  num_missing: missing,
  missing_positions: positions,
  differences,
}: Match): string {
  return [
    `${reference} is chain ${chain}, ${(100 * identity).toFixed(1)} % identical`,
    ...(missing > 0 ? [`missing: ${positions.join(", ")}`] : []),
    ...(differences.length > 0 ? [`different: ${differences.join(", ")}`] : []),
  ].join("; ");
}
