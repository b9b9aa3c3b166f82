import { type AwkwardFile, columnsOf, recording } from "./awkwardFile.ts";
import { byExcelJs, byHucre, byPopulate, bySheetOfExcelJs } from "./workbookWriters.ts";

const PANDAS = columnsOf({ name: "STRING", tm: "FLOAT64", n: "INT64", on: "DATE" });
const PANDAS_ROWS = [
  ["WT", 58.9, "1", "2024-02-29"],
  ["A2C", null, "2", "2024-03-01"],
];
const N = columnsOf({ n: "INT64" });
const PLATE = columnsOf({ plate: "STRING", well: "STRING", n: "INT64" });
const CHOOSE = 'specify one with "sheet" (its name or number) in the table\'s config';
const twoSheets = byExcelJs((book) => {
  book.addWorksheet("Plate 1").addRows([["n"], [1]]);
  book.addWorksheet("Plate 2").addRows([["n"], [2]]);
});
const merged = (name: string) =>
  `the cells ${name} are merged; unmerge them, or set "merged_cells" in the table's config of the load: FILL copies the value to each cell, FIRST leaves the others empty`;
const unstored = (cell: string) =>
  `cell ${cell} has a formula without a stored value; open and save the file in a spreadsheet program, then upload it again`;

/** Workbooks with awkward sheets, headers, merged cells or formulas. */
export const structuredWorkbooks: AwkwardFile[] = [
  {
    title: "of pandas is loaded",
    bytes: recording("pandas.xlsx"),
    columns: PANDAS,
    rows: PANDAS_ROWS,
  },
  {
    title: "of pandas with XlsxWriter is loaded",
    bytes: recording("pandas-xlsxwriter.xlsx"),
    columns: PANDAS,
    rows: PANDAS_ROWS,
  },
  {
    title: "of pandas with an index has a column without a name",
    bytes: recording("pandas-index.xlsx"),
    columns: PANDAS,
    sentences: [
      `variants.xlsx, line 1: column 1 of the file has no name, like row numbers saved with the data; save the file without them, or ignore it with "ignored_columns": [""].`,
    ],
  },
  {
    title: "of pandas with an index is loaded without it",
    bytes: recording("pandas-index.xlsx"),
    columns: PANDAS,
    reading: { ignored_columns: [""] },
    rows: PANDAS_ROWS,
  },
  {
    title: "of pandas with two levels of columns proposes the lower one",
    bytes: recording("pandas-multiindex.xlsx"),
    columns: columnsOf({ a: "FLOAT64", b: "FLOAT64" }),
    sentences: ['variants.xlsx, line 1: the column names are in row 2; set "header_row": 2.'],
  },
  {
    title: "of pandas with two sheets has to say which",
    bytes: recording("pandas-two-sheets.xlsx"),
    columns: PANDAS,
    sentences: [`variants.xlsx: the workbook has 2 sheets with cells ("plate 1", "plate 2"); ${CHOOSE}.`],
  },
  {
    title: "of polars is loaded",
    bytes: recording("polars.xlsx"),
    columns: columnsOf({ name: "STRING", tm: "FLOAT64", ok: "BOOL", on: "DATE" }),
    rows: [
      ["WT", 58.9, true, "2024-02-29"],
      ["A2C", null, false, "2024-02-29"],
    ],
  },
  {
    title: "with two sheets is read at the sheet of a name, ignoring case",
    bytes: twoSheets,
    columns: N,
    reading: { sheet: " plate 2" },
    rows: [["2"]],
  },
  {
    title: "with two sheets is read at the sheet of a number",
    bytes: twoSheets,
    columns: N,
    reading: { sheet: 1 },
    rows: [["1"]],
  },
  {
    title: "without the sheet that is named names those that it has",
    bytes: twoSheets,
    columns: N,
    reading: { sheet: "Plate 3" },
    sentences: ['variants.xlsx: the workbook has no sheet "Plate 3"; its sheets are "Plate 1", "Plate 2".'],
  },
  {
    title: "with fewer sheets than the number says so",
    bytes: twoSheets,
    columns: N,
    reading: { sheet: 3 },
    sentences: [
      'variants.xlsx: the workbook has 2 sheets, there is no sheet 3; its sheets are "Plate 1", "Plate 2".',
    ],
  },
  {
    title: "with an empty sheet before the data is read at the data",
    bytes: byHucre({
      sheets: [
        { name: "Sheet1", rows: [] },
        { name: "data", rows: [["n"], [1]] },
      ],
    }),
    columns: N,
    rows: [["1"]],
  },
  {
    title: "with a hidden sheet is read at the visible one, with a warning",
    bytes: recording("openpyxl-hidden-sheet.xlsx"),
    columns: N,
    rows: [["1"]],
    warnings: ['variants.xlsx: The hidden sheet "raw" was not read.'],
  },
  {
    title: "with hidden sheets alone is refused",
    bytes: byExcelJs((book) => {
      book.addWorksheet("cover");
      book.addWorksheet("raw", { state: "veryHidden" }).addRows([["n"], [1]]);
    }),
    columns: N,
    sentences: [`variants.xlsx: only hidden sheets of the workbook contain cells ("raw"); ${CHOOSE}.`],
  },
  {
    title: "with a hidden sheet is read there if that is said",
    bytes: recording("openpyxl-hidden-sheet.xlsx"),
    columns: N,
    reading: { sheet: "raw" },
    rows: [["2"]],
  },
  {
    title: "with several sheets of xlsx-populate has to say which",
    bytes: byPopulate((book) => {
      book
        .sheet(0)
        .cell("A1")
        .value([["n"], [1]] as never);
      book.addSheet("notes").cell("B7").value("made on Monday");
    }),
    columns: N,
    sentences: [`variants.xlsx: the workbook has 2 sheets with cells ("Sheet1", "notes"); ${CHOOSE}.`],
  },
  {
    title: "with merged cells is refused",
    bytes: recording("openpyxl-merged.xlsx"),
    columns: PLATE,
    sentences: [`variants.xlsx, line 2: ${merged("A2:A3")}.`],
  },
  {
    title: "with merged cells is filled if that is said",
    bytes: recording("openpyxl-merged.xlsx"),
    columns: PLATE,
    reading: { merged_cells: "FILL" },
    rows: [
      ["P1", "A1", "1"],
      ["P1", "A2", "2"],
      ["P2", "A1", "3"],
    ],
  },
  {
    title: "with merged cells is loaded as it is stored if that is said",
    bytes: recording("openpyxl-merged.xlsx"),
    columns: PLATE,
    reading: { merged_cells: "FIRST" },
    rows: [
      ["P1", "A1", "1"],
      [null, "A2", "2"],
      ["P2", "A1", "3"],
    ],
    warnings: [
      "variants.xlsx: in each merged range, only the first cell has a value; the others were read as empty: A2:A3.",
    ],
  },
  {
    title: "with cells merged across columns by SheetJS is refused",
    bytes: recording("sheetjs-merged.xlsx"),
    columns: PLATE,
    sentences: [`variants.xlsx, line 2: ${merged("A2:B2")}.`],
  },
  {
    title: "with a merged header of xlsx-populate is refused",
    bytes: byPopulate((book) => {
      book
        .sheet(0)
        .cell("A1")
        .value([
          ["n", null],
          [1, 2],
        ] as never);
      book.sheet(0).range("A1:B1").merged(true);
    }),
    columns: N,
    sentences: [
      "variants.xlsx, line 2: there is a value in column 2 (B), but the header has 1 column.",
      `variants.xlsx, line 1: ${merged("A1:B1")}.`,
    ],
  },
  {
    title: "with a merged title above the header is loaded from the header's row",
    bytes: recording("xlsxwriter-title.xlsx"),
    columns: columnsOf({ well: "STRING", signal: "FLOAT64" }),
    reading: { header_row: 3, missing_values: ["n.d."] },
    rows: [
      ["A1", 1.5],
      ["A2", null],
    ],
    warnings: ["variants.xlsx: 1 empty row was skipped."],
  },
  {
    title: "with a title above the header proposes the header's row",
    bytes: recording("xlsxwriter-title.xlsx"),
    columns: columnsOf({ well: "STRING", signal: "FLOAT64" }),
    sentences: ['variants.xlsx, line 1: the column names are in row 3; set "header_row": 3.'],
  },
  {
    title: "without a row where the header is said to be is refused",
    bytes: recording("xlsxwriter-title.xlsx"),
    columns: columnsOf({ well: "STRING", signal: "FLOAT64" }),
    reading: { header_row: 30 },
    sentences: ['variants.xlsx: the sheet has no row 30 or below, as specified by "header_row".'],
  },
  {
    title: "of openpyxl with a formula has no value for it",
    bytes: recording("openpyxl-formula.xlsx"),
    columns: columnsOf({ a: "INT64", b: "INT64" }),
    sentences: [`variants.xlsx, line 2, column "b": ${unstored("B2")}.`],
  },
  {
    title: "of XlsxWriter with a formula has 0 in place of its value",
    bytes: recording("xlsxwriter-formula.xlsx"),
    columns: columnsOf({ a: "INT64", b: "INT64" }),
    sentences: [`variants.xlsx, line 2, column "b": ${unstored("B2")}.`],
  },
  {
    title: "of XlsxWriter with a formula and its value is loaded with a warning",
    bytes: recording("xlsxwriter-formula-value.xlsx"),
    columns: columnsOf({ a: "INT64", b: "INT64" }),
    rows: [["1", "2"]],
    warnings: [
      "variants.xlsx: the file requests recalculation of its formulas when opened; 1 were loaded with their stored values.",
    ],
  },
  {
    title: "of exceljs with formulas is loaded where they have results",
    bytes: bySheetOfExcelJs((sheet) => {
      sheet.addRow(["a", "b", "c"]);
      sheet.addRow([1, { formula: "A2*2", result: 2 }, { formula: 'A2&"x"', result: "1x" }]);
    }),
    columns: columnsOf({ a: "INT64", b: "INT64", c: "STRING" }),
    rows: [["1", "2", "1x"]],
  },
  {
    title: "of exceljs with a formula without a result is refused",
    bytes: bySheetOfExcelJs((sheet) => {
      sheet.addRow(["a", "b"]);
      sheet.addRow([1, { formula: "A2*2" }]);
    }),
    columns: columnsOf({ a: "INT64", b: "INT64" }),
    sentences: [`variants.xlsx, line 2, column "b": ${unstored("B2")}.`],
  },
  {
    title: "of xlsx-populate with a formula is refused",
    bytes: byPopulate((book) => {
      const sheet = book.sheet(0);
      sheet.cell("A1").value("a");
      sheet.cell("A2").formula("1+1");
    }),
    columns: columnsOf({ a: "INT64" }),
    sentences: [`variants.xlsx, line 2, column "a": ${unstored("A2")}.`],
  },
  {
    title: "of SheetJS with a formula and its value is loaded",
    bytes: recording("sheetjs-formula.xlsx"),
    columns: columnsOf({ a: "INT64", b: "INT64" }),
    rows: [["1", "2"]],
  },
  {
    title: "whose header is a formula without a value is refused",
    bytes: bySheetOfExcelJs((sheet) => {
      sheet.addRow(["a", { formula: '"b"' }]);
      sheet.addRow([1, 2]);
    }),
    columns: columnsOf({ a: "INT64", b: "INT64" }),
    sentences: [`variants.xlsx, line 1: ${unstored("B1")}.`],
  },
  {
    title: "with rows of no values between others skips and counts them",
    bytes: bySheetOfExcelJs((sheet) => {
      sheet.addRows([["n", "s"], [1, "a"], [null, ""], [], [2, null]]);
      sheet.getRow(9).getCell(1).value = 3;
    }),
    columns: columnsOf({ n: "INT64", s: "STRING" }),
    rows: [
      ["1", "a"],
      ["2", null],
      ["3", null],
    ],
    warnings: ["variants.xlsx: 5 empty rows were skipped."],
  },
  {
    title: "with columns that are not wanted is loaded without them",
    bytes: bySheetOfExcelJs((sheet) =>
      sheet.addRows([
        ["n", "note", "by"],
        [1, "x", "me"],
      ]),
    ),
    columns: N,
    reading: { ignored_columns: ["*"] },
    rows: [["1"]],
  },
];
