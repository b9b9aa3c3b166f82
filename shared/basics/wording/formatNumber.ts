/** Placeholder for a missing value. */
export const ABSENT = "–";
/** No-break space between a number and its unit. */
const SPACE = "\u00a0";

/**
 * Formats a number for display: by default three significant digits, thousands grouped, a true minus sign, powers of ten
 * outside 0.0001 … 10⁷.
 */
export function formatNumber(value: number, digits = 3): string {
  if (!Number.isFinite(value)) return ABSENT;
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e7 || size < 1e-4) return inPowersOfTen(value, digits);
  const magnitude = Math.floor(Math.log10(Number(size.toPrecision(digits))));
  return formatFixed(value, Math.max(0, digits - 1 - magnitude));
}

export function formatInteger(value: number): string {
  return Number.isFinite(value) ? formatFixed(Math.round(value), 0) : ABSENT;
}

/** Formats a fraction as a percentage: 0.123 is 12 %. Only exactly 0 and 1 are shown as 0 % and 100 %. */
export function formatShare(share: number): string {
  if (!Number.isFinite(share)) return ABSENT;
  const percent = share * 100;
  if (percent > 0 && percent < 0.1) return `<${SPACE}0.1${SPACE}%`;
  if (percent < 100 && percent > 99.9) return `>${SPACE}99.9${SPACE}%`;
  return `${formatFixed(percent, Number.isInteger(percent) || (percent >= 10 && percent <= 90) ? 0 : 1)}${SPACE}%`;
}

export function formatPValue(value: number): string {
  if (!Number.isFinite(value)) return ABSENT;
  return value < 0.001 ? `<${SPACE}0.001` : formatFixed(value, value < 0.1 ? 3 : 2);
}

/** Formats a p-value for use in a sentence: "p < 0.001", "p = 0.04". */
export function pValueText(value: number): string {
  const written = formatPValue(value);
  return written.startsWith("<") ? `p${SPACE}${written}` : `p${SPACE}=${SPACE}${written}`;
}

/** Formats the numbers in a column with the same number of decimals, so that they are easy to compare. */
export function formatColumn(values: readonly (number | null)[]): string[] {
  const sizes = values
    .filter((value): value is number => value !== null && Number.isFinite(value) && value !== 0)
    .map(Math.abs)
    .sort((a, b) => a - b);
  const [smallest = 1, largest = 1] = [sizes[0], sizes.at(-1)];
  const alike = largest < 1e7 && largest >= 1e-3 && smallest >= largest / 1e5;
  // Three significant digits for the median, two for small numbers, but at most six for the largest.
  const needed = Math.max(decimalsOf(sizes, 0.5, 3), decimalsOf(sizes, 0.1, 2));
  const decimals = Math.max(0, Math.min(needed, 6 - 1 - Math.floor(Math.log10(largest))));
  return values.map((value) => {
    if (value === null || !Number.isFinite(value)) return ABSENT;
    return alike ? formatFixed(value, decimals) : formatNumber(value);
  });
}

function decimalsOf(sizes: readonly number[], share: number, digits: number): number {
  const size = sizes[Math.floor(share * (sizes.length - 1))] ?? 1;
  return digits - 1 - Math.floor(Math.log10(size));
}

/** Formats a number with a fixed number of decimals, thousands grouped, and a true minus sign. */
export function formatFixed(value: number, decimals: number): string {
  const text = Math.abs(value).toFixed(decimals);
  const [whole = "", fraction] = text.split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  const sign = value < 0 && Number(text) !== 0 ? "−" : "";
  return `${sign}${grouped}${fraction === undefined ? "" : `.${fraction}`}`;
}

const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

function inPowersOfTen(value: number, digits: number): string {
  const [mantissa = "", exponent = "0"] = Math.abs(value)
    .toExponential(digits - 1)
    .split("e");
  const power = [...String(Math.abs(Number(exponent)))].map((digit) => SUPERSCRIPTS[Number(digit)]).join("");
  return `${value < 0 ? "−" : ""}${mantissa}${SPACE}×${SPACE}10${Number(exponent) < 0 ? "⁻" : ""}${power}`;
}
