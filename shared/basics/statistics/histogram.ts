import { quantileSorted } from "./quantiles.ts";

export interface HistogramBin {
  from: number;
  to: number;
  count: number;
}

export interface Histogram {
  bins: HistogramBin[];
  /** Number of values too far from the others to be shown. */
  beyond: number;
}

/** Maximum relative difference considered a rounding error. */
const SAME = 1e-10;
/** Minimum range of the values; bin bounds within a smaller range would lose their digits. */
const MIN_RANGE = 1e-300;
const MAX_BINS = 40;
/** Minimum number of bins: values with several peaks have a wide interquartile range, and wide bins would hide the peaks. */
const MIN_BINS = 24;
/** Mean factor by which rounding up increases a width. */
const ROUNDING = 1.4;
/** Distance from the quartiles beyond which values are omitted, in interquartile ranges. */
const FAR = 8;

/** Computes bins of equal, round width for ascending values; the number of bins follows Freedman & Diaconis (1981). */
export function histogram(sorted: Float64Array): Histogram {
  if (sorted.length === 0) return { bins: [], beyond: 0 };
  const [low, high] = displayRange(sorted);
  const width = binWidth(sorted, low, high);
  const first = Math.floor(low / width);
  const last = Math.max(first, Math.ceil(high / width) - 1);
  const bins = Array.from({ length: last - first + 1 }, (_, index) => ({
    from: removeRoundingError(width, first + index),
    to: removeRoundingError(width, first + index + 1),
    count: 0,
  }));
  let beyond = 0;
  for (const value of sorted) {
    if (value < low || value > high) {
      beyond += 1;
      continue;
    }
    const bin = Math.min(last, Math.max(first, Math.floor(value / width))) - first;
    bins[bin]!.count += 1;
  }
  return { bins, beyond };
}

function displayRange(sorted: Float64Array): [number, number] {
  const [smallest, largest] = [sorted[0]!, sorted.at(-1)!];
  const [lower, upper] = [quantileSorted(sorted, 0.25), quantileSorted(sorted, 0.75)];
  const reach = FAR * (upper - lower);
  if (reach === 0) return [smallest, largest];
  return [
    sorted.find((value) => value >= lower - reach)!,
    sorted.findLast((value) => value <= upper + reach)!,
  ];
}

function binWidth(sorted: Float64Array, low: number, high: number): number {
  const range = high - low;
  // A constant is shown as a single bar centered on it.
  const size = Math.max(Math.abs(low), Math.abs(high));
  if (range <= Math.max(size * SAME, MIN_RANGE)) return size < MIN_RANGE ? 1 : roundUp(size / 10);
  const spread = quantileSorted(sorted, 0.75) - quantileSorted(sorted, 0.25);
  const ideal = (2 * spread) / Math.cbrt(sorted.length);
  const fewest = Math.min(MIN_BINS, Math.sqrt(sorted.length));
  return roundUp(Math.max(Math.min(ideal, range / fewest), range / MAX_BINS) / ROUNDING);
}

/** Rounds up to 1, 2 or 5 times a power of ten. */
export function roundUp(width: number): number {
  const power = 10 ** Math.floor(Math.log10(width));
  return [1, 2, 5, 10].map((step) => step * power).find((step) => step >= width * (1 - 1e-9))!;
}

/** Removes rounding errors that a label would show. */
function removeRoundingError(width: number, steps: number): number {
  return Number((width * steps).toPrecision(12));
}
