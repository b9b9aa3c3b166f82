import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { normalMatrix } from "../../../test/shared/science/normalMatrix.ts";
import { transpose } from "../../../test/shared/science/transpose.ts";
import { createMatrix, identityMatrix, type Matrix } from "../linearAlgebra/matrix.ts";
import { multiplyTransposed } from "../linearAlgebra/products.ts";
import { symmetricEigen } from "../linearAlgebra/symmetricEigen.ts";

function expectNear(actual: Matrix, expected: Matrix, tolerance: number): void {
  expected.data.forEach((element, at) => {
    expect(Math.abs(actual.data[at]! - element)).toBeLessThan(tolerance);
  });
}

describe("eigenvalues", () => {
  it("eigenvalues of the Hilbert matrix match another implementation", () => {
    const hilbert = createMatrix(
      6,
      6,
      Float64Array.from({ length: 36 }, (_, at) => 1 / (Math.floor(at / 6) + (at % 6) + 1)),
    );
    const { values, vectors } = symmetricEigen(hilbert);
    // numpy.linalg.eigh; the sign is arbitrary.
    const expected = [1.618899858924339, 0.24236087057520936, 0.01632152131987581, 0.0006157483541826394];
    expected.push(1.2570757122628416e-5, 1.0827994844532913e-7);
    expected.forEach((value, at) => {
      expect(Math.abs(values[at]! - value)).toBeLessThan(1e-15);
    });
    const first = [0.7487192188790951, 0.440717503243512, 0.3206968698222519, 0.2543113863404742];
    first.push(0.21153084007896522, 0.18144297664876946);
    first.forEach((element, row) => {
      expect(vectors.data[row * 6]).toBeCloseTo(element, 14);
    });
  });

  it("for all sizes, eigenvalues come largest first and reconstruct the matrix with their vectors", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.string(), (size, seed) => {
        const half = normalMatrix(size, size, seed);
        const turned = transpose(half);
        const matrix = createMatrix(
          size,
          size,
          half.data.map((element, at) => element + turned.data[at]!),
        );
        const { values, vectors } = symmetricEigen(matrix);
        expect(values).toEqual(values.toSorted().reverse());
        expectNear(multiplyTransposed(transpose(vectors), transpose(vectors)), identityMatrix(size), 1e-12);
        const scaled = createMatrix(
          size,
          size,
          vectors.data.map((element, at) => element * values[at % size]!),
        );
        expectNear(multiplyTransposed(scaled, vectors), matrix, 1e-11);
      }),
      { seed: 1, numRuns: 40 },
    );
  });

  it("equal and zero eigenvalues have orthonormal vectors", () => {
    const ones = createMatrix(8, 8, new Float64Array(64).fill(1));
    const { values, vectors } = symmetricEigen(ones);
    expect(values[0]).toBeCloseTo(8, 13);
    for (const value of values.subarray(1)) expect(Math.abs(value)).toBeLessThan(1e-14);
    expectNear(multiplyTransposed(transpose(vectors), transpose(vectors)), identityMatrix(8), 1e-14);
    expect([...symmetricEigen(createMatrix(3, 3)).values]).toEqual([0, 0, 0]);
  });

  it("the matrix must be square", () => {
    expect(() => symmetricEigen(createMatrix(2, 3))).toThrow(RangeError);
  });
});
