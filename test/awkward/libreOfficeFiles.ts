import type { FileOptions } from "@pdp/formats/options";
import { type AwkwardFile, columnsOf, recording } from "./awkwardFile.ts";
import type { AwkwardText } from "./awkwardText.ts";

/*
 * Files that LibreOffice 7.4.7 wrote, unchanged; `recordings/recordLibreOffice.py` says how.
 */

const PLAIN = columnsOf({ variant: "STRING", tm: "FLOAT64", n: "INT64", day: "DATE" });
const PLAIN_ROWS = [
  ["WT", 58.25, "3", "2024-02-29"],
  ["S238A; é", null, null, null],
  ['E10K, "b"', 1234567.5, "1000000", "2024-03-01"],
];
const TEXT_DAYS = PLAIN.map((own) => (own.name === "day" ? { ...own, type: "STRING" as const } : own));
const TEXT_ROWS = PLAIN_ROWS.map(([variant, tm, n], row) => [
  variant as string,
  tm as number | null,
  n as string | null,
  ["29.02.2024", null, "01.03.2024"][row] as string | null,
]);
const DOUBLE = columnsOf({ a: "INT64", double: "FLOAT64", label: "STRING" });

const PERCENTAGE =
  "is a percentage, not a number; write only the number, and the unit in the column's description";
const TIME_ALONE =
  "is a time of day or a duration without a date, not TIMESTAMP; put the date and time in one cell";

type Expected = Pick<AwkwardText, "rows" | "errors" | "warnings">;

function text(file: string, expected: Expected, reading: FileOptions = {}, columns = PLAIN): AwkwardText {
  const format = file.endsWith(".tsv") ? "TSV" : "CSV";
  return { name: file, format, content: recording(file), columns, reading, ...expected };
}

export const libreOfficeTexts: AwkwardText[] = [
  text("libreoffice.csv", {
    errors: [
      'line 2, column "day": "29.02.2024" is not a date in the form YYYY-MM-DD.',
      'line 4, column "day": "01.03.2024" is not a date in the form YYYY-MM-DD.',
    ],
  }),
  { ...text("libreoffice.csv", { rows: TEXT_ROWS }, {}, TEXT_DAYS), name: "libreoffice.csv, days as texts" },
  text("libreoffice-shown.csv", { rows: TEXT_ROWS }, {}, TEXT_DAYS),
  text("libreoffice-tabs.tsv", { rows: TEXT_ROWS }, {}, TEXT_DAYS),
  text(
    "libreoffice-german.csv",
    {
      errors: [
        'line 1: the cells are separated by semicolons, decimals follow a comma and the text is not UTF-8; set "delimiter": ";", "decimal": ",", "encoding": "WINDOWS-1252" for the table "variants".',
      ],
    },
    {},
    TEXT_DAYS,
  ),
  {
    ...text(
      "libreoffice-german.csv",
      {
        rows: [
          ["WT", 58.25, "3", "29.02.2024"],
          ["S238A; é", null, null, null],
          ["E10K", -1234.5, "1000000", "01.03.2024"],
        ],
      },
      { delimiter: ";", decimal: ",", encoding: "WINDOWS-1252" },
      TEXT_DAYS,
    ),
    name: "libreoffice-german.csv, as proposed",
  },
  text(
    "libreoffice-formats.csv",
    {
      errors: [
        `line 2, column "share": "12.5%" ${PERCENTAGE}.`,
        `line 3, column "share": "100%" ${PERCENTAGE}.`,
      ],
    },
    {},
    columnsOf({ share: "FLOAT64", barcode: "STRING", plate: "INT64", ok: "BOOL", at: "STRING" }),
  ),
  text(
    "libreoffice-formulas.csv",
    {
      errors: [
        'line 3, column "double": "#DIV/0!" is not a number; if it means a missing value, leave the cell empty or set "missing_values": ["#DIV/0!"] for the table "variants".',
      ],
    },
    {},
    DOUBLE,
  ),
  {
    ...text(
      "libreoffice-formulas.csv",
      {
        rows: [
          ["2", 4, "v2"],
          ["0", null, null],
        ],
      },
      { missing_values: ["#DIV/0!"] },
      DOUBLE,
    ),
    name: "libreoffice-formulas.csv, with its error as a missing value",
  },
  {
    ...text("libreoffice.ods", {
      errors: ["the file is a spreadsheet in ODS format, not XLSX; save it as XLSX or CSV."],
    }),
    format: "XLSX",
  },
  {
    ...text("libreoffice.xls", {
      errors: ["the file is encrypted or in the legacy XLS format; save it as XLSX without a password."],
    }),
    format: "XLSX",
  },
];

