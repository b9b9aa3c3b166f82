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
  const words = sortableWords(values);
  let order = presentIndices(values);
  let sorted: Uint32Array = new Uint32Array(order.length);
  for (let digit = 0; digit < DIGITS; digit += 1) {
    const [word, shift] = [digit >> 2, (digit & 3) * 8];
    const places = new Uint32Array(257);
    for (const index of order) places[((words[2 * index + word]! >>> shift) & 255) + 1]! += 1;
    // Where all have the same digit there is nothing to sort.
    if (places.includes(order.length)) continue;
    for (let bucket = 1; bucket < 256; bucket += 1) places[bucket]! += places[bucket - 1]!;
    for (const index of order) {
      const bucket = (words[2 * index + word]! >>> shift) & 255;
      sorted[places[bucket]!] = index;
      places[bucket]! += 1;
    }
    [order, sorted] = [sorted, order];
  }
  return order;
}

/** Numbers of 64 bits are sorted by 8 bits at a time, the least significant first: comparing pairs of them takes ten times as long. */
const DIGITS = 8;

/** For each number the less and the more significant 32 bits of an integer; all integers are in the order of the numbers. */
function sortableWords(values: ArrayLike<number>): Uint32Array {
  // −0 becomes 0, which it equals.
  const numbers = Float64Array.from(values);
  for (let index = 0; index < numbers.length; index += 1) numbers[index] = numbers[index]! + 0;
  const words = new Uint32Array(numbers.buffer);
  for (let high = 1; high < words.length; high += 2) {
    if (words[high]! >>> 31 === 0) words[high] = words[high]! ^ 0x80000000;
    else {
      words[high] = ~words[high]!;
      words[high - 1] = ~words[high - 1]!;
    }
  }
  return words;
}

function presentIndices(values: ArrayLike<number>): Uint32Array {
  const present = new Uint32Array(values.length);
  let count = 0;
  for (let index = 0; index < values.length; index += 1) {
    if (Number.isNaN(values[index])) continue;
    present[count] = index;
    count += 1;
  }
  return present.slice(0, count);
}
