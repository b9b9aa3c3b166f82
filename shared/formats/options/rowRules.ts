import { absentOrNull, boundedArray, text } from "@pdp/basics/schemas";
import * as v from "valibot";

/** Cells corrected and rows excluded by a load. The uploaded files stay unchanged. */

const MAX_RULES = 1_000;
const MAX_LINE = 1_000_000_000;
/** Maximum number of rows that may be excluded by line. */
export const MAX_EXCLUDED_LINES = 100_000;

const Line = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_LINE));
const File = v.pipe(
  absentOrNull(text(1, 1_000)),
  v.description("Name of the file as uploaded. Defaults to every file of the table"),
  v.examples(["plate3.csv"]),
);
const Reason = v.pipe(
  text(1, 500),
  v.description("Reason; required"),
  v.examples(["Typing error, see notebook page 12"]),
);

export const Correction = v.object({
  file: File,
  line: v.pipe(Line, v.description("One-based line of the text file or row of the sheet"), v.examples([17])),
  column: v.pipe(
    text(1, 1_000),
    v.description("Name of the column in the file, or its position, such as `column 4`"),
    v.examples(["Activity"]),
  ),
  was: v.pipe(
    v.optional(v.nullable(text(0, 1_000))),
    v.description(
      "Original value of the cell. The load is rejected if the cell has a different value, for example because the file has changed",
    ),
    v.examples(["1.2.5"]),
  ),
  value: v.pipe(
    v.nullable(text(0, 10_000)),
    v.description("Corrected value, in the notation of the file; null for an empty cell"),
    v.examples(["1.25"]),
  ),
  reason: Reason,
});
export type Correction = v.InferOutput<typeof Correction>;

export const Exclusion = v.object({
  file: File,
  line: v.pipe(
    v.optional(v.nullable(Line)),
    v.description("One-based first line of the row. Alternatively, `column` and `value` select rows"),
    v.examples([97]),
  ),
  last_line: v.pipe(
    v.optional(v.nullable(Line)),
    v.description("Last line of a block of rows that starts at `line`"),
    v.examples([99]),
  ),
  column: v.pipe(
    absentOrNull(text(1, 1_000)),
    v.description("CSV, TSV and XLSX: name in the file of the column to compare with `value`"),
    v.examples(["Sample"]),
  ),
  value: v.pipe(
    absentOrNull(text(1, 1_000)),
    v.description("Excludes rows with this text in `column`, ignoring case and surrounding spaces"),
    v.examples(["Mean"]),
  ),
  reason: Reason,
});
export type Exclusion = v.InferOutput<typeof Exclusion>;

export const Corrections = v.pipe(
  boundedArray(Correction, MAX_RULES),
  v.description(
    "CSV, TSV and XLSX: cells to read with a corrected value, each with a reason; at most 1,000. The uploaded file is not changed",
  ),
);
export const Exclusions = v.pipe(
  boundedArray(Exclusion, MAX_RULES),
  v.description(
    "Rows that are not loaded, such as means below the data, each with a reason; at most 1,000. Rows are selected by line, or by the text in a column. The uploaded file is not changed",
  ),
);

/** Number of lines named by an exclusion. */
export function excludedLines({ line, last_line: last }: Exclusion): number {
  return line == null ? 0 : (last ?? line) - line + 1;
}

/** Returns why an exclusion selects no rows; undefined if it selects some. */
export function exclusionFault({ line, last_line: last, column, value }: Exclusion): string | undefined {
  const [hasLine, hasValue] = [line != null, column != null && value != null];
  if (hasLine === hasValue || (column == null) !== (value == null))
    return 'An exclusion must have either "line", or "column" and "value"';
  if (last == null) return undefined;
  if (line == null || last < line) return '"last_line" must not be before "line"';
  return undefined;
}
