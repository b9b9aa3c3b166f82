import { type Column, MissingValues, nameKey, sourceName, trimWords } from "@pdp/basics/columns";
import { invalidField } from "@pdp/basics/errors";
import { absentOrNull, boundedArray, text } from "@pdp/basics/schemas";
import * as v from "valibot";
import { type FileFormat, FORMATS, formatsWith } from "./fileFormat.ts";
import type { FileContent } from "./formats/formatDescriptor.ts";
import { Corrections, Exclusions, excludedLines, exclusionFault, MAX_EXCLUDED_LINES } from "./rowRules.ts";

/** Options for reading the files of one table of a load, if they differ from the defaults of the format. */

const MAX_HEADER_ROW = 1_000_000;
const MAX_LAST_ROW = 100_000_000;
const MAX_IGNORED = 2_000;
const MAX_HEADER_ROWS = 3;

/** Returns the schema of an option with several possible values. */
function choice<const Values extends readonly string[]>(
  values: Values,
  description: string,
  example: Values[number],
) {
  return v.pipe(v.picklist(values), v.description(description), v.examples([example]));
}

const entries = {
  delimiter: choice(
    [",", ";", "\t", "|", " "],
    "CSV and TSV: delimiter of cells; a space means runs of spaces, or columns below a line of dashes. Defaults to a comma in CSV and a tab in TSV",
    ";",
  ),
  decimal: choice(
    [".", ","],
    "CSV and TSV: decimal sign. Defaults to a point. JSON numbers always use a point",
    ",",
  ),
  header_row: v.pipe(
    v.number(),
    v.integer(),
    v.minValue(1),
    v.maxValue(MAX_HEADER_ROW),
    v.description(
      "CSV, TSV and XLSX: one-based line or row that contains the column names; everything above it is skipped",
    ),
    v.examples([3]),
  ),
  last_row: v.pipe(
    v.number(),
    v.integer(),
    v.minValue(2),
    v.maxValue(MAX_LAST_ROW),
    v.description(
      "CSV, TSV and XLSX: one-based last line or row to read, for files in which other tables or notes follow. Defaults to the end",
    ),
    v.examples([98]),
  ),
  arrangement: choice(
    ["TABLE", "PLATES", "CURVES"],
    "CSV, TSV and XLSX: whether cells form a table (`TABLE`, the default), plate grids of wells, optionally over time (`PLATES`), or two columns for each curve with its times and responses (`CURVES`). Curves, such as sensorgrams, become one row per point with the columns `cycle`, `curve`, `concentration`, `fitted`, `time` and `response`. Plates become one row per well with the columns `plate`, `read`, `time` (seconds), `temperature`, `well`, `row`, `column` and `value`, and one column per grid of names or concentrations",
    "PLATES",
  ),
  header_rows: v.pipe(
    v.number(),
    v.integer(),
    v.minValue(0),
    v.maxValue(MAX_HEADER_ROWS),
    v.description(
      "CSV, TSV and XLSX: number of header rows. Defaults to 1. With 0, the file has no column names: `header_row` is its first row of values, and the `source_name` of its columns is `column 1`, `column 2`, …. Names from several rows are joined: `Activity` above `rep1` becomes `Activity rep1`, and an empty name repeats the name to its left",
    ),
    v.examples([2]),
  ),
  comments: choice(
    ["#", "##", "@"],
    "CSV and TSV: sign at the start of lines that are comments and are not read. With `##` (VCF) and `@` (SAM), quotes are ordinary characters",
    "#",
  ),
  encoding: choice(
    ["UTF-8", "UTF-16", "WINDOWS-1252"],
    "Text formats (all except XLSX and PARQUET): character encoding. Defaults to UTF-8. Latin-1 is read as WINDOWS-1252",
    "WINDOWS-1252",
  ),
  missing_values: v.pipe(
    MissingValues,
    v.description(
      "Words that mean a missing value in any column, ignoring case and surrounding spaces; at most 50 words of up to 100 characters",
    ),
    v.examples([["n.d.", "<LOD"]]),
  ),
  ignored_columns: v.pipe(
    boundedArray(text(0, 1_000), MAX_IGNORED),
    v.description(
      'Names of columns to skip: an empty name for columns without one, `rep1 (column 3)` for one of several with the same name, and `["*"]` for all columns that are not listed in `columns`',
    ),
    v.examples([["Comment"]]),
  ),
  sheet: v.pipe(
    v.union([text(1, 200), v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000))]),
    v.description(
      "XLSX: sheet by name or one-based number; required if several sheets contain cells. With `arrangement` PLATES, `*` joins all visible sheets: sheets with measurements are plates, or reads named after their sheet, and sheets with grids or lists of texts describe their wells",
    ),
    v.examples(["Results"]),
  ),
  short_rows: choice(
    ["REFUSE", "FILL"],
    "CSV and TSV: whether a row with fewer cells than the header is an error (`REFUSE`, the default) or is padded with empty cells (`FILL`), because some programs omit them. With `FILL`, extra empty cells after the last column are also ignored. A row with a single cell is still an error",
    "FILL",
  ),
  merged_cells: choice(
    ["REFUSE", "FILL", "FIRST"],
    "XLSX: merged cells are an error (`REFUSE`, the default), or the value applies to all merged cells (`FILL`) or only to the first (`FIRST`)",
    "FILL",
  ),
  times: choice(
    ["EXACT", "ROUND"],
    "Times with a resolution finer than a microsecond are an error (`EXACT`, the default) or are rounded half up (`ROUND`)",
    "ROUND",
  ),
  sequences: choice(
    ["EXACT", "NORMALIZE"],
    "Sequences with lower-case letters, surrounding spaces or a trailing stop (`*`) are an error (`EXACT`, the default) or are corrected (`NORMALIZE`). Aligned sequences keep their case",
    "NORMALIZE",
  ),
  decimals: choice(
    ["REFUSE", "NEW_COLUMN"],
    "A FLOAT64 column for an INT64 column of an existing table is rejected (`REFUSE`, the default), or its values are stored in a new column named `…_decimal` (`NEW_COLUMN`). Column types never change; a warning of the load contains the query of a view that combines both columns",
    "NEW_COLUMN",
  ),
  bad_rows: choice(
    ["REFUSE", "SKIP"],
    "Rows that cannot be read are errors (`REFUSE`, the default) or are skipped (`SKIP`). The load's `rows_left_out` counts skipped rows, and `load:downloadErrors` lists the reasons. A file with only unreadable rows, or more than 100,000 of them, is an error",
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

const NAMES = Object.keys(entries) as Name[];

/** Schemas of the options in a request; each may be omitted or null. */
export const fileOptionInputs = mapEntries((schema) => absentOrNull(schema));
/** Schemas of the options in a response, which only contains options that were set. */
export const fileOptionsShown = mapEntries((schema) => v.optional(schema));

function mapEntries<Mapped>(wrap: (schema: v.GenericSchema) => Mapped) {
  return Object.fromEntries(NAMES.map((name) => [name, wrap(entries[name])])) as unknown as {
    [K in Name]: Mapped extends v.OptionalSchema<v.NullableSchema<v.GenericSchema, undefined>, undefined>
      ? v.OptionalSchema<v.NullableSchema<Entries[K], undefined>, undefined>
      : v.OptionalSchema<Entries[K], undefined>;
  };
}

type FileOptionInputs = { [K in Name]?: FileOptions[K] | null | undefined };

const TEXT_CELLS: readonly FileContent[] = ["cells"];
const CELLS: readonly FileContent[] = ["cells", "workbook"];
/** Contents that each option applies to; options not listed apply to all formats. */
const APPLIES: Partial<Record<Name, readonly FileContent[]>> = {
  delimiter: TEXT_CELLS,
  decimal: TEXT_CELLS,
  header_row: CELLS,
  header_rows: CELLS,
  comments: TEXT_CELLS,
  last_row: CELLS,
  arrangement: CELLS,
  encoding: ["cells", "lines", "sequences"],
  short_rows: TEXT_CELLS,
  sheet: ["workbook"],
  merged_cells: ["workbook"],
  corrections: CELLS,
};

const formatList = new Intl.ListFormat("en-GB", { type: "conjunction" });

/** Message for an option that only applies to files with such contents. */
function onlyFor(contents: readonly FileContent[]): string {
  return `Only ${formatList.format(formatsWith(contents))} files support this option`;
}

/** Checks constraints that the schemas cannot express, and returns the options that were set. `loc` is the table's location. */
export function fileOptionsFrom(
  input: FileOptionInputs,
  format: FileFormat,
  columns: readonly Column[],
  loc: (string | number)[],
): FileOptions {
  for (const name of NAMES) {
    const contents = APPLIES[name];
    const isStated = input[name] != null && !isEmptyList(input[name]);
    if (!isStated || !contents || contents.includes(FORMATS[format].content)) continue;
    throw invalidField([...loc, name], onlyFor(contents), input[name]);
  }
  const wanted = new Set(columns.map((column) => nameKey(sourceName(column))));
  const both = (input.ignored_columns ?? []).find((name) => wanted.has(nameKey(name)));
  if (both !== undefined) {
    throw invalidField([...loc, "ignored_columns"], `"${both}" is the name of a column of the table`, both);
  }
  if (input.last_row != null && input.last_row <= (input.header_row ?? 1)) {
    throw invalidField([...loc, "last_row"], "Input should be below the header row", input.last_row);
  }
  if (input.arrangement === "PLATES" && (input.header_rows ?? 1) !== 1) {
    throw invalidField([...loc, "header_rows"], "Plates have no header rows", input.header_rows);
  }
  if (input.arrangement === "CURVES" && (input.header_rows ?? 1) !== 1) {
    throw invalidField([...loc, "header_rows"], "Curves have one header row", input.header_rows);
  }
  requireTextFormat(columns, format, loc);
  requireRowRules(input, format, loc);
  return statedOptions({ ...input, missing_values: trimWords(input.missing_values) });
}

/** Returns whether values in files of the format have types. */
function isTyped(format: FileFormat): boolean {
  return ["lines", "columns"].includes(FORMATS[format].content);
}

/** Raises a 422 for cell notations in formats with typed values. */
function requireTextFormat(columns: readonly Column[], format: FileFormat, loc: (string | number)[]): void {
  if (!isTyped(format)) return;
  const index = columns.findIndex(({ notations, part }) => notations !== undefined || part !== undefined);
  if (index < 0) return;
  const field = columns[index]?.notations === undefined ? "part" : "notations";
  throw invalidField([...loc, "columns", index, field], onlyFor(CELLS));
}

/** Raises a 422 for an exclusion that selects no rows, or that uses a property that files of this format do not have. */
function requireRowRules(
  { exclusions }: FileOptionInputs,
  format: FileFormat,
  loc: (string | number)[],
): void {
  const isOfText = !isTyped(format);
  let lines = 0;
  exclusions?.forEach((exclusion, index) => {
    lines += excludedLines(exclusion);
    const fault =
      exclusionFault(exclusion) ??
      (exclusion.column == null || isOfText ? undefined : `In ${format}, exclude rows by "line"`);
    if (fault !== undefined) throw invalidField([...loc, "exclusions", index], fault);
  });
  if (lines <= MAX_EXCLUDED_LINES) return;
  const maximum = MAX_EXCLUDED_LINES.toLocaleString("en-US");
  throw invalidField([...loc, "exclusions"], `Exclusions can list at most ${maximum} lines in total`);
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** Returns only the file options of a load's table. */
export function statedOptions(input: FileOptionInputs): FileOptions {
  const stated = NAMES.flatMap((name) => {
    const value = input[name];
    return value != null && !isEmptyList(value) ? [[name, value] as const] : [];
  });
  return Object.fromEntries(stated) as FileOptions;
}

/** Suggests options as text, such as `set "delimiter": ";" for the table "variants"`. */
export function proposeOptions(
  options: FileOptions & { format?: string },
  table: string | undefined,
): string {
  const fields = Object.entries(options).map(([name, value]) => `"${name}": ${JSON.stringify(value)}`);
  return `set ${fields.join(", ")}${table === undefined ? "" : ` for the table "${table}"`}`;
}
