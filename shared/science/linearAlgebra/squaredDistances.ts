import { dot, type Matrix, matrixRow } from "./matrix.ts";
import { multiplyTransposed } from "./products.ts";
import type { Threads } from "./threads.ts";

/**
 * Computes squared Euclidean distances from norms and products; element (i, j) is that of row i of A and row j of B.
 * Equal rows of one and the same matrix have distance 0 exactly; otherwise rounding leaves about 1e-16 of the squared
 * norms, never less than 0.
 */
export function squaredDistances(a: Matrix, b: Matrix, threads?: Threads): Matrix {
  const distances = multiplyTransposed(a, b, threads);
  const { rows, columns, data } = distances;
  // Norms from the product's own diagonal are rounded like its other elements.
  const normsA =
    a === b ? Float64Array.from({ length: rows }, (_, row) => data[row * columns + row]!) : squaredNorms(a);
  const normsB = a === b ? normsA : squaredNorms(b);
  for (let i = 0; i < rows; i += 1) {
    const row = matrixRow(distances, i);
    const norm = normsA[i]!;
    for (let j = 0; j < columns; j += 1) row[j] = Math.max(0, norm + normsB[j]! - 2 * row[j]!);
  }
  return distances;
}

function squaredNorms(a: Matrix): Float64Array {
  return Float64Array.from({ length: a.rows }, (_, row) => dot(matrixRow(a, row), matrixRow(a, row)));
}
