import { type Column, nameKey, namesByPlace, sourceName } from "@pdp/basics/columns";
import { notationsOf } from "../notations/cellNotations.ts";
import type { DecimalSign } from "../options/fileOptions.ts";

/** Column of a file with its cells as text, in row order. */
export interface WarnedColumn {
  column: Column;
  cells: readonly (string | null)[];
}

/**
 * Finds the cells of a file's columns by name or position; `header` contains the names of the columns in the file.
 */
export function warnedColumns(
  columns: readonly Column[],
  header: readonly string[],
  cells: readonly (readonly (string | null)[])[],
  decimal: DecimalSign,
): WarnedColumn[] {
  const positions = new Map(
    [header, namesByPlace(header)].flatMap((names) =>
      names.map((name, position) => [nameKey(name), position] as const),
    ),
  );
  return columns.flatMap((column) => {
    const columnCells = cells[positions.get(nameKey(sourceName(column))) ?? -1];
    return columnCells === undefined ? [] : [{ column, cells: partOf(column, columnCells, decimal) }];
  });
}

/** Returns the part of each cell that a column stores. */
function partOf(
  column: Column,
  cells: readonly (string | null)[],
  decimal: DecimalSign,
): readonly (string | null)[] {
  const notations = notationsOf(column, { decimal });
  if (notations === undefined) return cells;
  return cells.map((cell) => {
    const read = cell === null ? undefined : notations.read(cell);
    return read === undefined ? (notations.part === "VALUE" ? cell : null) : read.text;
  });
}

/** Words in a name, in lower case and without their numbers: `activityRep2` has `activity` and `rep`. */
export function wordsOf({ name }: Pick<Column, "name">): string[] {
  return name
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== "");
}

const REPLICATE = new Set("rep reps replicate replicates repeat repeats".split(" "));
const LABEL = new Set(
  "plate well run batch day date time round experiment exp measurement row col column".split(" "),
);
const VARIANT = new Set("variant mutant mutation mutations clone sample construct name hgvs".split(" "));
const CONTROL =
  /^(?:wt|wild[- _]?type|parent(?:al)?|control|ctrl|blank|empty|none|neg(?:ative)?|pos(?:itive)?|reference|ref)\b/i;

/** Tells whether a column contains the replicate number of a row, or the measurements of one replicate. */
export function isReplicate(column: Column): boolean {
  return wordsOf(column).some((word) => REPLICATE.has(word));
}

/** Tells whether a column records where, when or how often a row was measured. */
export function isLabel(column: Column): boolean {
  return (
    column.type !== "FLOAT64" && (isReplicate(column) || wordsOf(column).some((word) => LABEL.has(word)))
  );
}

/** Tells whether a column names the variant measured in a row. */
export function isVariantName(column: Column): boolean {
  return column.type === "STRING" && !isLabel(column) && VARIANT.has(wordsOf(column)[0] ?? "");
}

/** Tells whether a name belongs to a control, which is measured many times. */
export function isControl(text: string): boolean {
  return CONTROL.test(text.trim());
}

/** User-facing row number: the first row below the header is 1. */
export function rowNumber(index: number): string {
  return (index + 1).toLocaleString("en-US");
}
