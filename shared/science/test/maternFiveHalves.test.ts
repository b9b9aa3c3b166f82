import { describe, expect, it } from "vitest";
import { normalMatrix } from "../../../test/shared/science/normalMatrix.ts";
import { cholesky } from "../linearAlgebra/cholesky.ts";
import { maternFiveHalves } from "../linearAlgebra/maternFiveHalves.ts";
import { createMatrix, matrixRow } from "../linearAlgebra/matrix.ts";
import { matrixFromRows } from "./matrixFromRows.ts";

describe("the Matérn covariance", () => {
  it("the covariance follows the formula", () => {
    // 2 (1 + s + s²/3) e⁻ˢ with s = √5 d / 1.5, computed with Python's decimal module for d = 0, 1, 3.
    const covariance = maternFiveHalves(matrixFromRows([[0, 1, 9]]), { lengthScale: 1.5, variance: 2 });
    expect(covariance.data[0]).toBe(2);
    expect(covariance.data[1]).toBeCloseTo(1.4555254827829975, 14);
    expect(covariance.data[2]).toBeCloseTo(0.2773204382770086, 14);
  });

  it("distinct points have a positive definite covariance", () => {
    const normal = normalMatrix(300, 4, "points");
    const points = Array.from({ length: 300 }, (_, row) => matrixRow(normal, row));
    const squared = points.map((a) =>
      points.map((b) => a.reduce((sum, x, axis) => sum + (x - b[axis]!) ** 2, 0)),
    );
    const covariance = maternFiveHalves(matrixFromRows(squared), { lengthScale: 1, variance: 1 });
    expect(cholesky(covariance).jitter).toBe(0);
  });

  it("the length scale must be positive", () => {
    expect(() => maternFiveHalves(createMatrix(1, 1), { lengthScale: 0, variance: 1 })).toThrow(RangeError);
  });
});
