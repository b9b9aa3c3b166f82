/** Bounds of the values in one column of a data file, as strings in the engine's notation. */
export interface ColumnBounds {
  /** Minimum and maximum, or strings that bound them from below and above; absent if unknown, or if all values are null. */
  min?: string;
  max?: string;
  nulls: number;
}

/**
 * Statistics of a data file, which let a query skip files without matching rows. They cover all rows of the file, including
 * hidden rows. Columns without bounds are absent: columns beyond the maximum number, columns that contain NaN, and columns of
 * types without bounds.
 */
export interface FileStatistics {
  rows: number;
  columns: Record<string, ColumnBounds>;
}

/** Maximum number of columns with statistics per file, counted from the first column. */
export const MAX_COLUMNS_WITH_STATISTICS = 32;
/** Maximum length of a bound, in characters; longer bounds are truncated. */
const MAX_BOUND_LENGTH = 48;
const LARGEST_CHARACTER = "\u{10FFFF}";

/**
 * Returns bounds of limited length: a truncated minimum sorts below the values, and a truncated maximum gets the largest
 * character appended.
 */
export function shortBounds({ min, max, nulls }: ColumnBounds): ColumnBounds {
  if (min === undefined || max === undefined) return { nulls };
  const above = cutMaximum(max);
  return above === undefined ? { nulls } : { min: cut(min), max: above, nulls };
}

function cutMaximum(max: string): string | undefined {
  const start = cut(max);
  if (start === max) return max;
  // No string that begins with `start` sorts after this one, unless its next character is the largest.
  return max.startsWith(LARGEST_CHARACTER, start.length) ? undefined : start + LARGEST_CHARACTER;
}

function cut(text: string): string {
  return text.length <= MAX_BOUND_LENGTH ? text : [...text.slice(0, MAX_BOUND_LENGTH)].slice(0, -1).join("");
}

/** Counts the columns with statistics in a list of files, to limit the size of file lists. */
export function countBounds(files: readonly { statistics?: FileStatistics }[]): number {
  return files.reduce((sum, { statistics }) => sum + Object.keys(statistics?.columns ?? {}).length, 0);
}
