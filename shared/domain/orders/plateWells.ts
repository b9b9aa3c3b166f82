export type PlateSize = 96 | 384;

/** Usable wells of a plate, and the direction in which they are filled. */
export interface WellChoice {
  /** Number of wells on a plate. */
  wells: PlateSize;
  /** Direction in which wells are filled: `rows` is A01, A02, …; `columns` is A01, B01, …. Defaults to `rows`. */
  fill?: "rows" | "columns";
  /** Leaves the wells at the edge empty because liquid evaporates there. */
  freeEdge?: boolean;
}

/** Row and column counts of a plate, by its number of wells. */
export const PLATE_SHAPES = { 96: { rows: 8, columns: 12 }, 384: { rows: 16, columns: 24 } };

/** Lists the well names of a plate in fill order. */
export function plateWells({ wells, fill = "rows", freeEdge = false }: WellChoice): string[] {
  const shape = PLATE_SHAPES[wells];
  const margin = freeEdge ? 1 : 0;
  const rows = range(margin, shape.rows - margin);
  const columns = range(margin, shape.columns - margin);
  return fill === "rows"
    ? rows.flatMap((row) => columns.map((column) => wellName(row, column)))
    : columns.flatMap((column) => rows.map((row) => wellName(row, column)));
}

/** Returns the integers from `from` to `to` − 1. */
export function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
}

export function rowLetter(row: number): string {
  return String.fromCharCode(65 + row);
}

/** Name of a well by its row and column, counted from 0, such as `A01`. */
export function wellName(row: number, column: number): string {
  return `${rowLetter(row)}${String(column + 1).padStart(2, "0")}`;
}
