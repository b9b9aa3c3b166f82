import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  createMatrix,
  dot,
  identityMatrix,
  type Matrix,
  matrixFromRows,
  mirrorLower,
  multiplyTransposedVector,
  multiplyVector,
  transpose,
} from "#shared/science/linearAlgebra/matrix.ts";
import { gram, multiply, multiplyTransposed } from "#shared/science/linearAlgebra/products.ts";
import { normalMatrix } from "#test/shared/science/normalMatrix.ts";

/** The definition, summed in the plainest order. */
function plainProduct(a: Matrix, b: Matrix): Matrix {
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

function maxDifference(a: Matrix, b: Matrix): number {
  expect([a.rows, a.columns]).toEqual([b.rows, b.columns]);
  return a.data.reduce((largest, element, at) => Math.max(largest, Math.abs(element - b.data[at]!)), 0);
}

/** Around the sizes at which products are cut into pieces, and below. */
const size = fc.oneof(fc.integer({ min: 1, max: 20 }), fc.constantFrom(95, 96, 97, 193));
const depth = fc.oneof(fc.integer({ min: 1, max: 20 }), fc.constantFrom(255, 256, 257, 515));

describe("products", () => {
  it("are those of the definition, for all shapes", () => {
    fc.assert(
      fc.property(size, size, depth, (rows, columns, inner) => {
        const a = normalMatrix(rows, inner, "a");
        const b = normalMatrix(inner, columns, "b");
        const expected = plainProduct(a, b);
        expect(maxDifference(multiply(a, b), expected)).toBeLessThan(1e-12 * inner);
        expect(maxDifference(multiplyTransposed(a, transpose(b)), expected)).toBeLessThan(1e-12 * inner);
      }),
      { seed: 1, numRuns: 60 },
    );
  });

  it("of a matrix with itself are symmetric to the last bit", () => {
    fc.assert(
      fc.property(size, depth, (rows, inner) => {
        const a = normalMatrix(rows, inner, "a");
        const product = multiplyTransposed(a, a);
        expect(maxDifference(product, plainProduct(a, transpose(a)))).toBeLessThan(1e-12 * inner);
        expect(transpose(product).data).toEqual(product.data);
        expect(maxDifference(gram(a), plainProduct(transpose(a), a))).toBeLessThan(1e-12 * rows);
      }),
      { seed: 2, numRuns: 30 },
    );
  });

  it("with vectors are those with matrices of one column", () => {
    const a = normalMatrix(37, 23, "a");
    const x = normalMatrix(23, 1, "x");
    const y = normalMatrix(37, 1, "y");
    const product = createMatrix(37, 1, multiplyVector(a, x.data));
    expect(maxDifference(product, plainProduct(a, x))).toBeLessThan(1e-13);
    const turned = createMatrix(23, 1, multiplyTransposedVector(a, y.data));
    expect(maxDifference(turned, plainProduct(transpose(a), y))).toBeLessThan(1e-13);
    expect(dot(x.data, x.data)).toBeCloseTo(plainProduct(transpose(x), x).data[0]!, 12);
  });

  it("carry NaN and infinities on", () => {
    const a = matrixFromRows([
      [1, Number.NaN],
      [2, 3],
    ]);
    const product = multiply(a, identityMatrix(2));
    expect([...product.data]).toEqual([Number.NaN, Number.NaN, 2, 3]);
    expect(multiply(matrixFromRows([[Number.POSITIVE_INFINITY]]), matrixFromRows([[2]])).data[0]).toBe(
      Number.POSITIVE_INFINITY,
    );
  });

  it("with an empty side are empty or zero", () => {
    expect(multiply(createMatrix(0, 3), createMatrix(3, 2)).data).toHaveLength(0);
    expect([...multiply(createMatrix(2, 0), createMatrix(0, 2)).data]).toEqual([0, 0, 0, 0]);
  });

  it("of shapes that do not fit are refused", () => {
    expect(() => multiply(createMatrix(2, 3), createMatrix(2, 3))).toThrow("differ: 3 and 2");
    expect(() => multiplyTransposed(createMatrix(2, 3), createMatrix(3, 2))).toThrow(RangeError);
    expect(() => multiplyVector(createMatrix(2, 3), new Float64Array(2))).toThrow(RangeError);
  });
});

describe("shapes", () => {
  it("turning twice gives the matrix back", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 70 }), fc.integer({ min: 0, max: 70 }), (rows, columns) => {
        const matrix = normalMatrix(rows, columns, "turned");
        const turned = transpose(matrix);
        expect([turned.rows, turned.columns]).toEqual([columns, rows]);
        if (rows > 0 && columns > 0) expect(turned.data[rows - 1]).toBe(matrix.data[(rows - 1) * columns]);
        expect(transpose(turned)).toEqual(matrix);
      }),
      { seed: 3, numRuns: 50 },
    );
  });

  it("mirroring copies the lower triangle to the upper one", () => {
    const matrix = normalMatrix(77, 77, "mirrored");
    const lower = matrix.data.slice();
    mirrorLower(matrix);
    expect(transpose(matrix).data).toEqual(matrix.data);
    for (let i = 0; i < 77; i += 1) {
      for (let j = 0; j <= i; j += 1) expect(matrix.data[i * 77 + j]).toBe(lower[i * 77 + j]);
    }
  });

  it("of rows that differ in length are refused", () => {
    expect(() => matrixFromRows([[1, 2], [3]])).toThrow("Row 1 has 1 elements; the first one has 2.");
    expect(() => createMatrix(2, 2, new Float64Array(3))).toThrow(RangeError);
  });
});
