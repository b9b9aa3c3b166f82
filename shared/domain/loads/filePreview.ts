import * as v from "valibot";
import { ColumnType } from "#shared/domain/column.ts";
import { optional, text } from "#shared/domain/textFields.ts";
import { CellException, ColumnProposal } from "./cellExceptions.ts";
import { FileFormat, TableConfig } from "./load.ts";

/** Number of rows that a preview shows. */
export const PREVIEW_ROWS = 20;
/**
 * Maximum size of a preview's input, in bytes: a whole workbook or Parquet file, or the beginning of a text. In Base64 it fits
 * in the 6 MB that a function on AWS accepts.
 */
export const MAX_PREVIEW_BYTES = 4 * 1024 * 1024;

/*
 * The address and the headers of a request have 16 KB together, and an encoded character has 3 bytes, or 12 beyond ASCII: the
 * parameters of a preview fit whatever they are.
 */
const MAX_SHEET_CHARACTERS = 128;
const MAX_REFERENCE_CHARACTERS = 3_000;
const MAX_POSITIONS_CHARACTERS = 500;

/** Parameter of a preview: the sheet that is shown. */
export const PreviewedSheet = v.pipe(
  optional(text(0, MAX_SHEET_CHARACTERS)),
  v.description(
    "Name of the sheet of a workbook. Defaults to the first visible one with rows below a header",
  ),
  v.examples(["Results"]),
);

/** Parameter of a preview: the line of the header. */
export const PreviewedHeaderRow = v.pipe(
  optional(v.pipe(v.string(), v.regex(/^[1-9]\d{0,6}$/, "Input should be a whole number from 1 on"))),
  v.description(
    "Line of a text, or row of a sheet, with the names of the columns, such as the `header_row` of one of the `sections`. Recognized by default",
  ),
  v.examples(["43"]),
);

/** Parameter of a preview: the protein of the mutations in the file. */
export const PreviewedReference = v.pipe(
  optional(
    v.pipe(
      v.string(),
      v.maxLength(
        MAX_REFERENCE_CHARACTERS,
        `String should have at most ${MAX_REFERENCE_CHARACTERS} characters`,
      ),
      v.regex(/^[\t\n\r -~]*$/, "String should have letters without accents, digits and signs of ASCII only"),
    ),
  ),
  v.description(
    "Sequence, or FASTA text, that the mutations of the file are stated of: a column of sequences is proposed. Defaults to the references of the project",
  ),
  v.examples(["MNFPRASRLMQAAVLGGLMAVSAAATAQTNPYARG"]),
);

/** Parameter of a preview: the positions of combinations of residues. */
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
        "Input should be at most 60 whole numbers between commas",
      ),
      v.examples(["39,40,41,54"]),
      v.transform((text) => text.split(",").map(Number)),
    ),
  ),
  v.description(
    "Positions of the residues of combinations in the file, such as `FRMN`: between commas, in the same order",
  ),
);

export const PreviewColumn = v.object({
  source_name: v.pipe(
    v.string(),
    v.description(
      "Name by which a load finds it in the file: its own, or one with its place, such as `rep1 (column 3)` or `column 4`, if that is empty or stands twice",
    ),
  ),
  name: v.pipe(v.nullable(v.string()), v.description("Proposed name in SQL; null for an omitted column")),
  type: v.pipe(v.nullable(ColumnType), v.description("Proposed type; null for an omitted column")),
  nullable: v.pipe(v.boolean(), v.description("Whether a value is missing in the part that was read")),
  unit: v.pipe(
    v.nullable(v.string()),
    v.description("Unit that the header states in brackets, or the row below it"),
  ),
  kind: v.pipe(
    v.nullable(v.picklist(["AMINO_ACIDS", "ALIGNED", "DNA", "RNA", "NONE"])),
    v.description(
      "Sequences that it holds, by its values; `NONE` for a column called `sequence` that holds others",
    ),
  ),
  type_reason: v.pipe(
    v.nullable(v.string()),
    v.description(
      "Why it is text although its values look like numbers, times or sequences, why its sequences are not checked (`NONE`), which digits a number loses, or why it is omitted; null otherwise",
    ),
  ),
  missing_values: v.pipe(
    v.array(v.string()),
    v.description("Words in it that seem to mean that a value is missing, such as `n.d.`"),
  ),
  exceptions: v.pipe(
    v.array(CellException),
    v.description(
      "Cells that are not written as usual for the type, which at least 80 % of the values decide: by notation, with their number and examples",
    ),
  ),
  proposals: v.pipe(
    v.array(ColumnProposal),
    v.description("Ways to load a column with exceptions that keep its values; empty without exceptions"),
  ),
});
export type PreviewColumn = v.InferOutput<typeof PreviewColumn>;

