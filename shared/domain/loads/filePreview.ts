import { ColumnType } from "@pdp/basics/columns";
import { optional, text } from "@pdp/basics/schemas";
import { FileFormat } from "@pdp/formats/options";
import * as v from "valibot";
import { CellException, ColumnProposal } from "./cellExceptions.ts";
import { TableConfig } from "./load.ts";
import { PreviewDecision } from "./previewDecision.ts";

/** Number of rows shown in a preview. */
export const PREVIEW_ROWS = 20;
/**
 * Maximum size of a preview's input, in bytes: a whole workbook or Parquet file, or the beginning of a text file. Encoded as
 * Base64, it fits into the 6 MB that a function on AWS accepts.
 */
export const MAX_PREVIEW_BYTES = 4 * 1024 * 1024;

/*
 * The address and the headers of a request have 16 KB together, and an encoded character has 3 bytes, or 12 beyond ASCII: the
 * parameters of a preview fit whatever they are.
 */
const MAX_SHEET_CHARACTERS = 128;
const MAX_MISSING_CHARACTERS = 150;
const MAX_REFERENCE_CHARACTERS = 3_000;
const MAX_POSITIONS_CHARACTERS = 500;

/** Preview parameter: the sheet to show. */
export const PreviewedSheet = v.pipe(
  optional(text(0, MAX_SHEET_CHARACTERS)),
  v.description(
    "Sheet name in a workbook, or `*` for all visible sheets with plates. Defaults to all of them if they belong together, and otherwise to the first visible sheet with rows below a header",
  ),
  v.examples(["Results"]),
);

/** Preview parameter: the header line. */
export const PreviewedHeaderRow = v.pipe(
  optional(v.pipe(v.string(), v.regex(/^[1-9]\d{0,6}$/, "Input should be an integer of at least 1"))),
  v.description(
    "Line of a text file, or row of a sheet, that contains the column names, such as the `header_row` of one of the `sections`. Detected by default",
  ),
  v.examples(["43"]),
);

/** Preview parameter: words for missing values. */
export const PreviewedMissingWords = v.pipe(
  optional(text(0, MAX_MISSING_CHARACTERS)),
  v.description(
    "Comma-separated words in the file that mean a missing value. They do not affect the proposed types, and are the `missing_values` of the proposed `config`",
  ),
  v.examples(["n.d.,not expressed"]),
);

/** Returns the words of the parameter. */
export function missingWordsIn(parameter: string | null): string[] {
  return (parameter ?? "").split(",").flatMap((word) => word.trim() || []);
}

/** Preview parameter: the protein that the mutations in the file refer to. */
export const PreviewedReference = v.pipe(
  optional(
    v.pipe(
      v.string(),
      v.maxLength(
        MAX_REFERENCE_CHARACTERS,
        `String should have at most ${MAX_REFERENCE_CHARACTERS} characters`,
      ),
      v.regex(/^[\t\n\r -~]*$/, "String should contain only ASCII characters"),
    ),
  ),
  v.description(
    "Reference sequence for mutations in the file, as a sequence or FASTA text; a sequence column is then proposed. Defaults to the project's references",
  ),
  v.examples(["MNFPRASRLMQAAVLGGLMAVSAAATAQTNPYARG"]),
);

/** Preview parameter: the positions of residue combinations. */
export const PreviewedPositions = v.pipe(
  optional(
    v.pipe(
      v.string(),
      v.maxLength(
        MAX_POSITIONS_CHARACTERS,
        `String should have at most ${MAX_POSITIONS_CHARACTERS} characters`,
      ),
      v.regex(
        /^ *-?[0-9]{1,6}(?: *, *-?[0-9]{1,6}){0,59} *$/,
        "Input should be at most 60 comma-separated integers",
      ),
      v.examples(["39,40,41,54"]),
      v.transform((text) => text.split(",").map(Number)),
    ),
  ),
  v.description(
    "Residue positions for combinations in the file, such as `FRMN`: comma-separated, in the same order",
  ),
);

