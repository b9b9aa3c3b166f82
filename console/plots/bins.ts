import type { Bin } from "./chart.ts";

/** Target number of bins in a histogram. */
const WANTED_BINS = 24;
/** Number of decimals in bin bounds, so that 0.1 + 0.2 is 0.3. */
const DECIMALS = 12;

/** Counts values in bins of equal width with round numbers as bounds. */
export function binsOf(values: readonly number[]): Bin[] {
  let [minimum, maximum] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (value < minimum) minimum = value;
    if (value > maximum) maximum = value;
  }
  if (values.length === 0) return [];
  const width = roundWidth(widthOf(minimum, maximum));
  const first = Math.floor(minimum / width);
  const count = Math.max(1, Math.ceil(maximum / width) - first);
  const bins = Array.from({ length: count }, (_, index) => ({
    from: rounded((first + index) * width),
    to: rounded((first + index + 1) * width),
    count: 0,
  }));
  for (const value of values) {
    const bin = bins[Math.min(count - 1, Math.max(0, Math.floor(value / width) - first))];
    if (bin) bin.count += 1;
  }
  return bins;
}

/** Relative and absolute spread below which values count as equal. */
const MIN_SPREAD = { relative: 1e-9, total: 1e-290 };

function widthOf(minimum: number, maximum: number): number {
  const size = Math.max(Math.abs(minimum), Math.abs(maximum));
  if (maximum - minimum > Math.max(size * MIN_SPREAD.relative, MIN_SPREAD.total))
    return (maximum - minimum) / WANTED_BINS;
  return size > MIN_SPREAD.total ? size / 10 : 1;
}

/** Returns the next larger width that is 1, 2 or 5 times a power of ten. */
function roundWidth(width: number): number {
  const power = 10 ** Math.floor(Math.log10(width));
  return power * ([1, 2, 5].find((factor) => factor * power >= width * (1 - 1e-9)) ?? 10);
}

function rounded(value: number): number {
  return Number(value.toPrecision(DECIMALS));
}
