import { DataProblem } from "@pdp/basics/errors";
import { chainsIn } from "@pdp/basics/proteins";
import { joinNames } from "@pdp/basics/wording";
import type { Structure } from "@pdp/formats/proteins";
import type { Place } from "#shared/domain/tasks/generatorParameters.ts";
import { matchReference, type ReferenceMatch } from "./matchReference.ts";

const CHAINS_SHOWN = 10;

/** Distance from a part of a structure. */
export type PlaceByDistance = Pick<Place, "within" | "beyond" | "of">;

/**
 * Returns the positions of a template (zero-based) that are within a distance of a part of its structure, or beyond it. Positions that
 * the structure does not show are neither. Throws a `DataProblem` if the part is absent, or no position meets the condition.
 */
export function nearbyPositions(template: string, structure: Structure, part: PlaceByDistance): number[] {
  const matches = chainsOf(template, structure);
  const { within, beyond, of } = part;
  const named = typeof of === "object" && of !== null && "chain" in of ? of.chain : null;
  // Copies of the protein count, too: the ligand may be at another one.
  const copies = matches.filter(({ chain }) => chain !== named);
  if (copies.length === 0) throw new DataProblem(`Chain ${named} is the template itself: name another chain`);
  if (typeof of === "object" && of !== null && "positions" in of && chainsIn(template).length > 1)
    throw new DataProblem(
      "Positions of two chains are ambiguous: name a chain of the structure, or state ranges",
    );
  const target = targetAtoms(structure, copies, part);
  if (target.length === 0) throw new DataProblem("The structure shows none of these positions");
  const distance = within ?? beyond ?? 0;
  const positions = Array.from(template, (_, position) => position).filter((position) => {
    const shown = copies.flatMap(({ residues }) => residues[position] ?? []);
    if (shown.length === 0) return false;
    return shown.some(({ atoms }) => hasAtomWithin(atoms, target, distance)) === (within != null);
  });
  if (positions.length > 0) return positions;
  throw new DataProblem(
    `No position is ${within == null ? "beyond" : "within"} ${distance} Å of ${partName(part)}`,
  );
}

/** Returns the chains of a structure that are a template's protein. Throws a `DataProblem` if there is none. */
export function chainsOf(template: string, structure: Structure): ReferenceMatch[] {
  const matches = matchReference(template, structure);
  if (matches.length > 0) return matches;
  throw new DataProblem(
    "No chain of the structure that the sampler was trained with is the template's protein",
  );
}

function targetAtoms(
  { residues, others }: Structure,
  copies: readonly ReferenceMatch[],
  { of }: PlaceByDistance,
): number[] {
  if (of === "ligand") {
    if (others.length === 0) throw new DataProblem("The structure has no ligand, metal or nucleic acid");
    return others.flatMap(({ at }) => at);
  }
  if (of == null) return [];
  if ("positions" in of)
    return of.positions.flatMap((position) =>
      copies.flatMap(({ residues: shown }) => shown[position]?.atoms ?? []),
    );
  const atoms = [
    ...residues.filter(({ chain }) => chain === of.chain).flatMap((residue) => residue.atoms),
    ...others.filter(({ chain }) => chain === of.chain).flatMap(({ at }) => at),
  ];
  if (atoms.length > 0) return atoms;
  const chains = [...new Set([...residues, ...others].map(({ chain }) => chain))];
  throw new DataProblem(
    `The structure has no chain ${of.chain}; its chains: ${joinNames(chains, CHAINS_SHOWN)}`,
  );
}

function hasAtomWithin(atoms: readonly number[], target: readonly number[], distance: number): boolean {
  const limit = distance ** 2;
  for (let a = 0; a < atoms.length; a += 3) {
    for (let b = 0; b < target.length; b += 3) {
      const squared =
        (atoms[a]! - target[b]!) ** 2 +
        (atoms[a + 1]! - target[b + 1]!) ** 2 +
        (atoms[a + 2]! - target[b + 2]!) ** 2;
      if (squared <= limit) return true;
    }
  }
  return false;
}

function partName({ of }: PlaceByDistance): string {
  if (of === "ligand") return "a ligand";
  return of != null && "chain" in of ? `chain ${of.chain}` : "these positions";
}
