import { formatCount, joinNames } from "@pdp/basics/wording";
import { isUnit } from "./headerUnit.ts";

const MAX_LENGTH = 100;
const MAX_UNIT_LENGTH = 20;
/** Number followed by a unit; a letter directly after a number may be an insertion code. */
const WITH_UNIT = /^[<>≤≥~]?\s*[+-]?\d[\d.,]*(?:[eE][+-]?\d+)?(?:\s+(\D\S*(?:\s\S+)?)|(\D\S+))$/;
const PREFIX = /^[pnuµμmk](?!ol\b)(?=.)/;
/** Share of the values of a column that have units above which this is the reason for text. */
const REASON_SHARE = 0.5;
const MIN_VALUES = 3;
/** Minimum number of units in a column of units, and the maximum share of those that may be mistakes. */
const MIN_UNITS = 5;
const MAX_MISTAKEN_SHARE = 0.2;
const UNITS_SHOWN = 3;

/** Returns the unit after the number in a cell, such as `nM` in `12 nM`; undefined for other cells. */
export function unitInCell(text: string): string | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const [, apart, joined] = WITH_UNIT.exec(text.trim()) ?? [];
  const unit = apart ?? joined;
  return unit !== undefined && unit.length <= MAX_UNIT_LENGTH && isUnit(unit) ? unit : undefined;
}

/** Explains why numbers with units are text; undefined for other columns. */
export function unitReason(values: readonly string[]): string | undefined {
  const units = values.flatMap((value) => unitInCell(value) ?? []);
  if (units.length < MIN_VALUES || units.length < REASON_SHARE * values.length) return undefined;
  const named = counted(units).map(([unit, count]) => `${unit} in ${formatCount(count, "cell")}`);
  return `text, because its cells contain units: ${joinNames(named, UNITS_SHOWN)}`;
}

/** Warns about a column of units in which a few rows have another prefix, so that their numbers are 1,000 times the others. */
export function mixedUnitWarnings(
  header: readonly string[],
  cells: readonly (readonly (string | null)[])[],
): string[] {
  return cells.flatMap((columnCells, at) => {
    const units = columnCells.flatMap((cell) => (cell === null || cell.trim() === "" ? [] : [cell.trim()]));
    if (units.length < MIN_UNITS || !units.every((unit) => unit.length <= MAX_UNIT_LENGTH && isUnit(unit)))
      return [];
    const [[mainUnit = "", most_count = 0] = [], ...others] = counted(units);
    const mixed = others.filter(([unit]) => unit.replace(PREFIX, "") === mainUnit.replace(PREFIX, ""));
    const mistaken = mixed.reduce((sum, [, count]) => sum + count, 0);
    if (mixed.length === 0 || mistaken > MAX_MISTAKEN_SHARE * units.length) return [];
    const named = [[mainUnit, most_count] as const, ...mixed].map(
      ([unit, count]) => `${unit} in ${formatCount(count, "row")}`,
    );
    return `The column ${JSON.stringify(header[at] ?? "")} has ${joinNames(named, UNITS_SHOWN)}. The numbers of these rows are loaded as they are, so convert them to one unit first.`;
  });
}

/** Counts equal texts, most frequent first. */
function counted(texts: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a);
}
