import type { CellNotation, ColumnType } from "@pdp/basics/columns";
import {
  type DecimalSign,
  isNoBinding,
  type NotedNumber,
  readDateNotation,
  readNumberNotation,
} from "@pdp/formats/options";

import { dateOrderOf } from "./dateOrder.ts";
import { farNotations } from "./farNotations.ts";
import { areCloneNames, findInexact } from "./notationReason.ts";
import { type Fits, isMissingWord, LEADING_ZEROS, type SampleCell, TRUTH_WORD } from "./proposeType.ts";
import { separatorsOf } from "./separators.ts";

/** Share of the values that determines the type of a column; the others are exceptions. */
const MAJORITY = 0.8;
const MIN_VALUES = 5;
/** Minimum number of numbers, and maximum number of different words, in a column of numbers and words. */
const MIN_NUMBERS = 3;
const MAX_WORD_KINDS = 3;
const WHOLE = /^[+-]?\d+$/;

/** Sample value that is not in the usual notation of its column's type. */
export interface OddCell {
  row: number;
  text: string;
  /** Notation of the value; undefined if it cannot be read as the type, or if its reading has to be decided. */
  notation: CellNotation | undefined;
  /** True if one of its readings is about 1,000 times the other values of the column. */
  isFar?: boolean;
}

/** Type of most values in a column, and the notation of the others. */
export interface Majority {
  type: ColumnType;
  notations: CellNotation[];
  /** Alternative notations not ruled out by any value. */
  undecided: CellNotation[];
  /** Alternative notations for the cells that are far from the others in one of them; empty if there are none. */
  far: CellNotation[];
  odd: OddCell[];
  /** Words that denote a missing value. */
  missing: string[];
  /** True if every number has a percent sign. */
  arePercents: boolean;
}

interface Value {
  row: number;
  text: string;
}

/** What is known about a column before its cells are read. */
interface MajorityHints {
  hasDecimals: boolean;
  isCount: boolean;
  isAffinity?: boolean;
}

/**
 * Finds the type that at least four out of five values have, in whatever notation, or half of them if the others are a few words; undefined if every value is in the usual
 * notation of one type, or if no type reaches that share. `hasDecimals` means that other columns use the decimal separator, `isCount`
 * that the column contains counts, and `isAffinity` that it contains dissociation constants.
 */
export function proposeMajority(
  cells: readonly SampleCell[],
  fits: Fits,
  decimal: DecimalSign,
  { hasDecimals, isCount, isAffinity = false }: MajorityHints,
): Majority | undefined {
  const filled = cells.flatMap((cell, row) =>
    cell === null || cell.trim() === "" ? [] : [{ row, text: cell.trim() }],
  );
  const values = filled.filter(({ text }) => !isMissingWord(text) || isLimitWord(text));
  const words = filled.filter(({ text }) => isMissingWord(text) && !isLimitWord(text));
  const missing = [...new Set(words.map(({ text }) => text))];
  const texts = values.map(({ text }) => text);
  const proposed =
    (haveDigits(texts, isAffinity)
      ? (proposeNumbers(values, texts, decimal, {
          isCertain: hasDecimals || isCount,
          isCount,
          isAffinity,
        }) ?? proposeDates(values, texts, fits))
      : undefined) ?? proposeTruth(values, fits);
  if (proposed === undefined || (proposed.odd.length === 0 && proposed.undecided.length === 0))
    return undefined;
  return { ...proposed, missing: missing.filter((word) => !fits(proposed.type, word)) };
}

/** Tells whether a word states a limit, such as `OVER` and `<LOD`. */
export function isLimitWord(text: string): boolean {
  return limitOfWord(text) !== null;
}

/** Returns the limit that a word states: `>` for `OVER`, `<` for `<LOD`; null for other words. */
export function limitOfWord(text: string): string | null {
  return readNumberNotation(text, { notations: new Set(["LIMIT"]), decimal: "." })?.limit ?? null;
}

