import { joinNames } from "@pdp/basics/wording";
import { isUnit } from "#shared/proposals/headerUnit.ts";
import { isMissingWord } from "./proposeType.ts";

const MAX_LENGTH = 20;
const NAMES_SHOWN = 5;
/** Word in a units row for a column without a unit. */
const LABEL = /^[[(]?units?[\])]?:?$/i;
/** Substitution names, such as A1G, could be units with an exponent. */
const SUBSTITUTION = /[A-Za-z]\d+[A-Za-z]/;
const IN_BRACKETS = /^[[(](.+)[\])]$/;

/**
 * Returns the units of the columns if the first row below the header only contains units, above numbers; null for a column
 * without a unit. Undefined if it is a row of values.
 */
export function unitsInFirstRow(
  cells: readonly (readonly (string | null)[])[],
  isNumber: (text: string) => boolean,
): (string | null)[] | undefined {
  const units: (string | null)[] = [];
  let hasNumbers = false;
  for (const [first = null, ...others] of cells) {
    const text = first?.trim() ?? "";
    const unit = unitIn(text);
    if (unit === undefined && text !== "" && !LABEL.test(text)) return undefined;
    units.push(unit ?? null);
    const values = others.filter((value): value is string => value !== null && !isMissingWord(value));
    if (unit !== undefined && values.length > 0 && values.every(isNumber)) hasNumbers = true;
  }
  return hasNumbers ? units : undefined;
}

function unitIn(text: string): string | undefined {
  const unit = IN_BRACKETS.exec(text)?.[1]?.trim() ?? text;
  if (LABEL.test(text) || SUBSTITUTION.test(unit) || /^\d/.test(unit)) return undefined;
  return unit.length <= MAX_LENGTH && isUnit(unit) ? unit : undefined;
}

/** States that the row below the header contains units. */
export function unitsWarning(header: readonly string[], units: readonly (string | null)[]): string {
  const named = header.flatMap((name, index) => (units[index] ? [`${name.trim()} in ${units[index]}`] : []));
  return `The row below the header contains units (${joinNames(named, NAMES_SHOWN)}), not values. It is not loaded, but is used in the column descriptions.`;
}
