import { ATOMS, distance, RESIDUE } from "./backbone.ts";

/** The nearest residues of each residue. */
export interface Neighbors {
  /** Number of neighbors of each residue, itself included. */
  count: number;
  /** Indexes of residues, `count` per residue, the nearest first. */
  indexes: Int32Array;
}

/** Finds the residues whose CA is nearest to that of each residue: itself, and up to `most - 1` others. */
export function nearestResidues(atoms: Float64Array, maxNeighbors: number): Neighbors {
  const residues = atoms.length / RESIDUE;
  const count = Math.min(maxNeighbors, residues);
  const indexes = new Int32Array(residues * count);
  const distances = new Float64Array(residues);
  for (let i = 0; i < residues; i += 1) {
    for (let j = 0; j < residues; j += 1) {
      distances[j] = distance(atoms, RESIDUE * i + 3 * ATOMS.ca, atoms, RESIDUE * j + 3 * ATOMS.ca);
    }
    const order = Array.from(distances.keys()).sort((a, b) => distances[a]! - distances[b]! || a - b);
    indexes.set(order.slice(0, count), i * count);
  }
  return { count, indexes };
}