/** Performs a quick check of whether enough strings could be numbers or dates; sequences could not. */
function haveDigits(texts: readonly string[], isAffinity: boolean): boolean {
  const isLimit = (text: string): boolean => isLimitWord(text) || (isAffinity && isNoBinding(text));
  const count = texts.filter((text) => /\d/.test(text) || isLimit(text)).length;
  return isMajority(count, texts.length) || areNumbersAmongWords(count, texts);
}

/**
 * Tells whether texts are numbers and a few words that repeat in their place, such as `inactive`: the words say why there is no
 * number, so fewer numbers decide.
 */
function areNumbersAmongWords(numbers: number, texts: readonly string[]): boolean {
  const words = texts.filter((text) => !/\d/.test(text) && !isLimitWord(text));
  const kinds = new Set(words.map((word) => word.toLowerCase()));
  return (
    numbers >= MIN_NUMBERS &&
    numbers >= words.length &&
    numbers + words.length === texts.length &&
    kinds.size <= MAX_WORD_KINDS &&
    words.length > kinds.size
  );
}

type Found = Omit<Majority, "missing">;

function proposeNumbers(
  values: readonly Value[],
  texts: readonly string[],
  decimal: DecimalSign,
  { isCertain, isCount, isAffinity }: { isCertain: boolean; isCount: boolean; isAffinity: boolean },
): Found | undefined {
  const separators = separatorsOf(texts, decimal, isCertain);
  const alternatives = separators.undecided.slice(0, 1);
  const percent = percentNotation(texts, decimal);
  const notations = new Set<CellNotation>([
    ...separators.notations,
    ...alternatives,
    ...(percent === undefined ? [] : [percent]),
    "PLUS_MINUS",
    "LIMIT",
    ...(isAffinity ? (["NO_BINDING"] as const) : []),
  ]);
  const read = values.map((value) => ({
    ...value,
    number: readNumberNotation(value.text, { notations, decimal }),
  }));
  const numbers = read.filter(({ number }) => number !== undefined);
  const exact = read.filter(({ number }) => number?.value != null);
  const areNumbers = isMajority(numbers.length, values.length) || areNumbersAmongWords(numbers.length, texts);
  if (!areNumbers || exact.length === 0) return undefined;
  const plain = read.filter(({ number, text }) => number?.value === text).map(({ text }) => text);
  if (areCloneNames(texts) || findInexact(plain) !== undefined) return undefined;
  if (exact.some(({ number }) => LEADING_ZEROS.test(number?.value ?? ""))) return undefined;
  const odd = read.flatMap(({ row, text, number }): OddCell[] => {
    const notation = number === undefined ? undefined : notationOf(number, text, decimal, percent);
    return number !== undefined && notation === undefined ? [] : [{ row, text, notation }];
  });
  const notationIn = new Map(odd.map(({ row, notation }) => [row, notation]));
  const written = exact.map(({ row, text, number }) => {
    return { text, value: Number(number?.value), notation: notationIn.get(row) };
  });
  const far = isCount || separators.undecided.length > 0 ? [] : farNotations(written);
  const isDoubtful = ({ notation }: OddCell) => notation !== undefined && notation === far[0];
  const doubtful = odd.filter(isDoubtful);
  const others = odd.filter((cell) => !isDoubtful(cell));
  const undecided = doubtful.length <= (1 - MAJORITY) * values.length ? separators.undecided : far;
  const used = new Set(others.flatMap(({ notation }) => notation ?? []));
  for (const notation of [...separators.notations, ...(percent ? [percent] : [])])
    if (notation !== far[0]) used.add(notation);
  const isDecided = undecided.length === 0;
  const areWhole = exact.every(({ number }) => WHOLE.test(number?.value ?? "") && number?.error === null);
  const isWhole =
    areWhole &&
    isDecided &&
    far.length === 0 &&
    percent === undefined &&
    !used.has("LIMIT") &&
    !used.has("NO_BINDING");
  const unread = doubtful.map((cell) => ({ ...cell, notation: undefined, isFar: true }));
  return {
    type: isWhole ? "INT64" : "FLOAT64",
    notations: isDecided ? [...used] : [],
    undecided,
    far: isDecided ? far : [],
    odd: [...(isDecided ? unread : doubtful), ...others],
    arePercents: exact.every(({ text }) => text.includes("%")),
  };
}

