import { shownValue } from "./shownValue.ts";

const NUMBER = String.raw`[+-]?(?:\d+(?:[.,]\d+)?|[.,]\d+)`;
/** Names of clones such as 9E10 look like numbers with an exponent; programs write a sign or a point in those. */
const CLONE = /^\s*\d+[eE]\d+\s*$/;
const WHOLE = /^\s*[+-]?\d{16,}\s*$/;
/** Number of digits of the largest double; longer whole numbers have none. */
const MAX_DIGITS = 308;
/** Notations of numbers that are no numbers, and what to do with them. */
const NOTATIONS: readonly [RegExp, string][] = [
  [
    new RegExp(String.raw`^\s*${NUMBER}(?:[eE][+-]?\d+)?\s*(?:±|\+\/-|\+-)\s*${NUMBER}\s*%?\s*$`),
    "holds a number and its error; write them into two columns",
  ],
  [
    new RegExp(String.raw`^\s*${NUMBER}\s*\(\d+\)\s*$`),
    "holds a number and its error; write them into two columns",
  ],
  [new RegExp(String.raw`^\s*${NUMBER}\s*%\s*$`), "has a percent sign; remove it from the cells"],
  [
    /^\s*[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?\s*$/,
    "has commas between its thousands; remove them from the cells",
  ],
];

/** Tells whether texts that can be read as numbers are names of clones. */
export function areCloneNames(values: readonly string[]): boolean {
  return values.filter((value) => CLONE.test(value)).length > values.length / 2;
}

/** Returns the first whole number that loses digits as a decimal number. */
export function findInexact(values: readonly string[]): string | undefined {
  return values.find((value) => WHOLE.test(value) && losesDigits(value.trim()));
}

function losesDigits(whole: string): boolean {
  return whole.length > MAX_DIGITS || BigInt(Number(whole)) !== BigInt(whole);
}

/** Says why texts that look like numbers are kept as texts; undefined if they do not look so, or are numbers. */
export function notationReason(
  values: readonly string[],
  isNumber: (text: string) => boolean,
): string | undefined {
  const others = values.filter((value) => !isNumber(value));
  if (others.length === 0) {
    const clone = areCloneNames(values) ? values.find((value) => CLONE.test(value)) : undefined;
    if (clone !== undefined)
      return `text, because ${shownValue(clone)} looks like the name of a clone, not a number`;
    const inexact = findInexact(values);
    return inexact && `text, because ${shownValue(inexact)} has more digits than a number keeps`;
  }
  for (const [notation, words] of NOTATIONS) {
    const found = others.filter((value) => notation.test(value));
    const [first] = found;
    const isMostly =
      2 * found.length >= others.length &&
      2 * (values.length - others.length + found.length) >= values.length;
    if (first !== undefined && isMostly) return `text, because ${shownValue(first)} ${words} to load numbers`;
  }
  return undefined;
}
