import { describe, expect, it } from "vitest";
import { cholesky } from "#shared/science/linearAlgebra/cholesky.ts";
import {
  maternFiveHalves,
  maternLengthScaleGradient,
} from "#shared/science/linearAlgebra/maternFiveHalves.ts";
import { copyMatrix, createMatrix, matrixFromRows } from "#shared/science/linearAlgebra/matrix.ts";
import { squaredDistances } from "#shared/science/linearAlgebra/squaredDistances.ts";
import { normalMatrix } from "#test/shared/science/normalMatrix.ts";

describe("squared distances", () => {
  it("are sums of squared differences", () => {
    const [a, b] = [normalMatrix(40, 17, "a"), normalMatrix(23, 17, "b")];
    const distances = squaredDistances(a, b);
    for (let i = 0; i < 40; i += 1) {
      for (let j = 0; j < 23; j += 1) {
        let sum = 0;
        for (let k = 0; k < 17; k += 1) sum += (a.data[i * 17 + k]! - b.data[j * 17 + k]!) ** 2;
        expect(distances.data[i * 23 + j]).toBeCloseTo(sum, 11);
      }
    }
  });

  it("of equal rows are exactly 0", () => {
    const rows = normalMatrix(50, 30, "equal");
    rows.data.copyWithin(30, 0, 30);
    const distances = squaredDistances(rows, rows);
    expect(distances.data[1]).toBe(0);
    for (let i = 0; i < 50; i += 1) expect(distances.data[i * 51]).toBe(0);
    expect(squaredDistances(rows, copyMatrix(rows)).data.every((distance) => distance >= 0)).toBe(true);
  });
});

describe("the Matérn covariance", () => {
  it("is that of the formula", () => {
    // 2 (1 + s + s²/3) e⁻ˢ with s = √5 d / 1.5, computed with Python's decimal module for d = 0, 1, 3.
    const covariance = maternFiveHalves(matrixFromRows([[0, 1, 9]]), { lengthScale: 1.5, variance: 2 });
    expect(covariance.data[0]).toBe(2);
    expect(covariance.data[1]).toBeCloseTo(1.4555254827829975, 14);
    expect(covariance.data[2]).toBeCloseTo(0.2773204382770086, 14);
  });

  it("has the gradient of differences", () => {
    const squared = createMatrix(1, 6, Float64Array.of(0, 0.01, 0.5, 2, 10, 400));
    const at = (logScale: number) =>
      maternFiveHalves(squared, { lengthScale: Math.exp(logScale), variance: 1.3 });
    const gradient = maternLengthScaleGradient(squared, { lengthScale: Math.exp(0.4), variance: 1.3 });
    for (let index = 0; index < 6; index += 1) {
      const slope = (at(0.4 + 1e-5).data[index]! - at(0.4 - 1e-5).data[index]!) / 2e-5;
      expect(gradient.data[index]).toBeCloseTo(slope, 8);
    }
  });

  it("of distinct points is positive definite", () => {
    const points = normalMatrix(300, 4, "points");
    const { jitter } = cholesky(
      maternFiveHalves(squaredDistances(points, points), { lengthScale: 1, variance: 1 }),
    );
    expect(jitter).toBe(0);
  });

  it("needs a positive length scale", () => {
    expect(() => maternFiveHalves(createMatrix(1, 1), { lengthScale: 0, variance: 1 })).toThrow(RangeError);
  });
});