export const PreviewColumn = v.object({
  source_name: v.pipe(
    v.string(),
    v.description(
      "Name that identifies the column in the file: its header, or a name with its position, such as `rep1 (column 3)` or `column 4`, if the header is repeated or empty",
    ),
  ),
  name: v.pipe(v.nullable(v.string()), v.description("Proposed name in SQL; null for an omitted column")),
  type: v.pipe(v.nullable(ColumnType), v.description("Proposed type; null for an omitted column")),
  nullable: v.pipe(v.boolean(), v.description("Whether any value is missing in the previewed part")),
  unit: v.pipe(
    v.nullable(v.string()),
    v.description("Unit in brackets in the header, or in the row below the header"),
  ),
  kind: v.pipe(
    v.nullable(v.picklist(["AMINO_ACIDS", "ALIGNED", "DNA", "RNA", "NONE"])),
    v.description(
      "Kind of sequences detected from its values; `NONE` for a column named `sequence` with other contents",
    ),
  ),
  type_reason: v.pipe(
    v.nullable(v.string()),
    v.description(
      "Explains why the column is text although its values look like numbers, times or sequences, why its sequences are not checked (`NONE`), which digits are lost, or why the column is omitted; null otherwise",
    ),
  ),
  missing_values: v.pipe(
    v.array(v.string()),
    v.description("Words that seem to mean a missing value, such as `n.d.`"),
  ),
  exceptions: v.pipe(
    v.array(CellException),
    v.description(
      "Cells with a notation unusual for the type (the type of at least 80 % of the values), grouped by notation, with counts and examples",
    ),
  ),
  proposals: v.pipe(
    v.array(ColumnProposal),
    v.description(
      "Options for loading a column with exceptions without losing values; empty if there are none",
    ),
  ),
});
export type PreviewColumn = v.InferOutput<typeof PreviewColumn>;

export const PreviewSheet = v.object({
  name: v.string(),
  hidden: v.boolean(),
  chosen: v.pipe(v.boolean(), v.description("Whether the preview and `config` use this sheet")),
});
export const PreviewSection = v.object({
  name: v.pipe(
    v.string(),
    v.description(
      "Title: the line above its header, or `table above` followed by the first title for a table without one",
    ),
  ),
  header_row: v.pipe(v.number(), v.description("One-based line of its header")),
  last_row: v.pipe(
    v.nullable(v.number()),
    v.description("Line of its last row; null at the end of the file"),
  ),
  chosen: v.pipe(v.boolean(), v.description("Whether the preview and `config` use this section")),
});
export type PreviewSection = v.InferOutput<typeof PreviewSection>;

export const PreviewReplicates = v.object({
  assay: v.pipe(v.string(), v.description("Measured quantity: the common part of the column names")),
  columns: v.pipe(v.array(v.string()), v.description("Columns in `config` that contain one replicate each")),
  mean: v.pipe(v.nullable(v.string()), v.description("Column with the means; null if there is none")),
  sd: v.pipe(
    v.nullable(v.string()),
    v.description("Column with the standard deviations; null if there is none"),
  ),
});

export type PreviewSheet = v.InferOutput<typeof PreviewSheet>;

export const PreviewProblem = v.object({
  column: v.pipe(v.nullable(v.string()), v.description("Column in the file; null for rows and whole files")),
  count: v.pipe(v.number(), v.description("Number of cells, or of rows if `column` is null")),
  value: v.pipe(
    v.nullable(v.string()),
    v.description("First invalid value; null if no single value is invalid"),
  ),
  other_values: v.pipe(v.array(v.string()), v.description("Up to four further values")),
  lines: v.pipe(v.array(v.number()), v.description("Up to six one-based line numbers")),
  reason: v.pipe(
    v.string(),
    v.description(
      "Problem with the value and how to fix it, such as `is not a number; …`; a clause if there is no value",
    ),
  ),
});

