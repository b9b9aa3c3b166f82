import type { CellNotation } from "@pdp/basics/columns";
import type { DecimalSign } from "../options/fileOptions.ts";
import { readNumberNotation } from "./readNumberNotation.ts";

/** Way of reading cells as numbers. */
export interface NumberReading {
  /** Smallest set of notations that reads all cells, in addition to the column's configured notations. */
  notations: CellNotation[];
  /**
   * First cell that the readings interpret differently (or else the first cell), and the number that it is read as, such as
   * `<0.5`.
   */
  example: { cell: string; number: string };
}

/** Way in which the cells of a column have been read so far. */
export interface PresentStyle {
  decimal: DecimalSign;
  notations?: readonly CellNotation[];
}

/** Number notations and the characters that indicate them. */
const SIGNS: readonly [CellNotation, RegExp][] = [
  ["LIMIT", /[a-z<>≤≥⩽⩾]/i],
  ["PLUS_MINUS", /[±+(]/],
  ["PERCENT", /%/],
  ["PERCENT_FRACTION", /%/],
  ["THOUSANDS_COMMA", /,/],
  ["DECIMAL_COMMA", /,/],
  ["THOUSANDS_POINT", /\./],
  ["DECIMAL_POINT", /\./],
  ["THOUSANDS_SPACE", /[\s'’]/],
];
/** Notations that interpret the same character differently. */
const OPPOSITES: readonly [CellNotation, CellNotation][] = [
  ["PERCENT", "PERCENT_FRACTION"],
  ["THOUSANDS_COMMA", "DECIMAL_COMMA"],
  ["THOUSANDS_POINT", "DECIMAL_POINT"],
];

/**
 * Returns the readings in which all given cells are numbers: none if one of them is not a number, and several if they can be
 * read as different numbers, such as `1,234` as 1234 or 1.234, and `95%` as 95 or 0.95.
 */
export function numberReadings(cells: readonly string[], present: PresentStyle): NumberReading[] {
  const presentNotations = present.notations ?? [];
  const fitting = SIGNS.filter(
    ([notation, sign]) => !presentNotations.includes(notation) && cells.some((cell) => sign.test(cell)),
  ).map(([notation]) => notation);
  const readings: { notations: CellNotation[]; numbers: string[] }[] = [];
  for (const notations of subsets(fitting).toSorted((a, b) => a.length - b.length)) {
    if (readings.some((known) => known.notations.every((notation) => notations.includes(notation)))) continue;
    const numbers = readAll(cells, {
      decimal: present.decimal,
      notations: [...presentNotations, ...notations],
    });
    // Cells that are plain numbers were rejected for another reason.
    if (numbers !== undefined && notations.length === 0) return [];
    if (numbers !== undefined) readings.push({ notations, numbers });
  }
  const differing = cells.findIndex((_, at) => new Set(readings.map(({ numbers }) => numbers[at])).size > 1);
  const shown = Math.max(0, differing);
  const distinct = readings.filter(
    ({ numbers }, at) =>
      !readings.slice(0, at).some((reading) => reading.numbers.join("\n") === numbers.join("\n")),
  );
  return distinct.map(({ notations, numbers }) => ({
    notations,
    example: { cell: cells[shown] ?? "", number: numbers[shown] ?? "" },
  }));
}

/**
 * Returns the only reading of cells as numbers that leaves the other numbers in their column unchanged; undefined if a person
 * has to decide.
 */
export function sureReading(readings: readonly NumberReading[], { decimal }: PresentStyle) {
  const [only, ...others] = readings;
  // In the column's plain numbers, this character marks decimals.
  const thousands = decimal === "." ? "THOUSANDS_POINT" : "THOUSANDS_COMMA";
  return others.length > 0 || only?.notations.includes(thousands) ? undefined : only;
}

function readAll(cells: readonly string[], { decimal, notations }: Required<PresentStyle>) {
  if (OPPOSITES.some((pair) => pair.every((notation) => notations.includes(notation)))) return undefined;
  const style = { decimal, notations: new Set(notations) };
  const numbers: string[] = [];
  for (const cell of cells) {
    const read = readNumberNotation(cell, style);
    if (read === undefined) return undefined;
    const value = read.value === null ? "" : String(Number(read.value));
    numbers.push(`${read.limit ?? ""}${value}${read.error === null ? "" : ` ± ${Number(read.error)}`}`);
  }
  return numbers;
}

function subsets<Item>(items: readonly Item[]): Item[][] {
  return items.reduce<Item[][]>((sets, item) => sets.concat(sets.map((set) => [...set, item])), [[]]);
}
