import type { Matrix } from "../linearAlgebra/matrix.ts";
import { createMatrix } from "../linearAlgebra/matrix.ts";
import { UNKNOWN } from "../sequences/aminoAcids.ts";

/** Number of indices in `aminoAcids.ts`, including the gap and the unknown residue. */
export const RESIDUE_KINDS = UNKNOWN + 1;

/** Sequences as lists of mutations of the reference. */
export interface MutationRows {
  /** Distinct mutations: zero-based position and new residue. */
  sites: Uint32Array;
  residues: Uint8Array;
  /** Mutations of row i are mutations[starts[i]] … mutations[starts[i + 1] − 1], in ascending site order. */
  starts: Uint32Array;
  mutations: Uint32Array;
}

/** Lists the mutations of sequences, which are residue indices at the reference's positions. */
export function mutationRows(sequences: readonly Uint8Array[], reference: Uint8Array): MutationRows {
  const indexOf = new Int32Array(reference.length * RESIDUE_KINDS).fill(-1);
  const sites: number[] = [];
  const residues: number[] = [];
  const starts = new Uint32Array(sequences.length + 1);
  const mutations: number[] = [];
  for (const [row, sequence] of sequences.entries()) {
    for (let site = 0; site < reference.length; site += 1) {
      const residue = sequence[site]!;
      if (residue === reference[site]) continue;
      const key = site * RESIDUE_KINDS + residue;
      if (indexOf[key] === -1) {
        indexOf[key] = sites.length;
        sites.push(site);
        residues.push(residue);
      }
      mutations.push(indexOf[key]!);
    }
    starts[row + 1] = mutations.length;
  }
  return {
    sites: Uint32Array.from(sites),
    residues: Uint8Array.from(residues),
    starts,
    mutations: Uint32Array.from(mutations),
  };
}

export function rowCount({ starts }: MutationRows): number {
  return starts.length - 1;
}

/**
 * Returns rows × mutations of B: for each row of A and each mutation of B, the sum of `kernel` over the row's mutations.
 */
function sumOverRows(a: MutationRows, kernel: Matrix): Matrix {
  const sums = createMatrix(rowCount(a), kernel.columns);
  const { columns } = kernel;
  for (let row = 0; row < sums.rows; row += 1) {
    const start = row * columns;
    for (let at = a.starts[row]!; at < a.starts[row + 1]!; at += 1) {
      const from = a.mutations[at]! * columns;
      for (let column = 0; column < columns; column += 1) {
        sums.data[start + column] = sums.data[start + column]! + kernel.data[from + column]!;
      }
    }
  }
  return sums;
}

/** Returns rows of A × rows of B: the sum of a kernel of mutations (A's × B's) over all pairs of a row's mutations. */
export function sumOverPairs(a: MutationRows, b: MutationRows, kernel: Matrix): Matrix {
  const sums = sumOverRows(a, kernel);
  const result = createMatrix(rowCount(a), rowCount(b));
  for (let i = 0; i < result.rows; i += 1) {
    const row = i * sums.columns;
    for (let j = 0; j < result.columns; j += 1) {
      let sum = 0;
      for (let at = b.starts[j]!; at < b.starts[j + 1]!; at += 1) sum += sums.data[row + b.mutations[at]!]!;
      result.data[i * result.columns + j] = sum;
    }
  }
  return result;
}

/** Returns, for each row, the sum of a kernel over all pairs of the row's mutations. */
export function sumWithinRows(
  a: MutationRows,
  kernel: (first: number, second: number) => number,
): Float64Array {
  const result = new Float64Array(rowCount(a));
  for (let row = 0; row < result.length; row += 1) {
    let sum = 0;
    for (let i = a.starts[row]!; i < a.starts[row + 1]!; i += 1) {
      for (let j = a.starts[row]!; j < i; j += 1) sum += 2 * kernel(a.mutations[i]!, a.mutations[j]!);
      sum += kernel(a.mutations[i]!, a.mutations[i]!);
    }
    result[row] = sum;
  }
  return result;
}
