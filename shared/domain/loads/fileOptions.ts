import * as v from "valibot";
import { boundedArray } from "#shared/domain/boundedFields.ts";
import type { Column } from "#shared/domain/column.ts";
import { MissingValues, trimWords } from "#shared/domain/columns/missingValues.ts";
import { nameKey, sourceName } from "#shared/domain/columns/nameInFile.ts";
import { invalidField } from "#shared/domain/errors.ts";
import { absentOrNull, text } from "#shared/domain/textFields.ts";
import { Corrections, Exclusions, excludedLines, exclusionFault, MAX_EXCLUDED_LINES } from "./rowRules.ts";
import { SEQUENCE_FORMATS } from "./sequenceFormat.ts";

/** How the files of one table of a load are read, if not as usual for their format. */

const MAX_HEADER_ROW = 1_000_000;
const MAX_LAST_ROW = 100_000_000;
const MAX_IGNORED = 2_000;
const MAX_HEADER_ROWS = 3;

/** Returns the schema of an option that has one of several values. */
function choice<const Values extends readonly string[]>(
  values: Values,
  description: string,
  example: Values[number],
) {
  return v.pipe(v.picklist(values), v.description(description), v.examples([example]));
}

const entries = {
  delimiter: choice(
    [",", ";", "\t", "|"],
    "CSV and TSV: delimiter of cells. Defaults to a comma in CSV and a tab in TSV",
    ";",
  ),
  decimal: choice(
    [".", ","],
    "CSV and TSV: decimal sign. Defaults to a point. Numbers in JSON have a point",
    ",",
  ),
  header_row: v.pipe(
    v.number(),
    v.integer(),
    v.minValue(1),
    v.maxValue(MAX_HEADER_ROW),
    v.description(
      "CSV, TSV and XLSX: one-based line or row of the column names; everything above is skipped",
    ),
    v.examples([3]),
  ),
  last_row: v.pipe(
    v.number(),
    v.integer(),
    v.minValue(2),
    v.maxValue(MAX_LAST_ROW),
    v.description(
      "CSV, TSV and XLSX: one-based last line or row to read, if other tables or notes follow. Defaults to the end",
    ),
    v.examples([98]),
  ),
  arrangement: choice(
    ["TABLE", "PLATES"],
    "CSV, TSV and XLSX: whether cells are a table (`TABLE`, the default), or measurements in the places of their wells, or of wells over time (`PLATES`). Plates become one row per well with the columns `plate`, `read`, `time` (seconds), `well`, `row`, `column` and `value`, and one for each grid of names or concentrations",
    "PLATES",
  ),
  header_rows: v.pipe(
    v.number(),
    v.integer(),
    v.minValue(1),
    v.maxValue(MAX_HEADER_ROWS),
    v.description(
      "CSV, TSV and XLSX: number of header rows, 1 by default. The names of several are joined: `Activity` above `rep1` is `Activity rep1`, and an empty name means the one to its left",
    ),
    v.examples([2]),
  ),
  encoding: choice(
    ["UTF-8", "UTF-16", "WINDOWS-1252"],
    "Texts (every format but XLSX and PARQUET): how characters are written. Defaults to UTF-8. Latin-1 is read as WINDOWS-1252",
    "WINDOWS-1252",
  ),
  missing_values: v.pipe(
    MissingValues,
    v.description(
      "Words for a missing value in every column, ignoring case and surrounding space; at most 50 of 100 characters",
    ),
    v.examples([["n.d.", "<LOD"]]),
  ),
  ignored_columns: v.pipe(
    boundedArray(text(0, 1_000), MAX_IGNORED),
    v.description(
      'Names of columns to skip: an empty name for columns without one, `rep1 (column 3)` for one of several with the same name, and `["*"]` for all that `columns` does not name',
    ),
    v.examples([["Comment"]]),
  ),
  sheet: v.pipe(
    v.union([text(1, 200), v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000))]),
    v.description("XLSX: the sheet by name, or by one-based number; required if several sheets have cells"),
    v.examples(["Results"]),
  ),
  short_rows: choice(
    ["REFUSE", "FILL"],
    "CSV and TSV: whether a row with fewer cells than the header is an error (`REFUSE`, the default) or has empty cells at its end (`FILL`), as some programs write it. With `FILL`, empty cells beyond those of the header are ignored, too. A row with a single cell stays an error",
    "FILL",
  ),
  merged_cells: choice(
    ["REFUSE", "FILL", "FIRST"],
    "XLSX: merged cells are an error (`REFUSE`, the default), all have the value of the first one (`FILL`), or only the first one has it (`FIRST`)",
    "FILL",
  ),
  times: choice(
    ["EXACT", "ROUND"],
    "A time finer than a microsecond is an error (`EXACT`, the default) or rounded half up (`ROUND`)",
    "ROUND",
  ),
  sequences: choice(
    ["EXACT", "NORMALIZE"],
    "A sequence with lower-case letters, surrounding space or a final stop (`*`) is an error (`EXACT`, the default), or corrected (`NORMALIZE`). Aligned sequences keep their case",
    "NORMALIZE",
  ),
  decimals: choice(
    ["REFUSE", "NEW_COLUMN"],
    "A FLOAT64 column for an INT64 column of the existing table is refused (`REFUSE`, the default), or its values go into a new column, `…_decimal` (`NEW_COLUMN`). No column changes its type; a warning of the load has the query of a view that joins both",
    "NEW_COLUMN",
  ),
  bad_rows: choice(
    ["REFUSE", "SKIP"],
    "A row that cannot be read is an error of the load (`REFUSE`, the default) or is skipped (`SKIP`). `rows_left_out` of the load counts them, `load:downloadErrors` says why. A file without any other row is an error, and one with more than 100,000 such rows",
    "SKIP",
  ),
  corrections: Corrections,
  exclusions: Exclusions,
};

