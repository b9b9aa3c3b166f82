import * as v from "valibot";
import { boundedArray } from "../schemas/boundedFields.ts";
import { CellNotation, CellPart } from "./cellNotation.ts";
import type { ColumnType } from "./column.ts";
import { nameKey } from "./nameInFile.ts";
import { isDated, isNumber, SCALAR_TYPES } from "./scalarTypes.ts";

export const Notations = v.pipe(
  boundedArray(CellNotation, CellNotation.options.length),
  v.description(
    "In a data load of CSV, TSV or XLSX: other notations of the column's cells. `DECIMAL_COMMA` reads 12,5, `DECIMAL_POINT` 12.5 in a file with decimal commas, `THOUSANDS_COMMA` 12,345.6, `THOUSANDS_POINT` 12.345,6, `THOUSANDS_SPACE` 12 345 and 12'345. `PERCENT` reads 95 % as 95, `PERCENT_FRACTION` as 0.95. `PLUS_MINUS` reads 12.3 ± 0.4 and 12.3(4). `LIMIT` reads <0.5, >70 and <LOD. `NO_BINDING` reads words such as `no binding` and `NB` as a limit above, as in dissociation constants. `DAY_MONTH_YEAR`, `MONTH_DAY_YEAR` and `YEAR_MONTH_DAY` read dates with points, slashes or hyphens. `OTHER_TEXT` reads any other text as a missing value",
  ),
  v.examples([["LIMIT", "PLUS_MINUS"]]),
);

export const Part = v.pipe(
  CellPart,
  v.description(
    'In a data load of CSV, TSV or XLSX: the part of each cell that the column contains. Several columns may have the same `source_name` with different parts. `VALUE` (the default) is the number: 12.3 for 12.3 ± 0.4, 0.5 for <0.5, and missing for <LOD. `ERROR` (FLOAT64) is 0.4 for 12.3 ± 0.4. `LIMIT` (STRING) is "<" for <0.5 and <LOD, ">" for >70, and missing for an exact value. `TEXT` (STRING) is the text that `OTHER_TEXT` reads',
  ),
  v.examples(["ERROR"]),
);

const NUMBERS: readonly ColumnType[] = SCALAR_TYPES.filter(isNumber);
const DATES: readonly ColumnType[] = SCALAR_TYPES.filter(isDated);
const OF_DATES: readonly CellNotation[] = ["DAY_MONTH_YEAR", "MONTH_DAY_YEAR", "YEAR_MONTH_DAY"];
/** Notations that contradict each other. */
const ALTERNATIVES: readonly (readonly CellNotation[])[] = [
  ["PERCENT", "PERCENT_FRACTION"],
  ["DAY_MONTH_YEAR", "MONTH_DAY_YEAR"],
  ["DECIMAL_COMMA", "THOUSANDS_COMMA"],
  ["DECIMAL_POINT", "THOUSANDS_POINT"],
];

/** Returns whether notations are date notations. */
export function hasDates(notations: Iterable<CellNotation>): boolean {
  return [...notations].some((notation) => OF_DATES.includes(notation));
}

/** Returns why a column cannot have these notations or this cell part; undefined if it can. */
export function notationFault(
  type: ColumnType,
  notations: readonly CellNotation[],
  part: CellPart,
): { field: "notations" | "part"; message: string } | undefined {
  const wanted = part === "LIMIT" || part === "TEXT" ? "STRING" : part === "ERROR" ? "FLOAT64" : undefined;
  if (wanted !== undefined && type !== wanted)
    return { field: "part", message: `A column for the part ${part} must be ${wanted}, not ${type}` };
  const both = ALTERNATIVES.find((group) => group.every((notation) => notations.includes(notation)));
  if (both) return { field: "notations", message: `${both.join(" and ")} contradict each other: choose one` };
  if (part !== "VALUE") return undefined;
  const misfit = notations.find((notation) => {
    if (notation === "OTHER_TEXT") return !NUMBERS.includes(type) && !DATES.includes(type);
    return OF_DATES.includes(notation) ? !DATES.includes(type) : !NUMBERS.includes(type);
  });
  if (misfit === undefined) return undefined;
  return { field: "notations", message: `${misfit} does not apply to a column of the type ${type}` };
}

interface NotedColumn {
  name: string;
  type: ColumnType;
  source_name?: string | null | undefined;
  notations?: CellNotation[] | null | undefined;
  part?: CellPart | null | undefined;
}

/**
 * Returns the columns of a load, after removing notations that do not apply to a column's type, for example because the type
 * was changed. Also removes the columns for other parts of the same cells, because these cells are then read unchanged.
 */
export function fitNotations<C extends NotedColumn>(columns: readonly C[]): C[] {
  const fitted = columns.map((column) => {
    if (!notationFault(column.type, column.notations ?? [], column.part ?? "VALUE")) return column;
    const { notations: _, part: _part, ...plain } = column;
    return plain as C;
  });
  const isRead = (column: C) => (column.notations ?? []).length > 0 && holdsValues(column);
  const noted = new Set(fitted.filter(isRead).map(sourceKey));
  return fitted.filter((column) => holdsValues(column) || noted.has(sourceKey(column)));
}

/** Returns whether a column contains the values from its source, rather than the errors, limits or text in the cells. */
export function holdsValues({ part }: { part?: CellPart | null | undefined }): boolean {
  return (part ?? "VALUE") === "VALUE";
}

function sourceKey({ name, source_name: source }: NotedColumn): string {
  return nameKey(source ?? name);
}
