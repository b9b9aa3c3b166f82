import { DataProblem } from "#shared/basics/errors/dataProblem.ts";
import { joinNames } from "#shared/basics/wording/wording.ts";
import type { Place } from "#shared/domain/tasks/generatorParameters.ts";
import type { Structure } from "#shared/formats/structures/structure.ts";
import { matchReference } from "./matchReference.ts";

const CHAINS_SHOWN = 10;

/** Distance from a part of a structure. */
export type PlaceByDistance = Pick<Place, "within" | "beyond" | "of">;

/**
 * Returns the positions of a template (zero-based) that are within a distance of a part of its structure, or beyond it. Positions that
 * the structure does not show are neither. Throws a `DataProblem` if the part is absent, or no position meets the condition.
 */
export function nearbyPositions(template: string, structure: Structure, place: PlaceByDistance): number[] {
  const [match] = matchReference(template, structure);
  if (!match)
    throw new DataProblem(
      "No chain of the structure that the sampler was trained with is the template's protein",
    );
  const { within, beyond } = place;
  const target = targetAtoms(structure, match, place);
  const most = within ?? beyond ?? 0;
  const found = [...match.residues.entries()].flatMap(([position, residue]) => {
    if (residue === null) return [];
    const isNear = hasAtomWithin(residue.atoms, target, most);
    return isNear === (within != null) ? [position] : [];
  });
  if (found.length > 0) return found;
  throw new DataProblem(
    `No position is ${within == null ? "beyond" : "within"} ${most} Å of ${partName(place)}`,
  );
}

function targetAtoms(
  { residues, others }: Structure,
  match: ReturnType<typeof matchReference>[number],
  { of }: PlaceByDistance,
): number[] {
  if (of === "ligand") {
    if (others.length === 0) throw new DataProblem("The structure has no ligand, metal or nucleic acid");
    return others.flatMap(({ at }) => at);
  }
  if (of == null) return [];
  if ("positions" in of) return of.positions.flatMap((position) => match.residues[position]?.atoms ?? []);
  const atoms = [
    ...residues.filter(({ chain }) => chain === of.chain).flatMap((residue) => residue.atoms),
    ...others.filter(({ chain }) => chain === of.chain).flatMap(({ at }) => at),
  ];
  if (of.chain === match.chain)
    throw new DataProblem(`Chain ${of.chain} is the template itself: name another chain`);
  if (atoms.length > 0) return atoms;
  const chains = [...new Set([...residues, ...others].map(({ chain }) => chain))];
  throw new DataProblem(
    `The structure has no chain ${of.chain}; its chains: ${joinNames(chains, CHAINS_SHOWN)}`,
  );
}

function hasAtomWithin(atoms: readonly number[], target: readonly number[], most: number): boolean {
  const limit = most ** 2;
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
