import { DataProblem } from "@pdp/basics/errors";
import type { Structure } from "@pdp/formats/proteins";
import type { Place } from "#shared/domain/tasks/generatorParameters.ts";
import { chainsOf } from "./nearbyPositions.ts";
import { solventAccess } from "./solventAccess.ts";

/** Positions on the surface, or those that are buried. */
export type PlaceBySurface = Pick<Place, "exposed" | "buried">;

/**
 * Returns the positions of a template (zero-based) whose residues water can reach, or those whose residues it cannot. With copies of
 * the protein, the most exposed one counts. Positions that the structure does not show are neither. Throws a `DataProblem` if there
 * are none.
 */
export function surfacePositions(template: string, structure: Structure, part: PlaceBySurface): number[] {
  const shown = chainsOf(template, structure).flatMap(({ residues }) =>
    residues.flatMap((residue, position) => (residue === null ? [] : [{ residue, position }])),
  );
  const shares = solventAccess(
    structure,
    shown.map(({ residue }) => residue),
  );
  const access = new Map<number, number>();
  for (const [index, { position }] of shown.entries()) {
    const share = shares[index]!;
    if (!Number.isNaN(share)) access.set(position, Math.max(share, access.get(position) ?? 0));
  }
  const { exposed, buried } = part;
  const positions = [...access]
    .filter(([, share]) => (exposed == null ? share < (buried ?? 0) : share >= exposed))
    .map(([position]) => position)
    .toSorted((a, b) => a - b);
  if (positions.length > 0) return positions;
  throw new DataProblem(
    `No position has ${exposed == null ? "less than" : "at least"} ${exposed ?? buried} of its surface accessible to water`,
  );
}
