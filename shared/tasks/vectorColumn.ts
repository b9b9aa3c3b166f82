import { DataProblem } from "@pdp/basics/errors";
import { formatCount } from "@pdp/basics/wording";
import type { Rows } from "./readRows.ts";
import { columnOf } from "./rowColumns.ts";

/** User-provided numbers for each sequence: a score, or a vector such as an embedding. */
export interface Feature {
  name: string;
  /** One number per sequence, or `size` numbers for a vector; missing values are NaN. */
  values: Float64Array;
  /** Vector length; absent for a score. */
  size?: number;
}

/** Maximum length of a vector, and maximum total length of all vectors in a data set: 200 MB. */
const MAX_SIZE = 4_096;
const MAX_NUMBERS = 25_000_000;

/**
 * Reads a column of vectors; null if no cell contains a vector. Missing vectors are NaN. `used` is the total length of the
 * vectors in other columns.
 */
export function vectorColumn(rows: Rows, name: string, used = 0): Feature | null {
  const column = columnOf(rows, name);
  const cells = column === undefined ? [] : Array.from(column);
  const first = cells.find(isList);
  if (first === undefined) return null;
  const size = first.length;
  const subject = `The vectors of "${name}" in ${rows.name}`;
  if (size === 0 || size > MAX_SIZE)
    throw new DataProblem(`${subject} have ${formatCount(size, "number")}: give 1 to ${MAX_SIZE}.`);
  if (size * cells.length > MAX_NUMBERS - used) {
    const others = used > 0 ? " with those of other columns" : "";
    throw new DataProblem(
      `${subject} are too large${others}: ${rows.count} rows of ${size} numbers. Select fewer rows or reduce the vectors to ${Math.max(1, Math.floor((MAX_NUMBERS - used) / cells.length))} numbers.`,
    );
  }
  const values = new Float64Array(size * cells.length).fill(Number.NaN);
  for (const [row, cell] of cells.entries()) {
    if (cell === null || cell === undefined) continue;
    const location = `Row ${row + 1} of ${rows.name}: the vector "${name}"`;
    if (!isList(cell)) throw new DataProblem(`${location} is not a list of numbers.`);
    if (cell.length !== size)
      throw new DataProblem(
        `${location} has ${formatCount(cell.length, "number")}, but others have ${size}.`,
      );
    const numbers = Float64Array.from(cell, (value) =>
      typeof value === "number" || typeof value === "bigint" ? Number(value) : Number.NaN,
    );
    if (!numbers.every(Number.isFinite))
      throw new DataProblem(`${location} has a value that is not a number.`);
    values.set(numbers, row * size);
  }
  return { name, values, size };
}

function isList(cell: unknown): cell is ArrayLike<unknown> {
  return Array.isArray(cell) || (ArrayBuffer.isView(cell) && "length" in cell);
}
