import { ageWords } from "@pdp/basics/wording";

const numbers = new Intl.NumberFormat("en");
const dates = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

/** Number of decimals beyond which a number is written in scientific notation. */
const MAX_DECIMALS = 8;

export function formatNumber(value: number): string {
  return numbers.format(value);
}

export function formatTime(iso: string): string {
  return dates.format(new Date(iso));
}

/** Returns the time since a given time: `19 min. ago`; the date if it is more than a month ago. */
export function formatAge(iso: string, now = Date.now()): string {
  return ageWords(iso, now) ?? formatTime(iso);
}

export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const [unit, size] = bytes < 1e6 ? ["kB", 1e3] : bytes < 1e9 ? ["MB", 1e6] : ["GB", 1e9];
  return `${(bytes / Number(size)).toFixed(1)} ${unit}`;
}

export function plural(count: number, singular: string, many = `${singular}s`): string {
  return `${formatNumber(count)} ${count === 1 ? singular : many}`;
}

const SIGNIFICANT_DIGITS = 4;

/** Returns a measured value with four significant digits. */
export function formatValue(value: number): string {
  return String(Number(value.toPrecision(SIGNIFICANT_DIGITS)));
}

/** Returns a value rounded to two digits of its standard deviation: `1.06 ± 0.22`. */
export function formatWithDeviation(value: number, deviation: number): string {
  if (!(deviation > 0) || !Number.isFinite(deviation))
    return `${formatValue(value)} ± ${formatValue(deviation)}`;
  const decimals = 1 - Math.floor(Math.log10(Number(deviation.toPrecision(2))));
  if (decimals < 0 || decimals > MAX_DECIMALS)
    return `${formatValue(value)} ± ${Number(deviation.toPrecision(2))}`;
  return `${value.toFixed(decimals)} ± ${deviation.toFixed(decimals)}`;
}

/** Returns a time span in words: `1 min 23 s`. */
export function formatDuration(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${Math.round(seconds % 60)} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
