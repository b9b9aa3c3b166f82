import type { Random } from "#shared/science/statistics/random.ts";
import { predictRidge, type RidgeFit, ridge } from "./ridge.ts";
import { type SparseRows, sparseRowCount } from "./sparseRows.ts";

/** Penalties that are tried, for targets of variance 1. */
const PENALTIES = [0.1, 0.3, 1, 3, 10, 30, 100, 300];
const FOLDS = 4;
/** Minimum number of rows at which one held-out part is enough. */
const ONE_FOLD_ROWS = 4_000;

/** Selects the penalty that predicts held-out rows best and fits the ridge regression to all rows. */
export function ridgePenalty(
  x: SparseRows,
  y: Float64Array,
  weights: Float64Array,
  random: Random,
): { penalty: number; fit: RidgeFit } {
  const rows = sparseRowCount(x);
  const order = random.shuffle(Uint32Array.from({ length: rows }, (_, row) => row));
  const errors = new Float64Array(PENALTIES.length);
  const folds = Math.min(FOLDS, rows);
  for (let fold = 0; fold < (rows >= ONE_FOLD_ROWS ? 1 : folds); fold += 1) {
    const held = order.filter((_, index) => index % folds === fold);
    const kept = order.filter((_, index) => index % folds !== fold);
    if (kept.length === 0) continue;
    const [train, test] = [part(x, y, weights, kept), part(x, y, weights, held)];
    for (const [index, penalty] of PENALTIES.entries()) {
      const predicted = predictRidge(ridge(train.x, train.y, train.weights, penalty), test.x);
      for (const [row, value] of predicted.entries()) {
        errors[index] = errors[index]! + test.weights[row]! * (value - test.y[row]!) ** 2;
      }
    }
  }
  const penalty = PENALTIES[errors.indexOf(Math.min(...errors))]!;
  return { penalty, fit: ridge(x, y, weights, penalty) };
}

interface Part {
  x: SparseRows;
  y: Float64Array;
  weights: Float64Array;
}

function part(x: SparseRows, y: Float64Array, weights: Float64Array, rows: Uint32Array): Part {
  const starts = new Uint32Array(rows.length + 1);
  for (const [index, row] of rows.entries()) {
    starts[index + 1] = starts[index]! + x.starts[row + 1]! - x.starts[row]!;
  }
  const columns = new Uint32Array(starts[rows.length]!);
  const values = new Float64Array(columns.length);
  for (const [index, row] of rows.entries()) {
    columns.set(x.columns.subarray(x.starts[row]!, x.starts[row + 1]!), starts[index]!);
    values.set(x.values.subarray(x.starts[row]!, x.starts[row + 1]!), starts[index]!);
  }
  return {
    x: { width: x.width, starts, columns, values },
    y: Float64Array.from(rows, (row) => y[row]!),
    weights: Float64Array.from(rows, (row) => weights[row]!),
  };
}
