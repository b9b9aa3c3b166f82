import { type AlignedMutant, alignMutant } from "./alignMutant.ts";
import { GAP } from "./aminoAcids.ts";

/**
 * Columns in which sequences of different lengths are compared: the positions of a reference and, between them, columns for
 * inserted residues, where the reference has gaps.
 */
export interface InsertionFrame {
  /** The reference with gaps. */
  gapped: Uint8Array;
  reference: Uint8Array;
  /** Column of each position of the reference. */
  columns: Uint32Array;
}

/**
 * Maximum number of columns for insertions, because computing time grows with their number; models skip variants with other
 * inserted residues.
 */
export const MAX_INSERTED_COLUMNS = 500;

/** Reads a frame from its reference with gaps. */
export function insertionFrame(gapped: Uint8Array): InsertionFrame {
  const columns = Uint32Array.from(gapped.keys()).filter((column) => gapped[column] !== GAP);
  return { gapped, reference: gapped.filter((residue) => residue !== GAP), columns };
}

/** Builds the frame for the insertions of aligned mutants; insertions found in the most mutants come first. */
export function frameOf(reference: Uint8Array, mutants: readonly AlignedMutant[]): InsertionFrame {
  const sizes = new Map<number, { columns: number; mutants: number }>();
  for (const { insertions } of mutants) {
    for (const { after, residues } of insertions) {
      const { columns, mutants: count } = sizes.get(after) ?? { columns: 0, mutants: 0 };
      sizes.set(after, { columns: Math.max(columns, residues.length), mutants: count + 1 });
    }
  }
  let left = MAX_INSERTED_COLUMNS;
  const chosen = new Map<number, number>();
  for (const [after, { columns }] of [...sizes].sort(([, a], [, b]) => b.mutants - a.mutants)) {
    chosen.set(after, Math.min(columns, left));
    left -= chosen.get(after)!;
  }
  const gapped: number[] = [];
  for (let position = 0; position <= reference.length; position += 1) {
    for (let column = chosen.get(position) ?? 0; column > 0; column -= 1) gapped.push(GAP);
    if (position < reference.length) gapped.push(reference[position]!);
  }
  return insertionFrame(Uint8Array.from(gapped));
}

export interface FramedSequence {
  /** One residue per column; gaps in columns without a residue. */
  residues: Uint8Array;
  /** True if each of its residues has a column. */
  isWhole: boolean;
}

/** Puts an aligned mutant into the columns of a frame. */
export function frameMutant(
  { gapped, columns }: InsertionFrame,
  { residues, insertions }: AlignedMutant,
): FramedSequence {
  if (gapped.length === columns.length) return { residues, isWhole: insertions.length === 0 };
  const framed = new Uint8Array(gapped.length).fill(GAP);
  for (const [position, column] of columns.entries()) framed[column] = residues[position]!;
  let isWhole = true;
  for (const { after, residues: inserted } of insertions) {
    const start = after === 0 ? 0 : columns[after - 1]! + 1;
    const free = (columns[after] ?? gapped.length) - start;
    framed.set(inserted.subarray(0, free), start);
    if (inserted.length > free) isWhole = false;
  }
  return { residues: framed, isWhole };
}

/** Puts a sequence into the columns of a frame. */
export function frameSequence(frame: InsertionFrame, sequence: Uint8Array): FramedSequence {
  return frameMutant(frame, alignMutant(sequence, frame.reference));
}

/** Puts a sequence that only has substitutions into the columns of a frame, position by position. */
export function frameSubstituted({ gapped, columns }: InsertionFrame, sequence: Uint8Array): Uint8Array {
  if (gapped.length === columns.length) return sequence;
  const framed = gapped.slice();
  for (const [position, column] of columns.entries()) framed[column] = sequence[position]!;
  return framed;
}
