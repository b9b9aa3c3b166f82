import { ATOMS, type ContextAtoms, distance, RESIDUE } from "./backbone.ts";

/** Returns the indexes of up to `most` context atoms that are nearest to a residue's CB. */
export function nearestAtoms(
  atoms: Float64Array,
  residue: number,
  context: ContextAtoms,
  most: number,
): number[] {
  const from = RESIDUE * residue + 3 * ATOMS.cb;
  const distances = Array.from(context.elements, (_, atom) =>
    distance(atoms, from, context.positions, 3 * atom),
  );
  const order = Array.from(distances.keys()).sort((a, b) => distances[a]! - distances[b]! || a - b);
  return order.slice(0, most);
}