/** Returns the notation of a number; undefined for the usual one. */
function notationOf(
  { value, error, limit }: NotedNumber,
  text: string,
  decimal: DecimalSign,
  percent: CellNotation | undefined,
): CellNotation | undefined {
  if (limit !== null) return isNoBinding(text) ? "NO_BINDING" : "LIMIT";
  if (error !== null) return "PLUS_MINUS";
  if (text.endsWith("%")) return percent ?? "PERCENT";
  if (value === text || (decimal === "," && value === text.replace(",", "."))) {
    return decimal === "," && text.includes(".") ? "DECIMAL_POINT" : undefined;
  }
  if (/[\s'’]/.test(text)) return "THOUSANDS_SPACE";
  const isGrouped = value?.replace(/\..*/, "").length !== text.replace(/[.,]\d*$/, "").length;
  if (!isGrouped) return "DECIMAL_COMMA";
  // The first sign separates thousands, as in 1,250.000.
  return /[.,]/.exec(text)?.[0] === "," ? "THOUSANDS_COMMA" : "THOUSANDS_POINT";
}

/**
 * Returns how percent signs are read: as percentages, or as fractions if the values without a sign are fractions. Undefined if
 * there are no percent signs.
 */
function percentNotation(texts: readonly string[], decimal: DecimalSign): CellNotation | undefined {
  const notations = new Set<CellNotation>(["PERCENT", "DECIMAL_COMMA", "DECIMAL_POINT"]);
  const sizes: Record<"percents" | "others", number[]> = { percents: [], others: [] };
  for (const text of texts) {
    const value = readNumberNotation(text, { notations, decimal })?.value;
    if (value != null) sizes[text.endsWith("%") ? "percents" : "others"].push(Math.abs(Number(value)));
  }
  if (sizes.percents.length === 0) return undefined;
  return medianOf(sizes.others) <= 1 && medianOf(sizes.percents) > 1 ? "PERCENT_FRACTION" : "PERCENT";
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.POSITIVE_INFINITY;
}

function proposeDates(values: readonly Value[], texts: readonly string[], fits: Fits): Found | undefined {
  const order = dateOrderOf(texts);
  const notations = new Set([...order.notations, ...order.undecided.slice(0, 1)]);
  const isUsual = (text: string) => fits("DATE", text) || fits("TIMESTAMP", text);
  const read = values.map((value) => ({ ...value, date: readDateNotation(value.text, notations) }));
  const dates = read.filter(({ text, date }) => date !== undefined || isUsual(text));
  if (!isMajority(dates.length, values.length)) return undefined;
  const hasTime = dates.some(({ text, date }) =>
    date === undefined ? !fits("DATE", text) : date.length > 10,
  );
  const odd = read.flatMap(({ row, text, date }): OddCell[] => {
    if (date === undefined) return isUsual(text) ? [] : [{ row, text, notation: undefined }];
    const isYearFirst = /^\d{4}/.test(text);
    return [
      {
        row,
        text,
        notation: isYearFirst
          ? "YEAR_MONTH_DAY"
          : [...notations].findLast((notation) => notation !== "YEAR_MONTH_DAY"),
      },
    ];
  });
  const isDecided = order.undecided.length === 0;
  return {
    type: hasTime ? "TIMESTAMP" : "DATE",
    notations: isDecided ? order.notations : [],
    undecided: order.undecided,
    far: [],
    odd,
    arePercents: false,
  };
}

function proposeTruth(values: readonly Value[], fits: Fits): Found | undefined {
  const odd = values.filter(({ text }) => !TRUTH_WORD.test(text) || !fits("BOOL", text));
  if (!isMajority(values.length - odd.length, values.length)) return undefined;
  const cells = odd.map((value) => ({ ...value, notation: undefined }));
  return { type: "BOOL", notations: [], undecided: [], far: [], odd: cells, arePercents: false };
}

/** Tells whether enough values determine a column's type: all values if there are few, otherwise four out of five. */
function isMajority(count: number, of: number): boolean {
  return of > 0 && (count === of || (of >= MIN_VALUES && count >= MAJORITY * of));
}
