/** Weight of the prior that the first candidate alone is right, in rows. */
const PRIOR_ROWS = 30;
const ITERATIONS = 500;

/**
 * Computes weights that are not negative and add up to 1, for which the weighted out-of-fold predictions are closest to
 * the targets (stacking: Wolpert 1992; Breiman 1996), shrunk towards the first candidate if rows are few. Rows with
 * `use` = 0 do not count.
 */
export function stackWeights(
  predictions: readonly Float64Array[],
  targets: Float64Array,
  use: ArrayLike<number>,
): Float64Array {
  const count = predictions.length;
  const products = new Float64Array(count * count);
  const targetProducts = new Float64Array(count);
  let rows = 0;
  for (let row = 0; row < targets.length; row += 1) {
    if (use[row] === 0) continue;
    rows += 1;
    for (let i = 0; i < count; i += 1) {
      const first = predictions[i]![row]!;
      targetProducts[i] = targetProducts[i]! + first * targets[row]!;
      for (let j = 0; j < count; j += 1) {
        products[i * count + j] = products[i * count + j]! + first * predictions[j]![row]!;
      }
    }
  }
  const scale = Math.max(1, rows);
  const prior = PRIOR_ROWS / scale;
  for (let i = 0; i < count; i += 1) {
    targetProducts[i] = targetProducts[i]! / scale + (i === 0 ? prior : 0);
    for (let j = 0; j < count; j += 1) products[i * count + j] = products[i * count + j]! / scale;
    products[i * count + i] = products[i * count + i]! + prior;
  }
  return descend(products, targetProducts, count);
}

/** Minimises by projected gradient descent; the trace bounds the curvature. */
function descend(products: Float64Array, targetProducts: Float64Array, count: number): Float64Array {
  let trace = 1e-12;
  for (let i = 0; i < count; i += 1) trace += products[i * count + i]!;
  let weights = Float64Array.from({ length: count }, (_, index) => (index === 0 ? 1 : 0));
  for (let iteration = 0; iteration < ITERATIONS; iteration += 1) {
    const moved = weights.map((weight, i) => {
      let slope = -targetProducts[i]!;
      for (let j = 0; j < count; j += 1) slope += products[i * count + j]! * weights[j]!;
      return weight - slope / trace;
    });
    weights = projectOntoSimplex(moved);
  }
  return weights;
}

/** Projects onto weights that are not negative and add up to 1 (Duchi et al. 2008). */
function projectOntoSimplex(values: Float64Array): Float64Array<ArrayBuffer> {
  const sorted = values.slice().sort().reverse();
  let sum = 0;
  let shift = 0;
  for (const [index, value] of sorted.entries()) {
    sum += value;
    if (value - (sum - 1) / (index + 1) > 0) shift = (sum - 1) / (index + 1);
  }
  return Float64Array.from(values, (value) => Math.max(0, value - shift));
}
