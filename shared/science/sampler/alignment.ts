import { GAP } from "../sequences/aminoAcids.ts";

/** Related sequences aligned to a reference: row r, position p is `residues[r * length + p]`. */
export interface Alignment {
  /** Residue indices of the reference, without gaps; also in row 0. */
  readonly reference: Uint8Array;
  readonly length: number;
  readonly rows: number;
  /** Residue indices or GAP, which also denotes unknown residues. */
  readonly residues: Uint8Array;
}

/** Creates an alignment from rows of the reference's length, with the reference first. Unknown residues become gaps. */
export function createAlignment(reference: Uint8Array, related: readonly Uint8Array[]): Alignment {
  const length = reference.length;
  const residues = new Uint8Array((related.length + 1) * length);
  for (const [index, row] of [reference, ...related].entries()) {
    if (row.length !== length) {
      throw new RangeError(`Row ${index} has ${row.length} positions; the reference has ${length}.`);
    }
    for (let position = 0; position < length; position += 1) {
      residues[index * length + position] = Math.min(row[position]!, GAP);
    }
  }
  return { reference, length, rows: related.length + 1, residues };
}
