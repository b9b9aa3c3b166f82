import { formatCount, formatInteger } from "@pdp/basics/wording";
import {
  alignMutant,
  frameMutant,
  frameOf,
  GAP,
  MAX_INSERTED_COLUMNS,
  residueIndices,
} from "@pdp/science/sequences";

/** Numbers of distinct sequences with insertions and with deletions relative to the reference. */
export interface GapCounts {
  sequences: number;
  insertions: number;
  deletions: number;
  /** Number of sequences with insertions outside the model's columns; the model does not learn from these insertions. */
  skipped: number;
}

export function gapCounts(sequences: readonly string[], reference: string): GapCounts {
  const target = residueIndices(reference);
  const mutants = [...new Set(sequences)].map((sequence) => alignMutant(residueIndices(sequence), target));
  const frame = frameOf(target, mutants);
  return {
    sequences: mutants.length,
    insertions: mutants.filter(({ insertions }) => insertions.length > 0).length,
    deletions: mutants.filter(({ residues }) => residues.includes(GAP)).length,
    skipped: mutants.filter((mutant) => !frameMutant(frame, mutant).isWhole).length,
  };
}

/** Reports how many sequences have insertions or deletions and how models treat them; empty if none have any. */
export function gapSentence(counts: GapCounts | null): string[] {
  if (counts === null || counts.insertions + counts.deletions === 0) return [];
  const { sequences, insertions, deletions, skipped } = counts;
  const rest =
    skipped === 0
      ? ""
      : ` Models skip ${formatCount(skipped, "sequence")}: all insertions together require more than the maximum of ${MAX_INSERTED_COLUMNS} positions.`;
  return [
    `Of ${formatCount(sequences, "different sequence")}, ${formatInteger(insertions)} ${insertions === 1 ? "has" : "have"} insertions and ${formatInteger(deletions)} ${deletions === 1 ? "has" : "have"} deletions relative to the reference. Models learn from each as a separate variant; designs contain only substitutions.${rest}`,
  ];
}
