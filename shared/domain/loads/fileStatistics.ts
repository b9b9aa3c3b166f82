/** Bounds of the values of one column of a data file, as texts in the engine's notation. */
export interface ColumnBounds {
  /** Minimum and maximum, or texts below and above them; absent if unknown, or if all values are null. */
  min?: string;
  max?: string;
  nulls: number;
}

/**
 * Statistics of a data file, by which a query skips files without matching rows. They cover all rows of the file, including
 * hidden ones. Columns without bounds are absent: those after the maximum number, with NaN, or of other types.
 */
export interface FileStatistics {
  rows: number;
  columns: Record<string, ColumnBounds>;
}

/** Maximum number of columns with statistics per file; the first ones have them. */
export const MAX_COLUMNS_WITH_STATISTICS = 32;
/** Maximum length of a bound, in characters; longer ones are cut. */
const MAX_BOUND_LENGTH = 48;
const LARGEST_CHARACTER = "\u{10FFFF}";

/** Returns bounds of limited length: a cut minimum is below the values, and a cut maximum gets the largest character. */
export function shortBounds({ min, max, nulls }: ColumnBounds): ColumnBounds {
  if (min === undefined || max === undefined) return { nulls };
  const above = cutMaximum(max);
  return above === undefined ? { nulls } : { min: cut(min), max: above, nulls };
}

function cutMaximum(max: string): string | undefined {
  const start = cut(max);
  if (start === max) return max;
  // No text begins with `start` and comes after this one, unless its next character is the largest.
  return max.startsWith(LARGEST_CHARACTER, start.length) ? undefined : start + LARGEST_CHARACTER;
}

function cut(text: string): string {
  return text.length <= MAX_BOUND_LENGTH ? text : [...text.slice(0, MAX_BOUND_LENGTH)].slice(0, -1).join("");
}

/** Counts the columns with statistics in a list of files, to limit the size of lists. */
export function countBounds(files: readonly { statistics?: FileStatistics }[]): number {
  return files.reduce((sum, { statistics }) => sum + Object.keys(statistics?.columns ?? {}).length, 0);
}
