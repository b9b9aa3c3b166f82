import { createMatrix, type Matrix } from "@pdp/science/linearAlgebra";

/** Returns Aᵀ. */
export function transpose({ rows, columns, data }: Matrix): Matrix {
  const elements = Float64Array.from(data, (_, at) => data[(at % rows) * columns + Math.floor(at / rows)]!);
  return createMatrix(columns, rows, elements);
}