export const PreviewSheet = v.object({
  name: v.string(),
  hidden: v.boolean(),
  chosen: v.pipe(v.boolean(), v.description("Whether the preview shows it, and `config` names it")),
});
export const PreviewSection = v.object({
  name: v.pipe(
    v.string(),
    v.description(
      "From the line above its header; for a table above the first name, `table above` and that name",
    ),
  ),
  header_row: v.pipe(v.number(), v.description("Line of its header, from 1")),
  last_row: v.pipe(
    v.nullable(v.number()),
    v.description("Line of its last row; null at the end of the file"),
  ),
  chosen: v.pipe(v.boolean(), v.description("Whether the preview shows it, and `config` reads it")),
});
export type PreviewSection = v.InferOutput<typeof PreviewSection>;

export const PreviewReplicates = v.object({
  assay: v.pipe(v.string(), v.description("What was measured, as the columns' names share it")),
  columns: v.pipe(v.array(v.string()), v.description("Columns of `config` with one replicate each")),
  mean: v.pipe(v.nullable(v.string()), v.description("Column with their means; null if there is none")),
  sd: v.pipe(
    v.nullable(v.string()),
    v.description("Column with their standard deviations; null if there is none"),
  ),
});

export type PreviewSheet = v.InferOutput<typeof PreviewSheet>;

export const PreviewProblem = v.object({
  column: v.pipe(v.nullable(v.string()), v.description("Column in the file; null for rows and whole files")),
  count: v.pipe(v.number(), v.description("Number of cells, or of rows where `column` is null")),
  value: v.pipe(v.nullable(v.string()), v.description("First value; null where none is wrong")),
  other_values: v.pipe(v.array(v.string()), v.description("Further values: the first 4")),
  lines: v.pipe(v.array(v.number()), v.description("The first 6 lines, from 1")),
  reason: v.pipe(
    v.string(),
    v.description(
      "What is wrong with the value, and what to do: `is not a number; …`. Without a value, a clause",
    ),
  ),
});

/** Preview of a file: its format, how it would be loaded, and the values that would be rejected. */
export const FilePreview = v.object({
  format: v.pipe(v.nullable(FileFormat), v.description("Null if the file cannot be loaded")),
  compression: v.nullable(v.picklist(["GZIP", "ZIP"])),
  encoding: v.pipe(v.nullable(v.string()), v.description("Of a text: `UTF-8`, `UTF-16` or `WINDOWS-1252`")),
  delimiter: v.pipe(v.nullable(v.string()), v.description("Of CSV and TSV: what separates the cells")),
  decimal: v.pipe(v.nullable(v.string()), v.description("Of CSV and TSV: the sign before decimals")),
  header_row: v.pipe(
    v.nullable(v.number()),
    v.description("Line or row with the names of the columns, from 1"),
  ),
  sheets: v.pipe(v.array(PreviewSheet), v.description("Sheets of a workbook, in their order")),
  sections: v.pipe(
    v.array(PreviewSection),
    v.description(
      "Tables of a text that stand below one another, as instruments write them, if there are several: the first 100, and the chosen one",
    ),
  ),
  instrument: v.pipe(
    v.nullable(v.string()),
    v.description("Instrument, or its program, that certainly wrote the file"),
  ),
  columns: v.array(PreviewColumn),
  missing_values: v.pipe(v.array(v.string()), v.description("Those of all columns")),
  rows: v.pipe(
    v.array(v.array(v.nullable(v.string()))),
    v.description(
      `The first ${PREVIEW_ROWS} rows as texts of at most 200 characters; null for an empty cell`,
    ),
  ),
  rows_read: v.pipe(v.number(), v.description("Number of rows from which types were proposed")),
  is_whole: v.pipe(
    v.boolean(),
    v.description("Whether the whole file was read; otherwise later rows may have other values"),
  ),
  problems: v.pipe(
    v.array(v.string()),
    v.description(
      "What would fail in the part that was read if it were loaded with `config`, as in a load's `errors`",
    ),
  ),
  problem_groups: v.pipe(
    v.array(PreviewProblem),
    v.description("The same as a table: one entry for each column and reason, at most 100"),
  ),
  warnings: v.pipe(
    v.array(v.string()),
    v.description(
      "Unusual contents that could be loaded, in the part that was read: mutations that contradict sequences, repeated keys, replicates that are copies, sequences unlike the others, such as those of summary rows, rows that are struck through, …",
    ),
  ),
  replicates: v.pipe(
    v.array(PreviewReplicates),
    v.description("Columns that seem to be replicates of one measurement, side by side"),
  ),
  replicates_query: v.pipe(
    v.nullable(v.string()),
    v.description(
      "Query of a view with one row for each replicate, as trainings take them; put the table's reference in the place of `the_table`. Null without replicates",
    ),
  ),
  notes: v.pipe(
    v.optional(v.array(v.string())),
    v.description(
      "What `config` computes from the file's mutations, or what is missing to compute sequences; present if there is something to say",
    ),
  ),
  plate_notes: v.pipe(
    v.optional(v.array(v.string())),
    v.description(
      "Of plates: the means of controls, Z′, differences between wells at the edge and inside, and the grids that are read as descriptions; present if there is something to say",
    ),
  ),
  config: v.pipe(
    v.nullable(TableConfig),
    v.description(
      "Configuration of a table that `load:create` takes as it is; null if the file cannot be loaded",
    ),
  ),
});
export type FilePreview = v.InferOutput<typeof FilePreview>;
