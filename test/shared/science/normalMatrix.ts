import { createRandom } from "@pdp/basics/statistics";
import { createMatrix, type Matrix } from "@pdp/science/linearAlgebra";

/** Matrix of standard normal numbers. */
export function normalMatrix(rows: number, columns: number, seed: string): Matrix {
  const random = createRandom(seed);
  return createMatrix(
    rows,
    columns,
    Float64Array.from({ length: rows * columns }, () => random.normal()),
  );
}