/** Preview of a file: its format, how it would be loaded, and the values that would be rejected. */
export const FilePreview = v.object({
  format: v.pipe(v.nullable(FileFormat), v.description("Null if the file cannot be loaded")),
  compression: v.nullable(v.picklist(["GZIP", "ZIP"])),
  encoding: v.pipe(v.nullable(v.string()), v.description("Of a text: `UTF-8`, `UTF-16` or `WINDOWS-1252`")),
  delimiter: v.pipe(v.nullable(v.string()), v.description("Delimiter in CSV and TSV")),
  decimal: v.pipe(v.nullable(v.string()), v.description("Decimal sign in CSV and TSV")),
  header_row: v.pipe(v.nullable(v.number()), v.description("One-based line or row of the column names")),
  sheets: v.pipe(v.array(PreviewSheet), v.description("Sheets of a workbook, in order")),
  sections: v.pipe(
    v.array(PreviewSection),
    v.description(
      "Tables in a text file with several tables below each other, as written by instruments: the first 100 and the selected one",
    ),
  ),
  instrument: v.pipe(
    v.nullable(v.string()),
    v.description("Instrument or instrument software that wrote the file, if identified with certainty"),
  ),
  columns: v.array(PreviewColumn),
  missing_values: v.pipe(v.array(v.string()), v.description("Missing-value words of all columns")),
  rows: v.pipe(
    v.array(v.array(v.nullable(v.string()))),
    v.description(
      `The first ${PREVIEW_ROWS} rows as text of at most 200 characters per cell; null for empty cells`,
    ),
  ),
  rows_read: v.pipe(v.number(), v.description("Number of rows used to propose types")),
  is_whole: v.pipe(
    v.boolean(),
    v.description("Whether the whole file was read; if not, later rows may contain other kinds of values"),
  ),
  problems: v.pipe(
    v.array(v.string()),
    v.description(
      "Errors that would occur if the previewed part were loaded with `config`, as in a load's `errors`",
    ),
  ),
  problem_groups: v.pipe(
    v.array(PreviewProblem),
    v.description("The same problems as a table: one entry per column and reason, at most 100"),
  ),
  warnings: v.pipe(
    v.array(v.string()),
    v.description(
      "Unusual but loadable contents in the previewed part, such as mutations that contradict sequences, repeated keys, replicates that are copies, outlier sequences such as those in summary rows, or rows that are struck through",
    ),
  ),
  decisions: v.pipe(
    v.array(PreviewDecision),
    v.description(
      "Choices of `config` for which other readings are possible, with their certainty and other options; show those that are not `CERTAIN` before you use `config`. Choices that nothing contradicts are not listed",
    ),
  ),
  replicates: v.pipe(
    v.array(PreviewReplicates),
    v.description("Adjacent columns that seem to be replicates of one measurement"),
  ),
  replicates_query: v.pipe(
    v.nullable(v.string()),
    v.description(
      "Query of a view with one row per replicate, as training requires; replace `the_table` with the table's reference. Null if there are no replicates",
    ),
  ),
  pairs_query: v.pipe(
    v.nullable(v.string()),
    v.description(
      "Query of a view with one row per pair of a heavy and a light chain (`vh`, `vl`), for tables with one row per chain of a cell, such as AIRR rearrangements; replace `the_table` with the table's reference. Null for other tables",
    ),
  ),
  notes: v.pipe(
    v.optional(v.array(v.string())),
    v.description(
      "Explains what `config` computes from the file's mutations, or what is missing to compute sequences; absent if not applicable",
    ),
  ),
  plate_notes: v.pipe(
    v.optional(v.array(v.string())),
    v.description(
      "For plates: means of controls, Z′, differences between edge and inner wells, and grids that are read as descriptions; absent if not applicable",
    ),
  ),
  config: v.pipe(
    v.nullable(TableConfig),
    v.description(
      "Table configuration that can be passed unchanged to `load:create`; null if the file cannot be loaded",
    ),
  ),
});
export type FilePreview = v.InferOutput<typeof FilePreview>;
