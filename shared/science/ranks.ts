/**
 * Ranks from 1 in ascending order; equal values share the mean of their ranks. NaN has no rank: it stays NaN, and the
 * others are ranked as if it were absent.
 */
export function ranks(values: ArrayLike<number>): Float64Array {
  const order = ascendingOrder(values);
  const result = new Float64Array(values.length).fill(Number.NaN);
  let start = 0;
  while (start < order.length) {
    const value = values[order[start]!];
    let end = start + 1;
    while (end < order.length && values[order[end]!] === value) end += 1;
    for (let place = start; place < end; place += 1) result[order[place]!] = (start + 1 + end) / 2;
    start = end;
  }
  return result;
}

/** The indices of all values but NaN, smallest value first; equal values keep their order. */
export function ascendingOrder(values: ArrayLike<number>): Uint32Array {
  const present: number[] = [];
  for (let index = 0; index < values.length; index += 1) {
    if (!Number.isNaN(values[index])) present.push(index);
  }
  return Uint32Array.from(present).sort((a, b) => {
    const [first, second] = [values[a]!, values[b]!];
    return first < second ? -1 : first > second ? 1 : a - b;
  });
}
