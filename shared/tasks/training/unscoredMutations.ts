import { type AlignedMutant, AMINO_ACID_COUNT } from "@pdp/science/sequences";
import type { Feature } from "#shared/tasks/vectorColumn.ts";
import type { Coverage } from "./scoreLeaks.ts";

/** Minimum number of unmeasured substitutions that show whether a score exists for them. */
const MIN_UNMEASURED = 10;

/**
 * Counts the substitutions at the measured positions that have a score: those of measured sequences, and all others. Returns
 * null unless most of the measured ones have it and most of the others lack it. Cross-validation cannot reveal that such a
 * score was computed from the measurements, and designs would not have it.
 */
export function unscoredMutations(
  { values, size = 1 }: Feature,
  sequences: readonly string[],
  isMeasured: (row: number) => boolean,
  { reference, align }: { reference: Uint8Array; align: (sequence: string) => AlignedMutant },
): { measured: Coverage; unmeasured: Coverage } | null {
  const scored = new Set<number>();
  const measured = new Set<number>();
  const positions = new Set<number>();
  for (const [row, sequence] of sequences.entries()) {
    const { residues, insertions } = align(sequence);
    const hasScore = !Number.isNaN(values[row * size]) && insertions.length === 0;
    for (const [position, residue] of residues.entries()) {
      if (residue === reference[position] || residue >= AMINO_ACID_COUNT) continue;
      const mutation = position * AMINO_ACID_COUNT + residue;
      if (hasScore) scored.add(mutation);
      if (!isMeasured(row)) continue;
      measured.add(mutation);
      positions.add(position);
    }
  }
  const all = [...positions].flatMap((position) =>
    Array.from({ length: AMINO_ACID_COUNT }, (_, residue) => position * AMINO_ACID_COUNT + residue).filter(
      (mutation) => mutation % AMINO_ACID_COUNT !== reference[position] && !measured.has(mutation),
    ),
  );
  const count = (mutations: readonly number[]): Coverage => ({
    all: mutations.length,
    scored: mutations.filter((mutation) => scored.has(mutation)).length,
  });
  const counts = { measured: count([...measured]), unmeasured: count(all) };
  const isLeak =
    all.length >= MIN_UNMEASURED &&
    2 * counts.measured.scored > measured.size &&
    2 * counts.unmeasured.scored < all.length;
  return isLeak ? counts : null;
}
