import * as v from "valibot";

/** Cell notations of a column in CSV, TSV and XLSX, in addition to the usual one for its type. */
export const CellNotation = v.picklist([
  "DECIMAL_COMMA",
  "DECIMAL_POINT",
  "THOUSANDS_COMMA",
  "THOUSANDS_POINT",
  "THOUSANDS_SPACE",
  "PERCENT",
  "PERCENT_FRACTION",
  "PLUS_MINUS",
  "LIMIT",
  "NO_BINDING",
  "DAY_MONTH_YEAR",
  "MONTH_DAY_YEAR",
  "YEAR_MONTH_DAY",
  "OTHER_TEXT",
]);
export type CellNotation = v.InferOutput<typeof CellNotation>;

/** Part of a cell that is stored in a column. */
export const CellPart = v.picklist(["VALUE", "ERROR", "LIMIT", "TEXT"]);
export type CellPart = v.InferOutput<typeof CellPart>;
