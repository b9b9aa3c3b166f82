import { affordableAlignments } from "../../sequences/affordableAlignments.ts";
import { alignMutant } from "../../sequences/alignMutant.ts";
import { AMINO_ACID_COUNT, GAP, residueIndices } from "../../sequences/aminoAcids.ts";
import { type Indels, indelSize } from "./indelFrame.ts";

/** Maximum number of position pairs to compare; takes about five seconds. */
const MAX_COST = 2e8;

/**
 * Returns the insertions and deletions in measured sequences, most frequent first. Only finds insertions and deletions that
 * change the length, in sequences close enough to the reference for models to align them.
 */
export function measuredIndels(sequences: readonly string[], reference: Uint8Array): Indels[] {
  const others = sequences.filter(({ length }) => length > 0 && length !== reference.length);
  const isAffordable = affordableAlignments(others, reference, MAX_COST);
  const indelsByKey = new Map<string, { indels: Indels; count: number }>();
  for (const [index, sequence] of others.entries()) {
    if (!isAffordable(index)) continue;
    const { residues, insertions } = alignMutant(residueIndices(sequence), reference);
    if (insertions.some(({ residues }) => residues.some((residue) => residue >= AMINO_ACID_COUNT))) continue;
    const deleted = [...residues.keys()].filter((position) => residues[position] === GAP);
    const key = JSON.stringify([
      deleted,
      insertions.map(({ after, residues: inserted }) => [after, ...inserted]),
    ]);
    const known = indelsByKey.get(key);
    if (known) known.count += 1;
    else indelsByKey.set(key, { indels: { deleted, insertions }, count: 1 });
  }
  return [...indelsByKey.values()]
    .sort((a, b) => b.count - a.count || indelSize(a.indels) - indelSize(b.indels))
    .map(({ indels }) => indels);
}