type Entries = typeof entries;
type Name = keyof Entries;
export type FileOptions = { [K in Name]?: v.InferOutput<Entries[K]> };
export type Delimiter = NonNullable<FileOptions["delimiter"]>;
export type DecimalSign = NonNullable<FileOptions["decimal"]>;
export type TextEncoding = NonNullable<FileOptions["encoding"]>;

const NAMES = Object.keys(entries) as Name[];

/** Schemas of the options in a request, where each may be omitted or null. */
export const fileOptionInputs = mapEntries((schema) => absentOrNull(schema));
/** Schemas of the options in a response, which contains only stated options. */
export const fileOptionsShown = mapEntries((schema) => v.optional(schema));

function mapEntries<Mapped>(wrap: (schema: v.GenericSchema) => Mapped) {
  return Object.fromEntries(NAMES.map((name) => [name, wrap(entries[name])])) as unknown as {
    [K in Name]: Mapped extends v.OptionalSchema<v.NullableSchema<v.GenericSchema, undefined>, undefined>
      ? v.OptionalSchema<v.NullableSchema<Entries[K], undefined>, undefined>
      : v.OptionalSchema<Entries[K], undefined>;
  };
}

type FileOptionInputs = { [K in Name]?: FileOptions[K] | null | undefined };

/** Formats to which each option applies; the others apply to all. */
const FORMATS: Partial<Record<Name, readonly string[]>> = {
  delimiter: ["CSV", "TSV"],
  decimal: ["CSV", "TSV"],
  header_row: ["CSV", "TSV", "XLSX"],
  header_rows: ["CSV", "TSV", "XLSX"],
  last_row: ["CSV", "TSV", "XLSX"],
  arrangement: ["CSV", "TSV", "XLSX"],
  encoding: ["CSV", "TSV", "NDJSON", ...SEQUENCE_FORMATS],
  short_rows: ["CSV", "TSV"],
  sheet: ["XLSX"],
  merged_cells: ["XLSX"],
  corrections: ["CSV", "TSV", "XLSX"],
};

/** Checks what the schemas cannot express, and returns the stated options. `loc` is the table's location. */
export function fileOptionsFrom(
  input: FileOptionInputs,
  format: string,
  columns: readonly Column[],
  loc: (string | number)[],
): FileOptions {
  for (const name of NAMES) {
    const formats = FORMATS[name];
    const isStated = input[name] != null && !isEmptyList(input[name]);
    if (!isStated || !formats || formats.includes(format)) continue;
    throw invalidField(
      [...loc, name],
      `Only files of the format ${formats.join(" or ")} have this option`,
      input[name],
    );
  }
  const wanted = new Set(columns.map((column) => nameKey(sourceName(column))));
  const both = (input.ignored_columns ?? []).find((name) => wanted.has(nameKey(name)));
  if (both !== undefined) {
    throw invalidField([...loc, "ignored_columns"], `"${both}" is the name of a column of the table`, both);
  }
  if (input.last_row != null && input.last_row <= (input.header_row ?? 1)) {
    throw invalidField([...loc, "last_row"], "Input should be below the header row", input.last_row);
  }
  if (input.arrangement === "PLATES" && (input.header_rows ?? 1) > 1) {
    throw invalidField([...loc, "header_rows"], "Plates have no header rows", input.header_rows);
  }
  requireTextFormat(columns, format, loc);
  requireRowRules(input, format, loc);
  return statedOptions({ ...input, missing_values: trimWords(input.missing_values) });
}

/** Raises a 422 for cell notations in formats with typed values. */
function requireTextFormat(columns: readonly Column[], format: string, loc: (string | number)[]): void {
  if (format !== "NDJSON" && format !== "PARQUET") return;
  const index = columns.findIndex(({ notations, part }) => notations !== undefined || part !== undefined);
  if (index < 0) return;
  const field = columns[index]?.notations === undefined ? "part" : "notations";
  throw invalidField(
    [...loc, "columns", index, field],
    "Only files of the format CSV or TSV or XLSX have it",
  );
}

/** Raises a 422 for an exclusion that selects no rows, or selects them by a property that files of the format lack. */
function requireRowRules({ exclusions }: FileOptionInputs, format: string, loc: (string | number)[]): void {
  const isOfText = format !== "NDJSON" && format !== "PARQUET";
  let lines = 0;
  exclusions?.forEach((exclusion, index) => {
    lines += excludedLines(exclusion);
    const fault =
      exclusionFault(exclusion) ??
      (exclusion.column == null || isOfText ? undefined : `In ${format}, rows are excluded by their "line"`);
    if (fault !== undefined) throw invalidField([...loc, "exclusions", index], fault);
  });
  if (lines <= MAX_EXCLUDED_LINES) return;
  const most = MAX_EXCLUDED_LINES.toLocaleString("en-US");
  throw invalidField([...loc, "exclusions"], `Exclusions name at most ${most} lines in all`);
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** Returns the options of a table of a load, without its other fields. */
export function statedOptions(input: FileOptionInputs): FileOptions {
  const stated = NAMES.flatMap((name) => {
    const value = input[name];
    return value != null && !isEmptyList(value) ? [[name, value] as const] : [];
  });
  return Object.fromEntries(stated) as FileOptions;
}

/** Suggests options in words, such as `set "delimiter": ";" for the table "variants"`. */
export function proposeOptions(
  options: FileOptions & { format?: string },
  table: string | undefined,
): string {
  const fields = Object.entries(options).map(([name, value]) => `"${name}": ${JSON.stringify(value)}`);
  return `set ${fields.join(", ")}${table === undefined ? "" : ` for the table "${table}"`}`;
}
