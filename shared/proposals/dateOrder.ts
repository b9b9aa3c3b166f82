import type { CellNotation } from "@pdp/basics/columns";

const YEAR_FIRST = /^\d{4}[./]\d{1,2}[./]\d{1,2}(?:\D|$)|^\d{4}-(?:\d-|\d\d-\d(?:\D|$))/;
const NUMBERS = /^(\d{1,2})([./-])(\d{1,2})\2(?:\d{4}|\d{2})(?:[ T]|$)/;
const NAMED = /^\d{1,2}[./ -][A-Za-z]{3}/;
const MAX_MONTH = 12;

export interface DateOrder {
  notations: CellNotation[];
  /** Alternatives that no value rules out, as with 03/04/2026; empty if there are none. */
  undecided: CellNotation[];
}

/** Determines the order of day, month and year in a column's cells. */
export function dateOrderOf(cells: readonly string[]): DateOrder {
  let [days, months, points, others] = [0, 0, 0, 0];
  let [hasYearFirst, hasNames] = [false, false];
  for (const cell of cells) {
    const text = cell.trim();
    if (YEAR_FIRST.test(text)) hasYearFirst = true;
    else if (NAMED.test(text)) hasNames = true;
    const [, first, sign, second] = NUMBERS.exec(text) ?? [];
    if (first === undefined) continue;
    if (Number(first) > MAX_MONTH) days++;
    else if (Number(second) > MAX_MONTH) months++;
    // In dates with points, the day always comes first.
    else if (sign === ".") points++;
    else others++;
  }
  const notations: CellNotation[] = hasYearFirst ? ["YEAR_MONTH_DAY"] : [];
  const undecided: CellNotation[] = ["DAY_MONTH_YEAR", "MONTH_DAY_YEAR"];
  if (days + points + months + others === 0 && !hasNames) return { notations, undecided: [] };
  if (days + points === months && months + others > 0) return { notations, undecided };
  notations.push(months > days + points ? "MONTH_DAY_YEAR" : "DAY_MONTH_YEAR");
  return { notations, undecided: [] };
}
