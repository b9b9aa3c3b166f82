import { RESIDUE_KINDS, type StructureContext } from "@pdp/science/models";
import { AMINO_ACID_COUNT, CHAIN_BREAK_INDEX, residueIndices } from "@pdp/science/sequences";
import type { StructureScores } from "./structureScores.ts";

/**
 * Returns what a structure says about the reference: the changes in log probability by substitution, and the places of the positions.
 * Deletions get the mean change of their position. At positions that the structure does not show, every change is the mean of all.
 */
export function structureContext(
  { logProbabilities, isShown, places = new Float64Array(0) }: StructureScores,
  reference: string,
): StructureContext {
  const letters = residueIndices(reference);
  const changes = new Float64Array(reference.length * RESIDUE_KINDS);
  const all: number[] = [];
  for (const [position, letter] of letters.entries()) {
    if (!isShown[position]) continue;
    const row = logProbabilities.subarray(position * AMINO_ACID_COUNT, (position + 1) * AMINO_ACID_COUNT);
    const base = row[letter] ?? average(row);
    const others = Array.from(row, (value) => value - base).filter((_, residue) => residue !== letter);
    changes.fill(average(others), position * RESIDUE_KINDS, (position + 1) * RESIDUE_KINDS);
    for (const [residue, value] of row.entries()) changes[position * RESIDUE_KINDS + residue] = value - base;
    all.push(...others);
  }
  const mean = average(all);
  for (const [position, letter] of letters.entries()) {
    // The break between two chains never mutates.
    if (letter === CHAIN_BREAK_INDEX) continue;
    if (!isShown[position]) changes.fill(mean, position * RESIDUE_KINDS, (position + 1) * RESIDUE_KINDS);
    changes[position * RESIDUE_KINDS + letter] = 0;
  }
  return { changes, places };
}

/** Returns the changes of the twenty amino acids alone: length × 20. */
export function aminoAcidChanges(changes: Float64Array): Float64Array {
  return changes.filter((_, index) => index % RESIDUE_KINDS < AMINO_ACID_COUNT);
}

function average(values: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < values.length; at += 1) sum += values[at]!;
  return values.length === 0 ? 0 : sum / values.length;
}
