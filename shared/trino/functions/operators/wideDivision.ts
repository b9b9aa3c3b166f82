import { Refusal } from "../../sqlError.ts";

const LIMIT = 10n ** 38n;

/** Returns the digits of a decimal as an integer with a number of decimal places. */
function unscaled(text: string, places: number): bigint {
  const [, sign, whole = "", fraction = ""] = /^(-?)(\d*)\.?(\d*)$/.exec(text) ?? [];
  const value = BigInt(`${whole}${fraction.padEnd(places, "0")}`);
  return sign ? -value : value;
}

function placesOf(text: string): number {
  return text.split(".")[1]?.length ?? 0;
}

function textOf(value: bigint, scale: number): string {
  if (value >= LIMIT || value <= -LIMIT)
    throw new Refusal("The result of / is out of the range of DECIMAL(38): cast to DOUBLE first");
  const digits = String(value < 0n ? -value : value).padStart(scale + 1, "0");
  const point = digits.length - scale;
  return `${value < 0n ? "-" : ""}${digits.slice(0, point)}${scale > 0 ? `.${digits.slice(point)}` : ""}`;
}

/** Divides two decimals given as text; the quotient is rounded half up to a number of decimal places. */
export function wideQuotient(dividend: string, divisor: string, scale: number): string {
  const places = Math.max(placesOf(dividend), placesOf(divisor));
  const [n, d] = [unscaled(dividend, places) * 10n ** BigInt(scale), unscaled(divisor, places)];
  const [size, by] = [n < 0n ? -n : n, d < 0n ? -d : d];
  const rounded = (size * 2n + by) / (by * 2n);
  return textOf(n < 0n === d < 0n ? rounded : -rounded, scale);
}

/** Returns the remainder of two decimals given as text, which has the sign of the dividend. */
export function wideRemainder(dividend: string, divisor: string, scale: number): string {
  return textOf(unscaled(dividend, scale) % unscaled(divisor, scale), scale);
}
