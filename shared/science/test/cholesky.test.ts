import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { normalMatrix } from "../../../test/shared/science/normalMatrix.ts";
import { transpose } from "../../../test/shared/science/transpose.ts";
import {
  cholesky,
  choleskyInverse,
  choleskySolve,
  logDeterminant,
  solveLower,
  solveLowerRows,
  solveLowerTransposed,
} from "../linearAlgebra/cholesky.ts";
import {
  addToDiagonal,
  createMatrix,
  identityMatrix,
  type Matrix,
  matrixRow,
  multiplyVector,
} from "../linearAlgebra/matrix.ts";
import { multiplyTransposed } from "../linearAlgebra/products.ts";
import { matrixFromRows } from "./matrixFromRows.ts";
import { plainProduct } from "./plainProduct.ts";

const SMALL = matrixFromRows([
  [4, 2, 0.6],
  [2, 5, 1.5],
  [0.6, 1.5, 3],
]);

/** Sizes near the limits for splitting triangles. */
const size = fc.oneof(fc.integer({ min: 1, max: 50 }), fc.constantFrom(191, 192, 193, 300));

function definiteMatrix(rows: number): Matrix {
  const factor = normalMatrix(rows, rows, "definite");
  const matrix = multiplyTransposed(factor, factor);
  addToDiagonal(matrix, rows / 10);
  return matrix;
}

/** Largest error as a fraction of the largest expected element. */
function error(actual: ArrayLike<number>, expected: Float64Array): number {
  const scale = expected.reduce((largest, element) => Math.max(largest, Math.abs(element)), 0);
  return expected.reduce((sum, element, at) => Math.max(sum, Math.abs(element - actual[at]!)), 0) / scale;
}

describe("a small matrix", () => {
  // Expected values from scipy 1.17: linalg.cholesky, linalg.solve, linalg.inv, and numpy.linalg.slogdet.
  it("factor, solution, inverse and determinant of a small matrix match another implementation", () => {
    const { lower, jitter } = cholesky(SMALL);
    expect(jitter).toBe(0);
    expect(error(lower.data, Float64Array.of(2, 0, 0, 1, 2, 0, 0.3, 0.6, 1.5968719422671311))).toBeLessThan(
      1e-15,
    );
    expect(logDeterminant(lower)).toBeCloseTo(3.708682081410116, 14);
    const solution = choleskySolve(lower, Float64Array.of(1, 2, 3));
    expect(error(solution, Float64Array.of(0.0625, 0.09264705882352936, 0.9411764705882355))).toBeLessThan(
      1e-15,
    );
    const inverse = [0.3125, -0.125, 0, -0.125, 0.2852941176470588, -0.11764705882352942, 0];
    const expected = Float64Array.of(...inverse, -0.11764705882352942, 0.3921568627450981);
    expect(error(choleskyInverse(lower).data, expected)).toBeLessThan(1e-15);
  });
});

describe("the factor", () => {
  it("for all sizes, the factor has zeros above the diagonal, and its product with its transpose is the matrix", () => {
    fc.assert(
      fc.property(size, (rows) => {
        const matrix = definiteMatrix(rows);
        const { lower } = cholesky(matrix);
        expect(error(multiplyTransposed(lower, lower).data, matrix.data)).toBeLessThan(1e-14);
        for (let row = 0; row < rows; row += 1) {
          expect(
            matrixRow(lower, row)
              .subarray(row + 1)
              .every((element) => element === 0),
          ).toBe(true);
        }
      }),
      { seed: 1, numRuns: 40 },
    );
  });

  it("the factor depends only on the lower triangle", () => {
    const matrix = definiteMatrix(210);
    const { lower } = cholesky(matrix);
    for (let row = 0; row < 210; row += 1) matrixRow(matrix, row).fill(Number.NaN, row + 1);
    expect(cholesky(matrix).lower.data).toEqual(lower.data);
  });

  it.each([
    ["negative", [[-1]]],
    [
      "indefinite",
      [
        [1, 2],
        [2, 1],
      ],
    ],
    [
      "not a number",
      [
        [1, 0],
        [Number.NaN, 1],
      ],
    ],
    ["infinite", [[Number.POSITIVE_INFINITY]]],
    [
      "zero",
      [
        [0, 0],
        [0, 0],
      ],
    ],
  ])("a matrix that is %s has no factor", (_, rows) => {
    expect(() => cholesky(matrixFromRows(rows))).toThrow("not positive definite");
  });

  it("a failure beyond the first panel is detected", () => {
    const matrix = identityMatrix(400);
    matrix.data[399 * 400 + 399] = -1;
    expect(() => cholesky(matrix)).toThrow("not positive definite");
  });

  it("a singular covariance has a factor once a small number is added to its diagonal", () => {
    const factor = normalMatrix(250, 20, "singular");
    const matrix = multiplyTransposed(factor, factor);
    const { lower, jitter } = cholesky(matrix);
    expect(jitter).toBeGreaterThan(0);
    expect(jitter).toBeLessThan(1e-7 * 20);
    addToDiagonal(matrix, jitter);
    expect(error(multiplyTransposed(lower, lower).data, matrix.data)).toBeLessThan(1e-13);
  });

  it("the matrix must be square", () => {
    expect(() => cholesky(createMatrix(2, 3))).toThrow("differ: 2 and 3");
  });
});

describe("solving", () => {
  it("solving inverts the product with the triangle, its transpose and the matrix", () => {
    fc.assert(
      fc.property(size, (rows) => {
        const matrix = definiteMatrix(rows);
        const { lower } = cholesky(matrix);
        const x = normalMatrix(1, rows, "x").data;
        expect(error(solveLower(lower, multiplyVector(lower, x)), x)).toBeLessThan(1e-11);
        expect(error(solveLowerTransposed(lower, multiplyVector(transpose(lower), x)), x)).toBeLessThan(
          1e-11,
        );
        expect(error(choleskySolve(lower, multiplyVector(matrix, x)), x)).toBeLessThan(1e-11);
      }),
      { seed: 2, numRuns: 30 },
    );
  });

  it("solving many rows at once gives the same result as solving each of them", () => {
    const { lower } = cholesky(definiteMatrix(230));
    const rows = normalMatrix(201, 230, "rows");
    const solved = createMatrix(201, 230, rows.data.slice());
    solveLowerRows(lower, solved);
    for (const row of [0, 95, 96, 200]) {
      expect(error(matrixRow(solved, row), solveLower(lower, matrixRow(rows, row)))).toBeLessThan(1e-13);
    }
  });

  it("solving does not change the right-hand side, and a right-hand side of a different size is refused", () => {
    const { lower } = cholesky(SMALL);
    const b = Float64Array.of(1, 2, 3);
    choleskySolve(lower, b);
    expect([...b]).toEqual([1, 2, 3]);
    expect(() => choleskySolve(lower, new Float64Array(2))).toThrow(RangeError);
  });
});

describe("the inverse", () => {
  it("the inverse is symmetric, and its product with the matrix is the identity", () => {
    fc.assert(
      fc.property(size, (rows) => {
        const matrix = definiteMatrix(rows);
        const inverse = choleskyInverse(cholesky(matrix).lower);
        expect(transpose(inverse).data).toEqual(inverse.data);
        expect(error(plainProduct(matrix, inverse).data, identityMatrix(rows).data)).toBeLessThan(1e-11);
      }),
      { seed: 3, numRuns: 30 },
    );
  });
});
