import type { SampleType } from "./sample.ts";

/** Maximum number of columns in a table. */
export const MAX_COLUMNS = 2_000;
/** Maximum length of a column name in a file. */
export const MAX_NAME_LENGTH = 1_000;

export const TOO_MANY_COLUMNS = `skipped because a table can have at most ${MAX_COLUMNS.toLocaleString("en-US")} columns`;

/** Returns why a file column is not proposed; undefined if it is. */
export function reasonToLeaveOut(
  name: string,
  index: number,
  cells: readonly (string | null)[],
  stated: SampleType | undefined,
  isFull: boolean,
): string | undefined {
  if (stated !== undefined && stated.type === null) return stated.reason ?? "skipped because it has no type";
  if (name.length > MAX_NAME_LENGTH)
    return `skipped because its name has more than ${MAX_NAME_LENGTH.toLocaleString("en-US")} characters`;
  if (isFull) return TOO_MANY_COLUMNS;
  if (name.trim() !== "") return undefined;
  if (stated !== undefined) return "skipped because it has no name";
  if (cells.every((cell) => cell === null)) return "skipped because it has neither a name nor values";
  return index === 0 && isRowNumber(cells)
    ? "skipped because it only numbers the rows and has no name"
    : undefined;
}

/** Returns whether the cells number the rows from 0 or 1, as in the column that some programs add before the data. */
function isRowNumber(cells: readonly (string | null)[]): boolean {
  const start = cells[0] === "0" ? 0 : 1;
  return cells.every((cell, row) => cell === String(row + start));
}
