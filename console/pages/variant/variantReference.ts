import { FROM_ONE, Numbering, type NumberingStated } from "#shared/domain/mutations/numbering.ts";
import { writeChanges } from "./writeChanges.ts";

/** Protein that a variant is compared with. */
export interface KnownProtein extends NumberingStated {
  name: string;
  monomer: string;
}

/** A variant beside the protein that it differs least from. */
export interface Compared {
  reference: KnownProtein;
  numbering: Numbering;
  /** Its mutations, such as `A12V`; empty for the reference itself. */
  mutations: string[];
}

/** Share of residues that must be the same for a protein to be the reference of a variant. */
const MIN_IDENTITY = 0.5;

/** Finds the protein of the same length that a variant differs least from; null if none is similar. */
export function compareWithNearest(sequence: string, known: readonly KnownProtein[]): Compared | null {
  let best: { reference: KnownProtein; differences: number } | null = null;
  for (const reference of known) {
    if (reference.monomer.length !== sequence.length) continue;
    const differences = countDifferences(sequence, reference.monomer);
    if (best === null || differences < best.differences) best = { reference, differences };
  }
  if (best === null || best.differences > sequence.length * (1 - MIN_IDENTITY)) return null;
  const { reference } = best;
  const isNumbered = reference.first_position != null || reference.positions != null;
  const numbering = isNumbered ? new Numbering(reference) : FROM_ONE;
  return { reference, numbering, mutations: writeChanges(sequence, reference.monomer, numbering) };
}

function countDifferences(one: string, other: string): number {
  let count = 0;
  for (let at = 0; at < one.length; at += 1) if (one[at] !== other[at]) count += 1;
  return count;
}
