/** Sparse matrix by rows: row i has values[k] in columns[k] for k from starts[i] to starts[i + 1] − 1. */
export interface SparseRows {
  /** Number of columns in the matrix. */
  width: number;
  starts: Uint32Array;
  columns: Uint32Array;
  values: Float64Array;
}

export function sparseRowCount({ starts }: SparseRows): number {
  return starts.length - 1;
}

/** Returns X · v. */
export function multiplySparse({ starts, columns, values }: SparseRows, v: Float64Array): Float64Array {
  const product = new Float64Array(starts.length - 1);
  for (let row = 0; row < product.length; row += 1) {
    let sum = 0;
    for (let at = starts[row]!; at < starts[row + 1]!; at += 1) sum += values[at]! * v[columns[at]!]!;
    product[row] = sum;
  }
  return product;
}

/** Returns Xᵀ · u. */
export function multiplySparseTransposed(
  { width, starts, columns, values }: SparseRows,
  u: Float64Array,
): Float64Array {
  const product = new Float64Array(width);
  for (let row = 0; row < u.length; row += 1) {
    const factor = u[row]!;
    for (let at = starts[row]!; at < starts[row + 1]!; at += 1) {
      product[columns[at]!] = product[columns[at]!]! + factor * values[at]!;
    }
  }
  return product;
}
