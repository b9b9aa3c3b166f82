/** Seconds per unit of time, by the first letters of the unit. */
const UNITS: readonly [RegExp, number][] = [
  [/^(?:ms|milli)/i, 0.001],
  [/^s/i, 1],
  [/^m/i, 60],
  [/^h/i, 3_600],
  [/^d/i, 86_400],
];
/** Header of a time column: `Time`, `Time [s]`, `Elapsed time (min)`, `Time(hh:mm:ss)`, `Time_h`. */
const HEADER =
  /^\s*(?:kinetic read|(?:elapsed|kinetic|avg\.?|average)?\s*time\s*(?:[[(_:,]?\s*(ms|msec|milliseconds?|s|secs?|seconds?|mins?|minutes?|h|hrs?|hours?|d|days?|hh:mm:ss|hh:mm|mm:ss)\s*[\])]?)?)\s*$/i;
/**
 * Clock time, optionally preceded by days as in `1.02:30:00`. In a workbook, the day may be the one before or after the first
 * day of 1900.
 */
const CLOCK =
  /^\s*(?:1(?:899-12-3[01]|900-01-(\d\d))[T ]|(\d{1,3})(?:\.|d | ))?(\d{1,3}):([0-5]\d)(?::([0-5]\d(?:\.\d+)?))?Z?\s*$/;
const NUMBER = /^\s*(\d+(?:[.,]\d+)?(?:[eE][+-]?\d+)?)\s*(ms|s|secs?|min|h|hrs?|d)?\s*$/i;
const SECONDS_PER_DAY = 86_400;
const MAX_CHARACTERS = 60;

export interface TimeUnit {
  /** Number of seconds that a plain number represents. */
  seconds: number;
  /** True if two parts separated by a colon are hours and minutes rather than minutes and seconds. */
  areHours: boolean;
}

/** Returns the unit in the header of a time column, seconds by default; undefined for other headers. */
export function timeUnitOf(header: string): TimeUnit | undefined {
  if (header.length > MAX_CHARACTERS) return undefined;
  const match = HEADER.exec(withSingleSpaces(header));
  if (match === null) return undefined;
  const unit = match[1] ?? "s";
  return { seconds: unit.includes(":") ? 1 : secondsPerUnit(unit), areHours: /^hh:mm$/i.test(unit) };
}

/** Reads a time, such as `0:05:00`, `300` or `5 min`. Returns undefined for other cells. */
export function readSeconds(cell: string, { seconds: unit, areHours }: TimeUnit): number | undefined {
  if (cell.length > MAX_CHARACTERS) return undefined;
  const text = withSingleSpaces(cell);
  const clock = CLOCK.exec(text);
  if (clock !== null) {
    const [, date, days, first = "", second = "", third] = clock;
    // After a point, two parts may be decimals rather than a time.
    if (days !== undefined && third === undefined) return undefined;
    const day = date ?? days ?? "0";
    const parts = Number(first) * 60 + Number(second);
    const seconds = third !== undefined ? parts * 60 + Number(third) : areHours ? parts * 60 : parts;
    return Number(day) * SECONDS_PER_DAY + seconds;
  }
  const [, number, ownUnit] = NUMBER.exec(text) ?? [];
  if (number === undefined) return undefined;
  return rounded(Number(number.replace(",", ".")) * (ownUnit === undefined ? unit : secondsPerUnit(ownUnit)));
}

/** A pattern with several optional spaces would try all ways to split a long run of spaces. */
function withSingleSpaces(text: string): string {
  return text.trim().replace(/\s+/g, " ");
}

/** Returns the number of seconds in a unit of time, in any spelling, such as `ms`, `Min` or `hours`. */
export function secondsPerUnit(unit: string): number {
  return UNITS.find(([pattern]) => pattern.test(unit))?.[1] ?? 1;
}

/** Removes rounding errors from a product of decimals, such as 0.1 × 60. */
function rounded(seconds: number): number {
  return Number(seconds.toPrecision(12));
}
