import { createMatrix, type Matrix } from "#shared/science/linearAlgebra/matrix.ts";
import { AMINO_ACID_COUNT } from "./aminoAcids.ts";

/** Columns of a one-hot encoding: one for each residue seen at a site, site by site. */
export interface OneHotLayout {
  /** Length of the sequences. */
  readonly length: number;
  /** Site (from 0) and residue index of each column. */
  readonly sites: Uint32Array;
  readonly residues: Uint8Array;
  /** Column of site × 20 + residue, −1 if there is none. */
  readonly columnOf: Int32Array;
}

export interface OneHotOptions {
  /** Whether sites at which all sequences have the same residue are left out; true if absent. */
  variableOnly?: boolean;
  /** Whether only residues that occur have a column, rather than all 20 at each encoded site; true if absent. */
  seenOnly?: boolean;
}

/**
 * Returns the columns for aligned sequences of residue indices. Gaps and unknown residues have no column: they are
 * encoded as zeros.
 */
export function oneHotLayout(
  sequences: readonly Uint8Array[],
  { variableOnly = true, seenOnly = true }: OneHotOptions = {},
): OneHotLayout {
  const length = sequences[0]?.length ?? 0;
  const seen = seenResidues(sequences, length);
  const sites: number[] = [];
  const residues: number[] = [];
  const columnOf = new Int32Array(length * AMINO_ACID_COUNT).fill(-1);
  for (let site = 0; site < length; site += 1) {
    if (variableOnly && !varies(sequences, site)) continue;
    for (let residue = 0; residue < AMINO_ACID_COUNT; residue += 1) {
      if (seenOnly && seen[site * AMINO_ACID_COUNT + residue] === 0) continue;
      columnOf[site * AMINO_ACID_COUNT + residue] = sites.length;
      sites.push(site);
      residues.push(residue);
    }
  }
  return { length, sites: Uint32Array.from(sites), residues: Uint8Array.from(residues), columnOf };
}

/** Encodes one row per sequence; residues without a column are zeros. */
export function oneHot(sequences: readonly Uint8Array[], layout: OneHotLayout): Matrix {
  const matrix = createMatrix(sequences.length, layout.sites.length);
  for (const [row, sequence] of sequences.entries()) {
    requireLength(sequence, layout.length, row);
    for (let site = 0; site < sequence.length; site += 1) {
      const residue = sequence[site]!;
      const column = residue < AMINO_ACID_COUNT ? layout.columnOf[site * AMINO_ACID_COUNT + residue]! : -1;
      if (column >= 0) matrix.data[row * matrix.columns + column] = 1;
    }
  }
  return matrix;
}

/** Returns the sites (from 0) at which not all sequences are the same. */
export function variableSites(sequences: readonly Uint8Array[]): Uint32Array {
  const length = sequences[0]?.length ?? 0;
  return Uint32Array.from({ length }, (_, site) => site).filter((site) => varies(sequences, site));
}

function varies(sequences: readonly Uint8Array[], site: number): boolean {
  const first = sequences[0]?.[site];
  return sequences.some((sequence) => sequence[site] !== first);
}

function seenResidues(sequences: readonly Uint8Array[], length: number): Uint8Array {
  const seen = new Uint8Array(length * AMINO_ACID_COUNT);
  for (const [row, sequence] of sequences.entries()) {
    requireLength(sequence, length, row);
    for (let site = 0; site < length; site += 1) {
      const residue = sequence[site]!;
      if (residue < AMINO_ACID_COUNT) seen[site * AMINO_ACID_COUNT + residue] = 1;
    }
  }
  return seen;
}

function requireLength(sequence: Uint8Array, length: number, row: number): void {
  if (sequence.length !== length) {
    throw new RangeError(`Sequence ${row} has ${sequence.length} positions, not ${length}: align it first.`);
  }
}
