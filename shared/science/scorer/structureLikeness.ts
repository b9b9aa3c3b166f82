import { AMINO_ACID_COUNT } from "../sequences/aminoAcids.ts";
import { RESIDUE_KINDS } from "./mutationRows.ts";

/** How fast the similarity of two positions decreases with the Hellinger distance of their amino acids, which is at most 1. */
const RATE = 3;

/** Length scale of nearness in space, in angstrom. */
const REACH = 8;

/** Returns the root mean square of changes that are not zero; 1 if there are none. */
export function changeScale(changes: Float64Array): number {
  const all = changes.filter((change) => change !== 0);
  return Math.sqrt(all.reduce((sum, change) => sum + change ** 2, 0) / all.length) || 1;
}

/**
 * Compares the positions of a structure by the amino acids that fit there: exp(−RATE · H), where H is the Hellinger distance of their
 * probabilities. `changes` are the changes in log probability by substitution, length × 22. Returns length × length numbers.
 */
export function environmentLikeness(changes: Float64Array): Float64Array {
  const length = changes.length / RESIDUE_KINDS;
  const roots = new Float64Array(length * AMINO_ACID_COUNT);
  for (let site = 0; site < length; site += 1) {
    const start = site * RESIDUE_KINDS;
    const shares = changes.subarray(start, start + AMINO_ACID_COUNT).map(Math.exp);
    const sum = shares.reduce((total, share) => total + share, 0);
    roots.set(
      shares.map((share) => Math.sqrt(share / sum)),
      site * AMINO_ACID_COUNT,
    );
  }
  const likeness = new Float64Array(length * length);
  for (let first = 0; first < length; first += 1) {
    for (let other = first; other < length; other += 1) {
      let overlap = 0;
      for (let k = 0; k < AMINO_ACID_COUNT; k += 1)
        overlap += roots[first * AMINO_ACID_COUNT + k]! * roots[other * AMINO_ACID_COUNT + k]!;
      const value = Math.exp(-RATE * Math.sqrt(Math.max(0, 1 - overlap)));
      likeness[first * length + other] = value;
      likeness[other * length + first] = value;
    }
  }
  return likeness;
}

/** Compares positions by their distance: exp(−distance / REACH). `places` is length × 3, in angstrom. Returns length × length numbers. */
export function spatialNearness(places: Float64Array): Float64Array {
  const length = places.length / 3;
  const nearness = new Float64Array(length * length);
  for (let first = 0; first < length; first += 1) {
    for (let other = first; other < length; other += 1) {
      const distance = Math.hypot(
        places[3 * first]! - places[3 * other]!,
        places[3 * first + 1]! - places[3 * other + 1]!,
        places[3 * first + 2]! - places[3 * other + 2]!,
      );
      const value = Math.exp(-distance / REACH);
      nearness[first * length + other] = value;
      nearness[other * length + first] = value;
    }
  }
  return nearness;
}
