import type { SparseRows } from "./sparseRows.ts";

/** Rows of a regression: features, targets, and row weights. */
export interface WeightedRows {
  x: SparseRows;
  y: Float64Array;
  weights: Float64Array;
}

/** Returns the rows with these indices, in order. */
export function selectRows({ x, y, weights }: WeightedRows, rows: Uint32Array): WeightedRows {
  const starts = new Uint32Array(rows.length + 1);
  for (const [index, row] of rows.entries()) {
    starts[index + 1] = starts[index]! + x.starts[row + 1]! - x.starts[row]!;
  }
  const columns = new Uint32Array(starts[rows.length]!);
  const values = new Float64Array(columns.length);
  for (const [index, row] of rows.entries()) {
    columns.set(x.columns.subarray(x.starts[row]!, x.starts[row + 1]!), starts[index]!);
    values.set(x.values.subarray(x.starts[row]!, x.starts[row + 1]!), starts[index]!);
  }
  return {
    x: { width: x.width, starts, columns, values },
    y: Float64Array.from(rows, (row) => y[row]!),
    weights: Float64Array.from(rows, (row) => weights[row]!),
  };
}

/** Computes Σ w (predicted − y)². */
export function weightedSquares(predicted: Float64Array, { y, weights }: WeightedRows): number {
  return predicted.reduce((sum, value, row) => sum + weights[row]! * (value - y[row]!) ** 2, 0);
}
