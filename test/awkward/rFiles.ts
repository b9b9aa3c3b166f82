import type { FileOptions } from "@pdp/formats/options";
import { type AwkwardText, columns } from "./awkwardText.ts";
import { FRAME, frameRows, recording } from "./recordedFrame.ts";

/*
 * Files that R 4.2.2 wrote with write.csv, write.csv2 and write.table, unchanged; `recordings/record.R` says how.
 */

const FRAME_ROWS = frameRows("1000000");
const NA: FileOptions = { missing_values: ["NA"] };
const SET_NA =
  'if it means a missing value, leave the cell empty or set "missing_values": ["NA"] for the table "variants"';
const NA_ERRORS = [
  `line 3, column "tm": "NA" is not a number; ${SET_NA}.`,
  `line 3, column "n": "NA" is not a whole number; ${SET_NA}.`,
  `line 3, column "day": "NA" is not a date in the form YYYY-MM-DD; ${SET_NA}.`,
  `line 4, column "sequence": "NA" looks like a word for a missing value and is much shorter than the column's other sequences; ${SET_NA}; if it is a sequence, set the column's "kind" to NONE.`,
];

/** Message about a quote after a backslash. */
const ESCAPED =
  'text follows a closing quote; a quote inside a quoted cell must be doubled, not escaped with a backslash (in R, use qmethod = "double")';
const WITH_ROW_NAMES =
  "the row has 7 cells, but the header has 6; if the first cell is a row name from R, save the data without row names (row.names = FALSE)";
const FOUND = ["WT", "58.25", "3", "TRUE", "2024-02-29", "MKVLAAGIVGA"];
const NO_HEADER = [
  ...FRAME.map(
    ({ name }) =>
      `line 1, column "${name}": this column is missing from the file; its header has ${FOUND.join(", ")}.`,
  ),
  ...FOUND.map(
    (name) =>
      `line 1, column "${name}": this column is in the file but not in the table; the table's columns are variant, tm, n, active, day, sequence; to omit columns, use "ignored_columns".`,
  ),
];

type Expected = Pick<AwkwardText, "rows" | "errors" | "warnings">;

function frame(file: string, expected: Expected, reading: FileOptions = {}, cells = FRAME): AwkwardText {
  const content = recording(file);
  const format = file.endsWith(".tsv") ? "TSV" : "CSV";
  return { name: file, format, content, columns: cells, reading, ...expected };
}

export const rFiles: AwkwardText[] = [
  frame("r-default.csv", {
    errors: [
      'line 1: column 1 of the file has no name, like row numbers saved with the data; save the file without them, or ignore it with "ignored_columns": [""].',
    ],
  }),
  {
    ...frame("r-default.csv", { rows: FRAME_ROWS }, { ...NA, ignored_columns: [""] }),
    name: "r-default.csv, without its row names",
  },
  frame("r-no-row-names.csv", { errors: NA_ERRORS }),
  { ...frame("r-no-row-names.csv", { rows: FRAME_ROWS }, NA), name: "r-no-row-names.csv, with its word" },
  frame("r-empty-na.csv", { rows: FRAME_ROWS }),
  frame("r-windows.csv", { rows: FRAME_ROWS }),
  frame("r-bare.csv", {
    errors: ["line 4: the row has 7 cells, but the header has 6."],
  }),
  frame("r-csv2.csv", {
    errors: [
      'line 1: the cells are separated by semicolons and decimals follow a comma; set "delimiter": ";", "decimal": "," for the table "variants".',
    ],
  }),
  {
    ...frame("r-csv2.csv", { rows: FRAME_ROWS }, { ...NA, delimiter: ";", decimal: "," }),
    name: "r-csv2.csv, as proposed",
  },
  frame("r-table.txt", {
    errors: [
      "line 1: the cells are separated by spaces; separate them with commas or tabs, as R's write.csv does.",
    ],
  }),
  frame(
    "r-table.tsv",
    { errors: [`line 2: ${WITH_ROW_NAMES}.`, `line 3: ${WITH_ROW_NAMES}.`, `line 4: ${ESCAPED}.`] },
    NA,
  ),
  frame("r-tabs.tsv", { rows: FRAME_ROWS }),
  frame("r-escaped.csv", { rows: FRAME_ROWS }),
  frame("r-no-header.csv", { errors: NO_HEADER }),
  frame(
    "r-numbers.csv",
    {
      errors: [
        'line 2, column "id": "1e+05" is written with an exponent; write only its digits, or make the column FLOAT64.',
        'line 4, column "x": "Inf" is infinite, which is not a measurement; if it means a missing value, leave the cell empty or set "missing_values": ["Inf"] for the table "variants".',
        'line 4, column "id": "1e+15" is written with an exponent; write only its digits, or make the column FLOAT64.',
        `line 5, column "x": "NA" is not a number; ${SET_NA}.`,
      ],
    },
    {},
    columns({ x: "FLOAT64", id: "INT64", name: "STRING" }),
  ),
  {
    ...frame(
      "r-numbers.csv",
      {
        rows: [
          [1e-300, 1e5, "é"],
          [0.333333333333333, 123456, " a "],
          [null, 1e15, ""],
          [null, 2, null],
        ],
      },
      { missing_values: ["NA", "Inf"] },
      columns({ x: "FLOAT64", id: "FLOAT64", name: "STRING" }),
    ),
    name: "r-numbers.csv, with words and as decimals",
  },
  frame(
    "r-latin1.csv",
    {
      errors: [
        'line 2: the text is not UTF-8; if it is Latin-1 or WINDOWS-1252, set "encoding": "WINDOWS-1252" for the table "variants", or save the file as UTF-8 text.',
      ],
    },
    {},
    columns({ name: "STRING" }),
  ),
  {
    ...frame(
      "r-latin1.csv",
      { rows: [["é"], [" a "], ["NA"]], warnings: ["variants.csv: 1 empty row was skipped."] },
      { encoding: "WINDOWS-1252" },
      columns({ name: "STRING" }),
    ),
    name: "r-latin1.csv, as proposed",
  },
  frame(
    "r-times.csv",
    {
      rows: [
        ["2024-01-01 10:00:00", "1"],
        ["2024-06-30 23:59:59", "2"],
      ],
    },
    {},
    columns({ t: "TIMESTAMP", x: "INT64" }),
  ),
];
