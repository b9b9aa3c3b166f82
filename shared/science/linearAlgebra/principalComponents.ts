import type { Random } from "@pdp/basics/statistics";
import { createMatrix, dot, type Matrix, matrixRow } from "./matrix.ts";

const ITERATIONS = 10;

/**
 * Returns the directions in which rows differ most, as orthogonal rows of unit length, computed by subspace iteration (Golub &
 * Van Loan 2013, section 8.2.4). Returns fewer than `count` if the rows differ in fewer directions. Columns should have mean
 * 0.
 */
export function principalComponents(rows: Matrix, count: number, random: Random): Matrix {
  const { columns } = rows;
  let basis = createMatrix(Math.min(count, columns), columns);
  for (let at = 0; at < basis.data.length; at += 1) basis.data[at] = random.normal();
  for (let turn = 0; turn < ITERATIONS; turn += 1) {
    const next = createMatrix(basis.rows, columns);
    for (let row = 0; row < rows.rows; row += 1) {
      const rowValues = matrixRow(rows, row);
      for (let direction = 0; direction < basis.rows; direction += 1) {
        const weight = dot(rowValues, matrixRow(basis, direction));
        const into = matrixRow(next, direction);
        for (let column = 0; column < columns; column += 1)
          into[column] = into[column]! + weight * rowValues[column]!;
      }
    }
    basis = orthonormal(next);
  }
  return basis;
}

/**
 * Length below which the remainder of a direction is considered rounding error, relative to the length of the first direction.
 */
const ROUNDING = 1e-9;

/** Makes rows orthonormal (Gram-Schmidt, twice for precision), dropping rows that depend on earlier rows. */
function orthonormal(directions: Matrix): Matrix {
  const kept: Float64Array[] = [];
  let longest = 0;
  for (let index = 0; index < directions.rows; index += 1) {
    const direction = matrixRow(directions, index).slice();
    const before = Math.sqrt(dot(direction, direction));
    longest = Math.max(longest, before);
    for (let turn = 0; turn < 2; turn += 1) {
      for (const other of kept) {
        const shared = dot(direction, other);
        for (let column = 0; column < direction.length; column += 1)
          direction[column] = direction[column]! - shared * other[column]!;
      }
    }
    const length = Math.sqrt(dot(direction, direction));
    if (length > ROUNDING * longest) kept.push(direction.map((value) => value / length));
  }
  const result = createMatrix(kept.length, directions.columns);
  for (const [index, direction] of kept.entries()) result.data.set(direction, index * directions.columns);
  return result;
}
