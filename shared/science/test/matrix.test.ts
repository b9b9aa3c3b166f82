import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { normalMatrix } from "../../../test/shared/science/normalMatrix.ts";
import { transpose } from "../../../test/shared/science/transpose.ts";
import {
  createMatrix,
  dot,
  identityMatrix,
  type Matrix,
  mirrorLower,
  multiplyVector,
} from "../linearAlgebra/matrix.ts";
import { multiplyTransposed } from "../linearAlgebra/products.ts";
import { matrixFromRows } from "./matrixFromRows.ts";
import { plainProduct } from "./plainProduct.ts";

function maxDifference(a: Matrix, b: Matrix): number {
  expect([a.rows, a.columns]).toEqual([b.rows, b.columns]);
  return a.data.reduce((largest, element, at) => Math.max(largest, Math.abs(element - b.data[at]!)), 0);
}

/** Sizes near and below the limits for splitting products. */
const size = fc.oneof(fc.integer({ min: 1, max: 20 }), fc.constantFrom(95, 96, 97, 193));
const depth = fc.oneof(fc.integer({ min: 1, max: 20 }), fc.constantFrom(255, 256, 257, 515));

describe("products", () => {
  it("products follow the definition, for all shapes", () => {
    fc.assert(
      fc.property(size, size, depth, (rows, columns, inner) => {
        const a = normalMatrix(rows, inner, "a");
        const b = normalMatrix(inner, columns, "b");
        const expected = plainProduct(a, b);
        expect(maxDifference(multiplyTransposed(a, transpose(b)), expected)).toBeLessThan(1e-12 * inner);
      }),
      { seed: 1, numRuns: 60 },
    );
  });

  it("a matrix times its transpose is symmetric to the last bit", () => {
    fc.assert(
      fc.property(size, depth, (rows, inner) => {
        const a = normalMatrix(rows, inner, "a");
        const product = multiplyTransposed(a, a);
        expect(maxDifference(product, plainProduct(a, transpose(a)))).toBeLessThan(1e-12 * inner);
        expect(transpose(product).data).toEqual(product.data);
      }),
      { seed: 2, numRuns: 30 },
    );
  });

  it("products with vectors equal those with one-column matrices", () => {
    const a = normalMatrix(37, 23, "a");
    const x = normalMatrix(23, 1, "x");
    const product = createMatrix(37, 1, multiplyVector(a, x.data));
    expect(maxDifference(product, plainProduct(a, x))).toBeLessThan(1e-13);
    expect(dot(x.data, x.data)).toBeCloseTo(plainProduct(transpose(x), x).data[0]!, 12);
  });

  it("NaN and infinity propagate", () => {
    const a = matrixFromRows([
      [1, Number.NaN],
      [2, 3],
    ]);
    const product = multiplyTransposed(a, identityMatrix(2));
    expect([...product.data]).toEqual([Number.NaN, Number.NaN, 2, 3]);
    const infinite = matrixFromRows([[Number.POSITIVE_INFINITY]]);
    expect(multiplyTransposed(infinite, matrixFromRows([[2]])).data[0]).toBe(Number.POSITIVE_INFINITY);
  });

  it("products with an empty side are empty or zero", () => {
    expect(multiplyTransposed(createMatrix(0, 3), createMatrix(2, 3)).data).toHaveLength(0);
    expect([...multiplyTransposed(createMatrix(2, 0), createMatrix(2, 0)).data]).toEqual([0, 0, 0, 0]);
  });

  it("mismatched shapes are refused", () => {
    expect(() => multiplyTransposed(createMatrix(2, 3), createMatrix(3, 2))).toThrow("differ: 3 and 2");
    expect(() => multiplyVector(createMatrix(2, 3), new Float64Array(2))).toThrow(RangeError);
  });
});

describe("shapes", () => {
  it("mirroring copies the lower triangle to the upper triangle", () => {
    const matrix = normalMatrix(77, 77, "mirrored");
    const lower = matrix.data.slice();
    mirrorLower(matrix);
    expect(transpose(matrix).data).toEqual(matrix.data);
    for (let i = 0; i < 77; i += 1) {
      for (let j = 0; j <= i; j += 1) expect(matrix.data[i * 77 + j]).toBe(lower[i * 77 + j]);
    }
  });

  it("a shape that does not match the number of elements is refused", () => {
    expect(() => createMatrix(2, 2, new Float64Array(3))).toThrow(RangeError);
  });
});
