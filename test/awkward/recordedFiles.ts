import type { FileFormat, FileOptions } from "@pdp/formats/options";
import { type AwkwardText, columns } from "./awkwardText.ts";
import { FRAME, frameRows, recording } from "./recordedFrame.ts";

/*
 * Files that pandas 3.1.1, polars 2.1.0 and the modules csv, json, gzip and zipfile of Python 3.11 wrote, unchanged.
 */

const FRAME_ROWS = frameRows("1000000000000000000");
const DEGREES = FRAME.map((own) => (own.name === "tm" ? { ...own, source_name: "Tm (°C)" } : own));

type Expected = Pick<AwkwardText, "rows" | "errors" | "warnings">;

function frame(file: string, expected: Expected, reading: FileOptions = {}, cells = FRAME): AwkwardText {
  const format: FileFormat = file.endsWith(".tsv") ? "TSV" : file.endsWith("json") ? "NDJSON" : "CSV";
  return { name: file, format, content: recording(file), columns: cells, reading, ...expected };
}

const POLARS = columns({ variant: "STRING", tm: "FLOAT64", n: "INT64", t: "TIMESTAMP", d: "DATE" });
const POLARS_ROWS = [
  ["WT", 1.5, "1", "2024-01-01 10:00:00.123456", "2024-02-29"],
  ["a\nb", null, "2", null, null],
  ["", null, null, "1999-12-31 00:00:00", "0001-01-01"],
];
const TIME_AND_NUMBER = columns({ t: "TIMESTAMP", x: "INT64" });