function workbook(title: string, file: string, expected: Partial<AwkwardFile>): AwkwardFile {
  return { title, bytes: recording(file), columns: PLAIN, ...expected };
}

export const libreOfficeWorkbooks: AwkwardFile[] = [
  workbook("LibreOffice: a plain sheet", "libreoffice.xlsx", { rows: PLAIN_ROWS }),
  workbook("LibreOffice: a percentage, a barcode, leading zeros, a truth value", "libreoffice-formats.xlsx", {
    columns: columnsOf({ share: "FLOAT64", barcode: "STRING", plate: "STRING", ok: "BOOL" }),
    reading: { ignored_columns: ["at"] },
    rows: [
      [0.125, "007", "00042", true],
      [1, "8", "00007", false],
    ],
    warnings: [
      'variants.xlsx, column "share": 2 cells with a percent format, in line 2 for example 12.5% was loaded as 0.125; divide or multiply by 100 if that is not intended.',
    ],
  }),
  workbook("LibreOffice: times of a day", "libreoffice-formats.xlsx", {
    columns: columnsOf({ at: "TIMESTAMP" }),
    reading: { ignored_columns: ["*"] },
    sentences: [
      `variants.xlsx, line 2, column "at": "10:30:00" ${TIME_ALONE}.`,
      `variants.xlsx, line 3, column "at": "00:05:00" ${TIME_ALONE}.`,
    ],
  }),
  workbook("LibreOffice: formulas, one with an error", "libreoffice-formulas.xlsx", {
    columns: DOUBLE,
    sentences: [
      'variants.xlsx, line 3, column "double": "#DIV/0!" is a spreadsheet error, not a value; fix it, or, if it means a missing value, leave the cell empty or set "missing_values": ["#DIV/0!"].',
    ],
  }),
  workbook("LibreOffice: formulas, the error as a missing value", "libreoffice-formulas.xlsx", {
    columns: DOUBLE,
    reading: { missing_values: ["#DIV/0!"] },
    rows: [
      ["2", 4, "v2"],
      ["0", null, null],
    ],
  }),
  workbook("LibreOffice: merged cells", "libreoffice-merged.xlsx", {
    columns: columnsOf({ variant: "STRING", n: "INT64" }),
    sentences: [
      `variants.xlsx, line 2: the cells A2:A3 are merged; unmerge them, or set "merged_cells" in the table's config of the load: FILL copies the value to each cell, FIRST leaves the others empty.`,
    ],
  }),
  workbook("LibreOffice: merged cells, filled", "libreoffice-merged.xlsx", {
    columns: columnsOf({ variant: "STRING", n: "INT64" }),
    reading: { merged_cells: "FILL" },
    rows: [
      ["WT", "1"],
      ["WT", "2"],
      ["S238A", "3"],
    ],
  }),
  workbook("LibreOffice: a title above the header", "libreoffice-title.xlsx", {
    sentences: ['variants.xlsx, line 1: the column names are in row 3; set "header_row": 3.'],
  }),
  workbook("LibreOffice: a title above the header, which is named", "libreoffice-title.xlsx", {
    reading: { header_row: 3 },
    rows: [["WT", 1, "2", "2024-02-29"]],
  }),
  workbook("LibreOffice: two sheets with cells", "libreoffice-two-sheets.xlsx", {
    sentences: [
      `variants.xlsx: the workbook has 2 sheets with cells ("Plate 1", "Notes"); specify one with "sheet" (its name or number) in the table's config.`,
    ],
  }),
  workbook("LibreOffice: two sheets with cells, one of them named", "libreoffice-two-sheets.xlsx", {
    reading: { sheet: "Plate 1" },
    rows: PLAIN_ROWS,
  }),
  workbook("LibreOffice: a hidden sheet", "libreoffice-hidden-sheet.xlsx", {
    rows: PLAIN_ROWS,
    warnings: ['variants.xlsx: The hidden sheet "Secret" was not read.'],
  }),
];
