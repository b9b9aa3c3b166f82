import { createRandom } from "#shared/basics/statistics/random.ts";
import { createMatrix, type Matrix } from "#shared/science/linearAlgebra/matrix.ts";

/** Matrix of standard normal numbers. */
export function normalMatrix(rows: number, columns: number, seed: string): Matrix {
  const random = createRandom(seed);
  return createMatrix(
    rows,
    columns,
    Float64Array.from({ length: rows * columns }, () => random.normal()),
  );
}
