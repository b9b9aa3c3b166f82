import type { Random } from "@pdp/basics/statistics";
import { predictRidge, type RidgeFit, ridge } from "./ridge.ts";
import { type SparseRows, sparseRowCount } from "./sparseRows.ts";
import { selectRows, weightedSquares } from "./weightedRows.ts";

/** Penalties to try, for targets with variance 1. */
const PENALTIES = [0.1, 0.3, 1, 3, 10, 30, 100, 300];
const FOLDS = 4;
/** Minimum number of rows for using a single held-out part. */
const ONE_FOLD_ROWS = 4_000;

export interface SelectedRidge {
  penalty: number;
  fit: RidgeFit;
}

/** Selects the penalty that gives the best predictions for held-out rows, and fits the ridge regression to all rows. */
export function ridgePenalty(
  x: SparseRows,
  y: Float64Array,
  weights: Float64Array,
  random: Random,
): SelectedRidge {
  const rows = sparseRowCount(x);
  const all = { x, y, weights };
  const order = random.shuffle(Uint32Array.from({ length: rows }, (_, row) => row));
  const errors = new Float64Array(PENALTIES.length);
  const folds = Math.min(FOLDS, rows);
  for (let fold = 0; fold < (rows >= ONE_FOLD_ROWS ? 1 : folds); fold += 1) {
    const heldOut = order.filter((_, index) => index % folds === fold);
    const kept = order.filter((_, index) => index % folds !== fold);
    if (kept.length === 0) continue;
    const [train, test] = [selectRows(all, kept), selectRows(all, heldOut)];
    for (const [index, penalty] of PENALTIES.entries()) {
      const predicted = predictRidge(ridge(train.x, train.y, train.weights, penalty), test.x);
      errors[index] = errors[index]! + weightedSquares(predicted, test);
    }
  }
  const penalty = PENALTIES[errors.indexOf(Math.min(...errors))]!;
  return { penalty, fit: ridge(x, y, weights, penalty) };
}
