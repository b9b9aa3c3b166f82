import { type AwkwardFile, columnsOf, recording } from "./awkwardFile.ts";
import { byHucre, byPopulate, bySheetOfExcelJs, byWriteExcelFile } from "./workbookWriters.ts";

const TIME = "is a time of day or a duration without a date";
const error = (word: string) =>
  `is a spreadsheet error, not a value; fix it, or, if it means a missing value, leave the cell empty or set "missing_values": ["${word}"]`;

/** Workbooks with awkward values and number formats. */
export const formattedWorkbooks: AwkwardFile[] = [
  {
    title: "of XlsxWriter with formats shows different values than it stores",
    bytes: recording("xlsxwriter-formats.xlsx"),
    columns: columnsOf({ id: "STRING", yield: "FLOAT64", start: "TIMESTAMP", when: "TIMESTAMP" }),
    sentences: [
      'variants.xlsx, line 2, column "start": "10:30:00" is a time of day or a duration without a date, not TIMESTAMP; put the date and time in one cell.',
    ],
  },
  {
    title: "of XlsxWriter with formats is loaded as it shows",
    bytes: recording("xlsxwriter-formats.xlsx"),
    columns: columnsOf({ id: "STRING", yield: "FLOAT64", when: "TIMESTAMP" }),
    reading: { ignored_columns: ["start"] },
    rows: [["00042", 0.125, "2024-02-29 10:30:00"]],
    warnings: [
      'variants.xlsx, column "yield": 1 cell with a percent format, in line 2 for example 12.5% was loaded as 0.125; divide or multiply by 100 if that is not intended.',
    ],
  },
  {
    title: "whose dates are counted from 1904 is loaded",
    bytes: recording("xlsxwriter-1904.xlsx"),
    columns: columnsOf({ on: "DATE" }),
    rows: [["2024-02-29"]],
  },
  {
    title: "of exceljs with every kind of value is loaded",
    bytes: bySheetOfExcelJs((sheet) => {
      sheet.addRow(["b", "i", "f", "s", "d", "t"]);
      sheet.addRow([
        true,
        9007199254740991,
        1e-300,
        "é😀",
        new Date("2024-02-29"),
        new Date("2024-02-29T10:00:00.5Z"),
      ]);
      sheet.addRow([
        false,
        -1,
        0.1 + 0.2,
        { richText: [{ text: "ri", font: { bold: true } }, { text: "ch" }] },
        null,
        null,
      ]);
      sheet.addRow([null, null, null, { text: "a link", hyperlink: "https://example.org" }, null, null]);
    }),
    columns: columnsOf({ b: "BOOL", i: "INT64", f: "FLOAT64", s: "STRING", d: "DATE", t: "TIMESTAMP" }),
    rows: [
      [true, "9007199254740991", 1e-300, "é😀", "2024-02-29", "2024-02-29 10:00:00.5"],
      [false, "-1", 0.1 + 0.2, "rich", null, null],
      [null, null, null, "a link", null, null],
    ],
  },
  {
    title: "of exceljs with errors in cells is refused",
    bytes: bySheetOfExcelJs((sheet) => {
      sheet.addRow(["f", "s"]);
      sheet.addRow([{ error: "#DIV/0!" }, { error: "#N/A" }]);
    }),
    columns: columnsOf({ f: "FLOAT64", s: "STRING" }),
    sentences: [
      `variants.xlsx, line 2, column "f": "#DIV/0!" ${error("#DIV/0!")}.`,
      `variants.xlsx, line 2, column "s": "#N/A" ${error("#N/A")}.`,
    ],
  },
  {
    title: "of exceljs with errors in cells is loaded where they mean missing",
    bytes: bySheetOfExcelJs((sheet) => {
      sheet.addRow(["f", "s", "g"]);
      sheet.addRow([{ error: "#DIV/0!" }, { error: "#N/A" }, " OVRFLW "]);
      sheet.addRow([1, "x", 2]);
    }),
    columns: columnsOf({ f: "FLOAT64", s: "STRING", g: "FLOAT64" }),
    reading: { missing_values: ["#div/0!", "#N/A", "ovrflw"] },
    rows: [
      [null, null, null],
      [1, "x", 2],
    ],
  },
  {
    title: "with numbers in a text column keeps their digits",
    bytes: recording("sheetjs-numbers-as-text.xlsx"),
    columns: columnsOf({ id: "STRING" }),
    rows: [["42"], ["1E+21"], ["123456789012"], ["0.30000000000000004"], ["-5"], ["1.5E-07"], ["00042"]],
    warnings: [
      'variants.xlsx, column "id": 2 cells with a number in place of text, in line 4 for example 123456789012, loaded as "123456789012"; format the column as text if that is not intended.',
    ],
  },
  {
    title: "with formatted numbers in a text column is loaded as it shows",
    bytes: bySheetOfExcelJs((sheet) => {
      sheet.addRow(["id"]);
      const formats = {
        "00000": 42,
        "0.00": 1.5,
        "0%": 0.12,
        "0.0%": 0.12345,
        "#,##0": 1234,
        "@": 7,
        "0": -0.4,
      };
      for (const [format, value] of Object.entries(formats)) {
        const row = sheet.addRow([value]);
        row.getCell(1).numFmt = format;
      }
    }),
    columns: columnsOf({ id: "STRING" }),
    rows: [["0"], ["00042"], ["1.50"], ["12%"], ["12.3%"], ["1234"], ["7"]],
    warnings: [
      'variants.xlsx, column "id": 3 cells with a number in place of text, in line 2 for example -0.4, loaded as "0"; format the column as text if that is not intended.',
    ],
  },
  {
    title: "with percentages says what it loads",
    bytes: byPopulate((book) => {
      const sheet = book.sheet(0);
      sheet.cell("A1").value("f").style("bold", true);
      sheet.cell("A2").value(0.125).style("numberFormat", "0.0%");
      sheet.cell("A3").value(1).style("numberFormat", "0%");
      sheet.cell("A4").value(2);
    }),
    columns: columnsOf({ f: "FLOAT64" }),
    rows: [[0.125], [1], [2]],
    warnings: [
      'variants.xlsx, column "f": 2 cells with a percent format, in line 2 for example 12.5% was loaded as 0.125; divide or multiply by 100 if that is not intended.',
    ],
  },
  {
    title: "with times of day and durations is refused with advice",
    bytes: bySheetOfExcelJs((sheet) => {
      sheet.addRow(["t", "f", "d"]);
      const row = sheet.addRow([0.5, 1.1041666666666667, 0.25]);
      row.getCell(1).numFmt = "hh:mm";
      row.getCell(2).numFmt = "[h]:mm:ss";
      row.getCell(3).numFmt = "yyyy-mm-dd hh:mm";
    }),
    columns: columnsOf({ t: "TIMESTAMP", f: "FLOAT64", d: "DATE" }),
    sentences: [
      `variants.xlsx, line 2, column "t": "12:00:00" ${TIME}, not TIMESTAMP; put the date and time in one cell.`,
      `variants.xlsx, line 2, column "f": "26:30:00" ${TIME}, not FLOAT64; format the cell as a number (of days) or as text.`,
      `variants.xlsx, line 2, column "d": "06:00:00" ${TIME}, not DATE; put the date and time in one cell.`,
    ],
  },
  {
    title: "with dates before 1900 and the day that never was is refused",
    bytes: recording("sheetjs-early-dates.xlsx"),
    columns: columnsOf({ d: "DATE" }),
    sentences: [
      'variants.xlsx, line 2, column "d": "1900-02-29" is a date that exists only in spreadsheets.',
      'variants.xlsx, line 3, column "d": "1899-12-28T00:00:00.000Z" is not a date in the years 1900 to 9999.',
    ],
  },
  {
    title: "with dates in a number column is refused",
    bytes: byHucre({ sheets: [{ name: "s", rows: [["f"], [new Date("2024-01-02")]] }] }),
    columns: columnsOf({ f: "FLOAT64" }),
    sentences: [
      'variants.xlsx, line 2, column "f": "2024-01-02" is a date, not FLOAT64; the spreadsheet may have converted text or a number; format the cell as text or a number.',
    ],
  },
  {
    title: "of write-excel-file is loaded",
    bytes: byWriteExcelFile([
      [{ value: "s" }, { value: "n" }, { value: "b" }, { value: "d" }],
      [
        { type: String, value: "x & <y>" },
        { type: Number, value: 1.5 },
        { type: Boolean, value: true },
        { type: Date, value: new Date("2024-02-29"), format: "mm/dd/yyyy" },
      ],
    ]),
    columns: columnsOf({ s: "STRING", n: "FLOAT64", b: "BOOL", d: "DATE" }),
    rows: [["x & <y>", 1.5, true, "2024-02-29"]],
  },
  {
    title: "of SheetJS with shared strings and no compression is loaded",
    bytes: recording("sheetjs-uncompressed.xlsx"),
    columns: columnsOf({ s: "STRING", b: "BOOL" }),
    rows: [
      ["a\nb", true],
      // The program does not escape the notation for a carriage return.
      ["\r", false],
    ],
  },
  {
    title: "with text that other programs escape is loaded",
    bytes: byHucre({
      sheets: [{ name: "s", rows: [["s"], ["tab\tcr\rend"], ["  space  "], ["=1+1"], ["'quoted"]] }],
    }),
    columns: columnsOf({ s: "STRING" }),
    rows: [["tab\tcr\rend"], ["  space  "], ["=1+1"], ["'quoted"]],
  },
  {
    title: "of SheetJS in the format XLSB is named",
    bytes: recording("sheetjs.xlsb"),
    columns: columnsOf({ n: "INT64" }),
    sentences: ["variants.xlsx: the file is a spreadsheet in XLSB format, not XLSX; save it as XLSX or CSV."],
  },
  {
    title: "of SheetJS in the format XLS is named",
    bytes: recording("sheetjs.xls"),
    columns: columnsOf({ n: "INT64" }),
    sentences: [
      "variants.xlsx: the file is encrypted or in the legacy XLS format; save it as XLSX without a password.",
    ],
  },
  {
    title: "of SheetJS in the format ODS is named",
    bytes: recording("sheetjs.ods"),
    columns: columnsOf({ n: "INT64" }),
    sentences: ["variants.xlsx: the file is a spreadsheet in ODS format, not XLSX; save it as XLSX or CSV."],
  },
];
