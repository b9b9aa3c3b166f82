import { NUMBER } from "@pdp/basics/columns";

/** Number of rows below the presumed names to compare with. */
const MAX_ROWS = 50;
const DECIMALS = /\d[.,]\d|[eE]-/;
/** Words without a meaning for the type of a column: missing values and overflows. */
const NEUTRAL =
  /^(?:|-+|\.|\?|n\/?a|nan|null|none|n\.?d\.?|inf(?:inity)?|[+-]inf|ovr?e?r?(?:flw)?|invalid|\*+)$/i;
/** Minimum length of a word for it to be compared as a sequence. */
const SEQUENCE_LENGTH = 8;
/** Minimum number of numbers counted from 0 or 1 that are names, such as positions, whatever the rows contain. */
const MIN_COUNTED = 5;
/** Minimum number of increasing numbers that can be names, such as times or doses. */
const MIN_INCREASING = 3;

type Cell = string | null;

/**
 * Tells whether a row that could contain column names is a row of values: it does not differ from the rows below it.
 * `columns` contains the cells of each column below it.
 */
export function looksLikeData(names: readonly string[], columns: readonly (readonly Cell[])[]): boolean {
  const below = columns.map((cells) => valuesOf(cells));
  const kinds = { numbers: 0, texts: 0, labels: 0 };
  for (const [column, name] of names.entries()) {
    const text = name.trim();
    const values = below[column] ?? [];
    if (NEUTRAL.test(text) || values.length === 0) continue;
    const areNumbers = 2 * values.filter(isNumber).length > values.length;
    if (areNumbers && (!isNumber(text) || isWavelength(text, values))) return false;
    // A number above texts is not a name either.
    if (areNumbers || isNumber(text)) kinds.numbers++;
    else if (isAlike(text, values)) kinds.texts++;
    else if (!isWordAmongWords(text, values)) kinds.labels++;
  }
  // Without numbers, a name is only recognized by the way it is written.
  if (kinds.numbers === 0) return kinds.texts > 0 && kinds.labels === 0;
  const areSteps =
    areTogether(names) && areIncreasing(names, kinds.labels > 0 ? MIN_INCREASING - 1 : MIN_INCREASING);
  return !areSteps || (!areCounted(names) && rowsIncrease(columns));
}

function valuesOf(cells: readonly Cell[]): string[] {
  return cells
    .slice(0, MAX_ROWS)
    .map((cell) => cell?.trim() ?? "")
    .filter((text) => !NEUTRAL.test(text));
}

function isNumber(text: string): boolean {
  return NUMBER.test(text);
}

/** Tells whether a whole number is unlike the decimals below it, such as a wavelength above absorbances. */
function isWavelength(text: string, values: readonly string[]): boolean {
  const numbers = values.map(numberOf).filter(Number.isFinite);
  const hasDecimals = 2 * values.filter((value) => DECIMALS.test(value)).length > values.length;
  if (!hasDecimals || DECIMALS.test(text)) return false;
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  const number = numberOf(text);
  return number > high + (high - low) || number < low - (high - low);
}

function numberOf(text: string): number {
  return Number(text.replace(",", ".").replace(/[<>≤≥~%\s]/g, ""));
}

/** Tells whether a text occurs among the values, or is written like most of them, such as `P1_5mM` and `P2_10mM`. */
function isAlike(text: string, values: readonly string[]): boolean {
  if (values.includes(text)) return true;
  const shape = shapeOf(text);
  const alike = values.filter((value) => shapeOf(value) === shape);
  if (2 * alike.length <= values.length) return false;
  return (
    /9/.test(shape) || alike.some((value) => value.length === text.length && text.length >= SEQUENCE_LENGTH)
  );
}

/** Tells whether a text could be one more value, although nothing shows that it is one. */
function isWordAmongWords(text: string, values: readonly string[]): boolean {
  const shape = shapeOf(text);
  return values.some((value) => shapeOf(value) === shape);
}

/** Replaces the runs of letters and digits in a text, so that texts of the same kind become equal. */
export function shapeOf(text: string): string {
  return text
    .slice(0, 200)
    .replace(/\d+(?:[.,]\d+)*/g, "9")
    .replace(/\p{Lu}+/gu, "A")
    .replace(/\p{Ll}+/gu, "a")
    .replace(/Aa/g, "a");
}

/** Tells whether the numbers in a row increase, like times and doses as column names. */
function areIncreasing(texts: readonly string[], minCount: number): boolean {
  const numbers = texts
    .map((text) => text.trim())
    .filter(isNumber)
    .map(numberOf);
  return (
    numbers.length >= minCount &&
    numbers.every((number, at) => at === 0 || number > (numbers[at - 1] as number))
  );
}

/** Tells whether all numbers in a row are in adjacent cells, like times and doses as column names. */
function areTogether(texts: readonly string[]): boolean {
  const at = texts.flatMap((text, index) => (isNumber(text.trim()) ? [index] : []));
  return (at[at.length - 1] ?? 0) - (at[0] ?? 0) < at.length;
}

/** Tells whether the numbers in a row count from 0 or 1, like positions as column names. */
function areCounted(texts: readonly string[]): boolean {
  const numbers = texts.filter((text) => isNumber(text.trim())).map(numberOf);
  const [first = -1] = numbers;
  return (
    numbers.length >= MIN_COUNTED &&
    (first === 0 || first === 1) &&
    numbers.every((number, at) => number === first + at)
  );
}

/** Tells whether the numbers in most rows also increase, so that this does not distinguish names from values. */
function rowsIncrease(columns: readonly (readonly Cell[])[]): boolean {
  const rows = Math.min(MAX_ROWS, columns[0]?.length ?? 0);
  let increasing = 0;
  for (let row = 0; row < rows; row++)
    if (
      areIncreasing(
        columns.map((cells) => cells[row] ?? ""),
        MIN_INCREASING - 1,
      )
    )
      increasing++;
  return 2 * increasing > rows;
}
