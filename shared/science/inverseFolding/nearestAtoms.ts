import { ATOMS, type ContextAtoms, distance, RESIDUE } from "./backbone.ts";

/** Returns the indexes of up to `maxAtoms` context atoms that are nearest to a residue's CB. */
export function nearestAtoms(
  atoms: Float64Array,
  residue: number,
  context: ContextAtoms,
  maxAtoms: number,
): number[] {
  const from = RESIDUE * residue + 3 * ATOMS.cb;
  const nearest: { atom: number; apart: number }[] = [];
  for (const atom of context.elements.keys()) {
    const apart = distance(atoms, from, context.positions, 3 * atom);
    if (nearest.length === maxAtoms && apart >= nearest[maxAtoms - 1]!.apart) continue;
    const position = nearest.findIndex((other) => apart < other.apart);
    nearest.splice(position < 0 ? nearest.length : position, 0, { atom, apart });
    if (nearest.length > maxAtoms) nearest.pop();
  }
  return nearest.map(({ atom }) => atom);
}
