import { Refusal } from "../sqlError.ts";
import { BoundedList, BoundedText } from "./boundedResult.ts";
import {
  checksum,
  dataSize,
  floatBytes,
  floatOf,
  fromBase32,
  hashOf,
  keyedHash,
  toBase32,
} from "./byteCodes.ts";
import { uniqueKeys } from "./json/uniqueKeys.ts";
import { levenshtein } from "./levenshtein.ts";
import { checkText, compileRegex, groupText, matchesOf } from "./matchRegex.ts";
import { wideQuotient, wideRemainder } from "./operators/wideDivision.ts";
import { replacementParts } from "./regexReplacement.ts";
import { numericHistogram, weightedRanks } from "./weightedLists.ts";
import { checksumDigits, hashDigits, valueHash } from "./xxHash.ts";

type ParameterType = "VARCHAR" | "BIGINT" | "DOUBLE[]";
type ResultType = "VARCHAR" | "BIGINT" | "BOOLEAN" | "BIGINT[]" | "DOUBLE[][]" | "VARCHAR[]" | "VARCHAR[][]";
export type Value = string | number | readonly number[];
export type Result = string | number | boolean | null | readonly (Result | null)[];

/** Scalar function registered with the engine because SQL cannot express it. The result is NULL if any argument is NULL. */
export interface RegisteredFunction {
  parameters: readonly ParameterType[];
  result: ResultType;
  compute: (...args: Value[]) => Result;
  /** Message for a row that takes too long, with advice. */
  tooSlow: string;
  /** Advice for a result that is too large; by default, about strings and patterns. */
  tooLarge?: string;
}

const SLOW_TEXT = "The function takes too long for a string. Shorten the string";
const SLOW_PATTERN =
  "The function takes too long for a string. Use fewer nested repetitions in the pattern, or shorten the string";
/** Limits of functions that compute one result for a group of rows. */
const OF_GROUP = {
  tooSlow: "The function takes too long for a group of rows. Use fewer buckets, or aggregate fewer rows",
  tooLarge: "use fewer buckets, or aggregate fewer rows",
};

type Texts = (text: string, pattern: string, third: Value) => Result;

function ofTexts(compute: Texts, result: ResultType, third?: ParameterType): RegisteredFunction {
  return {
    parameters: ["VARCHAR", "VARCHAR", ...(third ? [third] : [])],
    result,
    compute: (text, pattern, more = "") => compute(`${text}`, `${pattern}`, more),
    tooSlow: SLOW_PATTERN,
  };
}

/** Returns a function of strings, such as bytes in hexadecimal digits. */
function ofBytes(
  count: 1 | 2 | 3,
  result: ResultType,
  compute: (...texts: [string, string, string]) => Result,
): RegisteredFunction {
  return {
    parameters: Array.from({ length: count }, () => "VARCHAR" as const),
    result,
    compute: (...texts) => compute(...(texts.map(String) as [string, string, string])),
    tooSlow: SLOW_TEXT,
    tooLarge: "shorten the strings, or read fewer rows",
  };
}

/** Returns a conversion between a number and its bytes, both as text; the second argument is the number of bits. */
function ofNumber(compute: (text: string, bits: number) => string): RegisteredFunction {
  return {
    parameters: ["VARCHAR", "BIGINT"],
    result: "VARCHAR",
    compute: (text, bits) => compute(`${text}`, Number(bits)),
    tooSlow: SLOW_TEXT,
    tooLarge: "shorten the strings, or read fewer rows",
  };
}

/** Returns a function of two decimals, as text, whose result has a number of decimal places. */
function ofDecimals(compute: (a: string, b: string, scale: number) => string): RegisteredFunction {
  return {
    parameters: ["VARCHAR", "VARCHAR", "BIGINT"],
    result: "VARCHAR",
    compute: (a, b, scale) => compute(`${a}`, `${b}`, Number(scale)),
    tooSlow: SLOW_TEXT,
  };
}

/** Registered functions by name; neither Trino nor DuckDB has a function with any of these names. */
export const REGISTERED: Readonly<Record<string, RegisteredFunction>> = {
  trino_regexp_count: ofTexts(count, "BIGINT"),
  trino_regexp_extract: ofTexts(extract, "VARCHAR", "BIGINT"),
  trino_regexp_extract_all: ofTexts(extractAll, "VARCHAR[]", "BIGINT"),
  trino_regexp_like: ofTexts((text, pattern) => matchesIn(text, pattern).next().done !== true, "BOOLEAN"),
  trino_regexp_pieces: ofTexts(pieces, "VARCHAR[][]"),
  trino_regexp_position: {
    parameters: ["VARCHAR", "VARCHAR", "BIGINT", "BIGINT"],
    result: "BIGINT",
    compute: (text, pattern, start, occurrence) =>
      position(`${text}`, `${pattern}`, Number(start), Number(occurrence)),
    tooSlow: SLOW_PATTERN,
  },
  trino_regexp_replace: ofTexts(replace, "VARCHAR", "VARCHAR"),
  trino_regexp_split: ofTexts(split, "VARCHAR[]"),
  trino_levenshtein: { ...ofTexts(levenshtein, "BIGINT"), tooSlow: SLOW_TEXT },
  trino_format_number: {
    parameters: ["BIGINT"],
    result: "VARCHAR",
    compute: (number) => formatNumber(Number(number)),
    tooSlow: SLOW_TEXT,
  },
  trino_hash: ofBytes(2, "VARCHAR", hashOf),
  trino_hmac: ofBytes(3, "VARCHAR", keyedHash),
  trino_crc32: ofBytes(1, "BIGINT", checksum),
  trino_xxhash64: ofBytes(1, "VARCHAR", hashDigits),
  trino_value_hash: ofBytes(2, "VARCHAR", valueHash),
  trino_checksum: ofBytes(2, "VARCHAR", checksumDigits),
  trino_to_base32: ofBytes(1, "VARCHAR", toBase32),
  trino_from_base32: ofBytes(1, "VARCHAR", fromBase32),
  trino_parse_data_size: ofBytes(1, "VARCHAR", dataSize),
  trino_quotient: ofDecimals(wideQuotient),
  trino_remainder: ofDecimals(wideRemainder),
  trino_normalize: ofBytes(2, "VARCHAR", (text, form) => text.normalize(form)),
  trino_unique_keys: ofBytes(1, "VARCHAR", uniqueKeys),
  trino_to_ieee754: ofNumber(floatBytes),
  trino_from_ieee754: ofNumber(floatOf),
  trino_numeric_histogram: {
    parameters: ["BIGINT", "DOUBLE[]", "DOUBLE[]"],
    result: "DOUBLE[][]",
    compute: (buckets, values, weights) =>
      numericHistogram(Number(buckets), numbersOf(values), numbersOf(weights)),
    ...OF_GROUP,
  },
  trino_weighted_ranks: {
    parameters: ["DOUBLE[]", "DOUBLE[]"],
    result: "BIGINT[]",
    compute: (weights, shares) => weightedRanks(numbersOf(weights), numbersOf(shares)),
    ...OF_GROUP,
  },
};

