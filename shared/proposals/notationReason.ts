import type { CellNotation } from "@pdp/basics/columns";
import { readNumberNotation } from "@pdp/formats/options";
import { shownValue } from "./shownValue.ts";

/**
 * Clone names such as 9E10 look like numbers with an exponent, but programs write such numbers with a sign or a decimal point.
 */
const CLONE = /^\s*\d+[eE]\d+\s*$/;
const WHOLE = /^\s*[+-]?\d{16,}\s*$/;
/** Number of digits of the largest double; longer integers do not fit. */
const MAX_DIGITS = 308;
/** Notations that allow strings to be read as numbers. */
const NOTATIONS: readonly CellNotation[] = ["PLUS_MINUS", "PERCENT", "THOUSANDS_COMMA"];

/** Tells whether strings that can be read as numbers are clone names. */
export function areCloneNames(values: readonly string[]): boolean {
  return values.filter((value) => CLONE.test(value)).length > values.length / 2;
}

/** Returns the first integer that loses digits as a double. */
export function findInexact(values: readonly string[]): string | undefined {
  return values.find((value) => WHOLE.test(value) && losesDigits(value.trim()));
}

function losesDigits(whole: string): boolean {
  return whole.length > MAX_DIGITS || BigInt(Number(whole)) !== BigInt(whole);
}

/** Explains why strings that look like numbers are kept as text; undefined for other strings, and for real numbers. */
export function notationReason(
  values: readonly string[],
  isNumber: (text: string) => boolean,
): string | undefined {
  const others = values.filter((value) => !isNumber(value));
  if (others.length === 0) {
    const clone = areCloneNames(values) ? values.find((value) => CLONE.test(value)) : undefined;
    if (clone !== undefined)
      return `text, because ${shownValue(clone)} looks like a clone name, not a number`;
    const inexact = findInexact(values);
    return inexact && `text, because ${shownValue(inexact)} has more digits than a number can store`;
  }
  for (const notation of NOTATIONS) {
    const style = { notations: new Set([notation]), decimal: "." as const };
    const readable = others.filter((value) => readNumberNotation(value, style) !== undefined);
    const [first] = readable;
    const isMostly =
      2 * readable.length >= others.length &&
      2 * (values.length - others.length + readable.length) >= values.length;
    if (first !== undefined && isMostly)
      return `text, because ${shownValue(first)} is not a plain number; it can be read with the notation ${notation}`;
  }
  return undefined;
}