export const recordedFiles: AwkwardText[] = [
  frame("pandas-default.csv", {
    errors: [
      'line 1: column 1 of the file has no name, like row numbers saved with the data; save the file without them, or ignore it with "ignored_columns": [""].',
    ],
  }),
  {
    ...frame("pandas-default.csv", { rows: FRAME_ROWS }, { ignored_columns: [""] }),
    name: "pandas-default.csv, without its row numbers",
  },
  frame("pandas-no-index.csv", { rows: FRAME_ROWS }),
  frame("pandas-na.csv", {
    errors: [
      'line 3, column "tm": "NA" is not a number; if it means a missing value, leave the cell empty or set "missing_values": ["NA"] for the table "variants".',
      'line 3, column "n": "NA" is not a whole number; if it means a missing value, leave the cell empty or set "missing_values": ["NA"] for the table "variants".',
      'line 3, column "day": "NA" is not a date in the form YYYY-MM-DD; if it means a missing value, leave the cell empty or set "missing_values": ["NA"] for the table "variants".',
      'line 4, column "sequence": "NA" looks like a word for a missing value and is much shorter than the column\'s other sequences; if it means a missing value, leave the cell empty or set "missing_values": ["NA"] for the table "variants"; if it is a sequence, set the column\'s "kind" to NONE.',
    ],
  }),
  {
    ...frame("pandas-na.csv", { rows: FRAME_ROWS }, { missing_values: ["na"] }),
    name: "pandas-na.csv, with its word",
  },
  frame("pandas-german.csv", {
    errors: [
      'line 1: the cells are separated by semicolons and decimals follow a comma; set "delimiter": ";", "decimal": "," for the table "variants".',
    ],
  }),
  {
    ...frame("pandas-german.csv", { rows: FRAME_ROWS }, { delimiter: ";", decimal: "," }),
    name: "pandas-german.csv, as proposed",
  },
  frame("pandas-tabs.tsv", { rows: FRAME_ROWS }),
  frame("pandas.csv.gz", { rows: FRAME_ROWS }),
  frame("pandas.csv.zip", { rows: FRAME_ROWS }),
  frame("pandas-utf16.csv", {
    errors: [
      'the file is UTF-16; set "encoding": "UTF-16" for the table "variants", or save it as UTF-8 text.',
    ],
  }),
  {
    ...frame("pandas-utf16.csv", { rows: FRAME_ROWS }, { encoding: "UTF-16" }),
    name: "pandas-utf16.csv, as proposed",
  },
  frame(
    "pandas-latin1.csv",
    {
      errors: [
        'line 1: the text is not UTF-8; if it is Latin-1 or WINDOWS-1252, set "encoding": "WINDOWS-1252" for the table "variants", or save the file as UTF-8 text.',
      ],
    },
    {},
    DEGREES,
  ),
  {
    ...frame("pandas-latin1.csv", { rows: FRAME_ROWS }, { encoding: "WINDOWS-1252" }, DEGREES),
    name: "pandas-latin1.csv, as proposed",
  },
  frame("pandas-utf8-sig.csv", { rows: FRAME_ROWS }, {}, DEGREES),
  {
    ...frame(
      "pandas-utf8-sig.csv",
      { errors: ['the file is UTF-8, not WINDOWS-1252; set "encoding": "UTF-8" for the table "variants".'] },
      { encoding: "WINDOWS-1252" },
      DEGREES,
    ),
    name: "pandas-utf8-sig.csv, stated to be WINDOWS-1252",
  },
  frame("pandas-quoted.csv", { rows: FRAME_ROWS }),
  frame("pandas-records.json", {
    errors: [
      "the file is JSON with all rows in one list, not NDJSON; save it with one object per line, without enclosing brackets and without commas between objects.",
    ],
  }),
  frame("pandas-lines.ndjson", {
    errors: [
      'line 1, column "day": "2024-02-29T00:00:00.000" is a time, not just a date; write YYYY-MM-DD, or make the column TIMESTAMP.',
      'line 3, column "day": "2024-03-01T00:00:00.000" is a time, not just a date; write YYYY-MM-DD, or make the column TIMESTAMP.',
    ],
  }),
  frame("pandas-float-ids.csv", {
    errors: [
      'line 2, column "n": "3.0" is written with decimals; write only its digits, or make the column FLOAT64.',
      'line 4, column "n": "1e+18" is written with an exponent; write only its digits, or make the column FLOAT64.',
    ],
  }),
  frame(
    "pandas-nanoseconds.csv",
    {
      errors: [
        'line 2, column "t": "2024-01-01 10:00:00.123456789" is finer than a microsecond; round it, or set "times": "ROUND".',
        'line 3, column "t": "2024-01-01 10:00:00.123456700" is finer than a microsecond; round it, or set "times": "ROUND".',
      ],
    },
    {},
    TIME_AND_NUMBER,
  ),
  {
    ...frame(
      "pandas-nanoseconds.csv",
      {
        rows: [
          ["2024-01-01 10:00:00.123457", "1"],
          ["2024-01-01 10:00:00.123457", "2"],
        ],
      },
      { times: "ROUND" },
      TIME_AND_NUMBER,
    ),
    name: "pandas-nanoseconds.csv, rounded",
  },
  frame("pandas-zone.csv", { rows: [["2024-01-01 08:00:00", "1"]] }, {}, TIME_AND_NUMBER),
  frame(
    "pandas-nat.csv",
    {
      errors: [
        'line 2, column "t": "NaT" is not a time in the form YYYY-MM-DDThh:mm:ss.ffffff with an optional zone (Z or +hh:mm); if it means a missing value, leave the cell empty or set "missing_values": ["NaT"] for the table "variants".',
      ],
    },
    {},
    TIME_AND_NUMBER,
  ),
  frame(
    "pandas-named-rows.csv",
    {
      rows: [
        [1.5, "1"],
        [2.5, "2"],
      ],
    },
    { ignored_columns: ["*"] },
    columns({ a: "FLOAT64", b: "INT64" }),
  ),
  frame(
    "pandas-two-headers.csv",
    {
      errors: ['line 1: the column names are on line 2; set "header_row": 2 for the table "variants".'],
    },
    {},
    columns({ mean: "INT64", sd: "INT64" }),
  ),
  {
    ...frame(
      "pandas-two-headers.csv",
      {
        rows: [
          ["0", "1"],
          ["2", "3"],
        ],
      },
      { header_row: 2 },
      columns({ mean: "INT64", sd: "INT64" }),
    ),
    name: "pandas-two-headers.csv, with the header in its second line",
  },
  frame("polars.csv", { rows: POLARS_ROWS }, {}, POLARS),
  frame("polars-bars.csv", { rows: POLARS_ROWS }, { delimiter: "|", missing_values: ["null"] }, POLARS),
  frame("polars-crlf-bom.csv", { rows: POLARS_ROWS }, {}, POLARS),
  frame("polars.ndjson", { rows: POLARS_ROWS }, {}, POLARS),
  ...["python-excel.csv", "python-unix.csv", "python-nonnumeric.csv"].map((file) =>
    frame(
      file,
      {
        rows: [
          ["WT", 1.5, "x"],
          ["S1", null, "line 1\nline 2"],
          ["S2", 2, "a;b,c\t'd'"],
        ],
      },
      {},
      columns({ variant: "STRING", tm: "FLOAT64", note: "STRING" }),
    ),
  ),
  frame(
    "python-escaped.csv",
    {
      errors: [
        "line 2: the row has 3 cells, but the header has 2; if the first cell is a row name from R, save the data without row names (row.names = FALSE).",
      ],
    },
    {},
    columns({ a: "STRING", b: "INT64" }),
  ),
  frame(
    "python-nan.ndjson",
    { errors: ['line 2: the line is not JSON at "N"; write null for a missing value.'] },
    {},
    columns({ a: "FLOAT64" }),
  ),
  frame(
    "python-two-members.csv.gz",
    {
      rows: [
        ["1", "x"],
        ["2", "y"],
      ],
    },
    {},
    columns({ a: "INT64", b: "STRING" }),
  ),
  {
    ...frame("macos.zip", { rows: [["1", "x"]] }, {}, columns({ a: "INT64", b: "STRING" })),
    name: "macos.zip",
  },
];
