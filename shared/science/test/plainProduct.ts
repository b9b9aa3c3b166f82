import { createMatrix, type Matrix } from "../linearAlgebra/matrix.ts";

/** Returns A · B computed from the definition, summed in the simplest order. */
export function plainProduct(a: Matrix, b: Matrix): Matrix {
  const product = createMatrix(a.rows, b.columns);
  for (let i = 0; i < a.rows; i += 1) {
    for (let j = 0; j < b.columns; j += 1) {
      let sum = 0;
      for (let k = 0; k < a.columns; k += 1) sum += a.data[i * a.columns + k]! * b.data[k * b.columns + j]!;
      product.data[i * b.columns + j] = sum;
    }
  }
  return product;
}
