import { createRandom } from "@pdp/basics/statistics";
import { describe, expect, it } from "vitest";
import { transpose } from "../../../../test/shared/science/transpose.ts";
import { cholesky, choleskySolve } from "../../linearAlgebra/cholesky.ts";
import { addToDiagonal, createMatrix, multiplyVector } from "../../linearAlgebra/matrix.ts";
import { multiplyTransposed } from "../../linearAlgebra/products.ts";
import { predictRidge, ridge } from "../../scorer/ridge.ts";
import { ridgePenalty } from "../../scorer/ridgePenalty.ts";
import type { SparseRows } from "../../scorer/sparseRows.ts";

/** Dense rows, written as sparse rows. */
function sparse(rows: number[][]): SparseRows {
  const width = rows[0]?.length ?? 0;
  return {
    width,
    starts: Uint32Array.from({ length: rows.length + 1 }, (_, row) => row * width),
    columns: Uint32Array.from(rows.flatMap((row) => row.map((_, column) => column))),
    values: Float64Array.from(rows.flat()),
  };
}

const random = createRandom("ridge");
const normals = (rows: number, columns: number): number[][] =>
  Array.from({ length: rows }, () => Array.from({ length: columns }, () => random.normal()));

describe("ridge regression", () => {
  it("ridge regression solves the normal equations of centered columns", () => {
    const rows = normals(30, 5);
    const y = Float64Array.from(rows, (row) => 3 + row[0]! - 2 * row[3]! + 0.1 * random.normal());
    const { coefficients, intercept } = ridge(sparse(rows), y, new Float64Array(30).fill(1), 2.5);
    const means = Array.from({ length: 5 }, (_, column) =>
      rows.reduce((sum, row) => sum + row[column]! / 30, 0),
    );
    const centered = createMatrix(
      30,
      5,
      Float64Array.from(rows.flatMap((row) => row.map((x, column) => x - means[column]!))),
    );
    const turned = transpose(centered);
    const normal = multiplyTransposed(turned, turned);
    addToDiagonal(normal, 2.5);
    const mean = y.reduce((sum, value) => sum + value / 30, 0);
    const right = multiplyVector(
      turned,
      y.map((value) => value - mean),
    );
    const expected = choleskySolve(cholesky(normal).lower, right);
    for (const [column, value] of expected.entries()) expect(coefficients[column]).toBeCloseTo(value, 8);
    expect(intercept).toBeCloseTo(
      means.reduce((left, x, column) => left - x * expected[column]!, mean),
      8,
    );
  });

  it("a row of weight two is equivalent to two rows", () => {
    const rows = normals(10, 3);
    const y = Float64Array.from(rows, () => random.normal());
    const weighted = ridge(
      sparse(rows),
      y,
      Float64Array.from(y, (_, row) => (row === 4 ? 2 : 1)),
      1,
    );
    const doubled = ridge(
      sparse([...rows, rows[4]!]),
      Float64Array.of(...y, y[4]!),
      new Float64Array(11).fill(1),
      1,
    );
    for (const [column, value] of doubled.coefficients.entries()) {
      expect(weighted.coefficients[column]).toBeCloseTo(value, 8);
    }
  });

  it("the penalty is large for noise and small for exact data", () => {
    const x = sparse(normals(60, 12));
    const weights = new Float64Array(60).fill(1);
    const noise = Float64Array.from(weights, () => random.normal());
    expect(ridgePenalty(x, noise, weights, createRandom(1)).penalty).toBeGreaterThanOrEqual(30);
    const exact = predictRidge({ intercept: 0, coefficients: new Float64Array(12).fill(0.3) }, x);
    expect(ridgePenalty(x, exact, weights, createRandom(1)).penalty).toBe(0.1);
  });
});
