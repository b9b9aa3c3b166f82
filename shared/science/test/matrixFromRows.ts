import { createMatrix, type Matrix } from "../linearAlgebra/matrix.ts";

/** Copies rows of equal length into a matrix. */
export function matrixFromRows(rows: readonly number[][]): Matrix {
  return createMatrix(rows.length, rows[0]?.length ?? 0, Float64Array.from(rows.flat()));
}