function numbersOf(value: Value | undefined): readonly number[] {
  return Array.isArray(value) ? value : [];
}

function matchesIn(text: string, pattern: string, from = 0): Generator<RegExpExecArray> {
  const regex = compileRegex(pattern);
  checkText(text, regex);
  return matchesOf(text, regex, from);
}

function extract(text: string, pattern: string, group: Value): Result {
  const regex = compileRegex(pattern);
  for (const match of matchesIn(text, pattern)) return groupText(match, Number(group), regex);
  return null;
}

function count(text: string, pattern: string): Result {
  let matches = 0;
  for (const _ of matchesIn(text, pattern)) matches += 1;
  return matches;
}

function extractAll(text: string, pattern: string, group: Value): Result {
  const regex = compileRegex(pattern);
  const all = new BoundedList<Result>();
  for (const match of matchesIn(text, pattern)) all.push(groupText(match, Number(group), regex));
  return all.items;
}

/** Returns the text before each match together with the match's groups, followed by the rest of the text. */
function pieces(text: string, pattern: string): Result {
  const { places } = compileRegex(pattern);
  let end = 0;
  const all = new BoundedList<Result>();
  for (const match of matchesIn(text, pattern)) {
    all.push([text.slice(end, match.index), ...places.map((group) => match[group] ?? null)]);
    end = match.index + match[0].length;
  }
  all.push([text.slice(end)]);
  return all.items;
}

function split(text: string, pattern: string): Result {
  let end = 0;
  const parts = new BoundedList<string>();
  for (const match of matchesIn(text, pattern)) {
    parts.push(text.slice(end, match.index));
    end = match.index + match[0].length;
  }
  parts.push(text.slice(end));
  return parts.items;
}

function replace(text: string, pattern: string, replacement: Value): Result {
  const regex = compileRegex(pattern);
  const parts = replacementParts(`${replacement}`, regex.translated);
  let end = 0;
  const replaced = new BoundedText();
  for (const match of matchesIn(text, pattern)) {
    replaced.add(text.slice(end, match.index));
    for (const part of parts)
      replaced.add(typeof part === "string" ? part : (groupText(match, part, regex) ?? ""));
    end = match.index + match[0].length;
  }
  replaced.add(text.slice(end));
  return replaced.toString();
}

/** Returns the position of the n-th match at or after a start position, both one-based in characters; -1 if there is none. */
function position(text: string, pattern: string, start: number, occurrence: number): Result {
  if (start < 1) throw new Refusal("The start of regexp_position must be at least 1");
  if (occurrence < 1) throw new Refusal("The occurrence of regexp_position must be at least 1");
  const from = indexOfPoint(text, start - 1);
  if (from >= text.length) return -1;
  let matches = 0;
  for (const match of matchesIn(text, pattern, from)) {
    matches += 1;
    if (matches === occurrence) return pointsBefore(text, match.index) + 1;
  }
  return -1;
}

/** Returns the index of the n-th code point, counted from 0, or the length of the string if it has fewer code points. */
function indexOfPoint(text: string, number: number): number {
  let index = 0;
  for (let points = 0; points < number && index < text.length; points += 1) index += widthAt(text, index);
  return index;
}

/** Counts the code points before an index. */
function pointsBefore(text: string, end: number): number {
  let points = 0;
  for (let index = 0; index < end; index += widthAt(text, index)) points += 1;
  return points;
}

function widthAt(text: string, index: number): number {
  return (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
}

const UNITS = ["", "K", "M", "B", "T", "Q"];

/** Returns a number with a unit and up to three digits, such as 1.23K. Negative numbers have two decimal places, as in Trino. */
function formatNumber(number: number): Result {
  let value = number;
  let unit = 0;
  while (Math.abs(value) >= 1_000 && unit < UNITS.length - 1) {
    value /= 1_000;
    unit += 1;
  }
  const places = value < 10 ? 2 : value < 100 ? 1 : 0;
  const digits = value.toFixed(places);
  return `${places > 0 ? digits.replace(/\.?0+$/, "") : digits}${UNITS[unit]}`;
}
