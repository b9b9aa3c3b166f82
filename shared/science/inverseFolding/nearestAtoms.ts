import { ATOMS, type ContextAtoms, distance, RESIDUE } from "./backbone.ts";

/** Returns the indexes of up to `most` context atoms that are nearest to a residue's CB. */
export function nearestAtoms(
  atoms: Float64Array,
  residue: number,
  context: ContextAtoms,
  most: number,
): number[] {
  const from = RESIDUE * residue + 3 * ATOMS.cb;
  const nearest: { atom: number; apart: number }[] = [];
  for (const atom of context.elements.keys()) {
    const apart = distance(atoms, from, context.positions, 3 * atom);
    if (nearest.length === most && apart >= nearest[most - 1]!.apart) continue;
    const place = nearest.findIndex((other) => apart < other.apart);
    nearest.splice(place < 0 ? nearest.length : place, 0, { atom, apart });
    if (nearest.length > most) nearest.pop();
  }
  return nearest.map(({ atom }) => atom);
}
