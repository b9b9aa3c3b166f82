import { formatNumber } from "../format.ts";
import { exactText } from "./cells.ts";
import type { GridSource } from "./gridSource.ts";

/** Summary of a column's values. */
export interface Summary {
  /** Value counts in ranges of equal width from the smallest to the largest value; null for a non-numeric column. */
  bins: readonly number[] | null;
  /** Phrase such as `from 0.1 to 3.2, 12 missing`. */
  words: string;
  /** Short text shown instead of a histogram. */
  label: string;
}

const BINS = 24;
/** Maximum number of rows that are summarized, evenly spaced. */
const MAX_ROWS = 100_000;
/** Number of rows between pauses in which the page can respond. */
const ROWS_AT_ONCE = 10_000;
/** Maximum number of distinct strings that are counted. */
const MAX_DIFFERENT = 1_000;

/** Yields a summary of each column in order, with pauses. Large numbers of rows are sampled. */
export async function* summarize(rows: GridSource, signal: AbortSignal): AsyncGenerator<Summary> {
  const step = Math.max(1, rows.count / MAX_ROWS);
  const looked = Math.floor(rows.count / step);
  const part = step > 1 ? `, of ${formatNumber(looked)} rows` : "";
  for (const [column, { isNumber }] of rows.columns.entries()) {
    const numbers: number[] = [];
    const texts = new Set<unknown>();
    let missing = 0;
    for (let index = 0; index < looked; index++) {
      if (index % ROWS_AT_ONCE === 0) await new Promise((resume) => setTimeout(resume));
      if (signal.aborted) return;
      const value = rows.valueAt(Math.floor(index * step), column);
      if (value === null || value === undefined) missing++;
      else if (isNumber) numbers.push(Number(value));
      else if (texts.size <= MAX_DIFFERENT) texts.add(typeof value === "object" ? exactText(value) : value);
    }
    const without = missing === 0 ? "" : `${formatNumber(missing)} missing`;
    yield isNumber ? ofNumbers(numbers, without, part) : ofTexts(texts.size, looked - missing, without, part);
  }
}

function ofNumbers(numbers: readonly number[], without: string, part: string): Summary {
  let [minimum, maximum] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const number of numbers) {
    if (number < minimum) minimum = number;
    if (number > maximum) maximum = number;
  }
  if (!(minimum < maximum)) {
    const words = numbers.length === 0 ? "no values" : `always ${formatNumber(minimum)}`;
    return { bins: null, words: joined(words, without) + part, label: words };
  }
  const bins = new Array<number>(BINS).fill(0);
  for (const number of numbers) {
    const bin = Math.min(BINS - 1, Math.floor(((number - minimum) / (maximum - minimum)) * BINS));
    bins[bin] = (bins[bin] ?? 0) + 1;
  }
  return {
    bins,
    words: joined(`from ${formatNumber(minimum)} to ${formatNumber(maximum)}`, without) + part,
    label: "",
  };
}

function ofTexts(different: number, present: number, without: string, part: string): Summary {
  if (present === 0) return { bins: null, words: "no values", label: "no values" };
  const count = different > MAX_DIFFERENT ? `over ${formatNumber(MAX_DIFFERENT)}` : formatNumber(different);
  const words = joined(different === 1 && present > 1 ? "all the same" : `${count} different`, without);
  return { bins: null, words: words + part, label: words };
}

function joined(...parts: string[]): string {
  return parts.filter((part) => part !== "").join(", ");
}

/** Returns the path of histogram bars in a 100 × 100 box; the highest bar fills the box. */
export function barsPath(bins: readonly number[]): string {
  const highest = Math.max(...bins);
  const width = 100 / bins.length;
  return bins
    .map((count, bin) => {
      // Ensures that even the smallest bar is visible.
      const height = count === 0 ? 0 : Math.max(4, (100 * count) / highest);
      return `M${(bin * width).toFixed(2)} 100v${(-height).toFixed(1)}h${(0.8 * width).toFixed(2)}v${height.toFixed(1)}z`;
    })
    .join("");
}
