import { gzipSync, zstdCompressSync } from "node:zlib";
import { Parser } from "@json2csv/plainjs";
import { stringify } from "csv-stringify/sync";
import { csvFormat, tsvFormat } from "d3-dsv";
import { writeToBuffer } from "fast-csv";
import { strToU8, zipSync } from "fflate";
import iconv from "iconv-lite";
import JSZip from "jszip";
import ndjson from "ndjson";
import Papa from "papaparse";
import { MAX_UNPACKED_BYTES } from "../../shared/formats/text/unpackText.ts";
import { type AwkwardText, columns } from "./awkwardText.ts";
import { recording } from "./recordedFrame.ts";

/* Files written by third-party libraries during the test. */

const COLUMNS = columns({ variant: "STRING", tm: "FLOAT64", note: "STRING" });
const OBJECTS = [
  { variant: "WT", tm: 58.5, note: "first\nsecond" },
  { variant: 'S1 "x"', tm: null, note: "a,b;c" },
  { variant: "S2", tm: -0.25, note: "µ€😀" },
];
const ROWS = OBJECTS.map(({ variant, tm, note }) => [variant, tm, note]);
const TEXT = Papa.unparse(OBJECTS);
const GERMAN = OBJECTS.map((row) => ({
  ...row,
  tm: row.tm === null ? "" : String(row.tm).replace(".", ","),
}));
const SEMICOLONS = { delimiter: ";", decimal: "," } as const;
const WIDE = "Mutant;Aktivität\nS1;1,5\nS2;12,25\n";
const WIDE_COLUMNS = columns({ mutant: "STRING", Activity: "FLOAT64" }).map((own) =>
  own.name === "Activity" ? { ...own, source_name: "Aktivität" } : own,
);
const WIDE_ROWS = [
  ["S1", 1.5],
  ["S2", 12.25],
];

function csv(name: string, content: AwkwardText["content"], more: Partial<AwkwardText> = {}): AwkwardText {
  const expected = more.errors === undefined ? { rows: ROWS } : {};
  return { name, format: "CSV", content, columns: COLUMNS, ...expected, ...more };
}

async function ndjsonText(): Promise<string> {
  const lines = ndjson.stringify();
  for (const row of OBJECTS) lines.write(row);
  lines.end();
  let text = "";
  for await (const line of lines) text += line;
  return text;
}

function zipOf(files: Record<string, string>): () => Uint8Array {
  return () =>
    zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
}

/** Returns a gzip file with many members, each containing a megabyte of text compressed to a few kilobytes. */
function tooMuchText(): Buffer {
  const member = gzipSync("a,b,c\n".repeat(200_000));
  return Buffer.concat(Array.from({ length: Math.ceil(MAX_UNPACKED_BYTES / 1_200_000) + 1 }, () => member));
}

export const writtenFiles: AwkwardText[] = [
  csv("Papa Parse", () => TEXT),
  csv("Papa Parse, all quoted, CR alone", () =>
    Papa.unparse(OBJECTS, { quotes: true, newline: "\r" }).replace("first\nsecond", "first\nsecond"),
  ),
  csv("Papa Parse, semicolons", () => Papa.unparse(GERMAN, { delimiter: ";" }), {
    errors: [
      'line 1: the cells are separated by semicolons and decimals follow a comma; set "delimiter": ";", "decimal": "," for the table "variants".',
    ],
  }),
  csv("Papa Parse, semicolons as proposed", () => Papa.unparse(GERMAN, { delimiter: ";" }), {
    reading: SEMICOLONS,
  }),
  csv("csv-stringify", () => stringify(OBJECTS, { header: true })),
  csv(
    "csv-stringify with a byte order mark, and a line feed in a bare cell between CRLF",
    () => stringify(OBJECTS, { header: true, bom: true, record_delimiter: "windows" }),
    { errors: ["line 3: the row has 1 cell, but the header has 3."] },
  ),
  csv("csv-stringify, bars", () => stringify(OBJECTS, { header: true, delimiter: "|" }), {
    errors: ['line 1: the cells are separated by bars; set "delimiter": "|" for the table "variants".'],
  }),
  csv("csv-stringify, bars as proposed", () => stringify(OBJECTS, { header: true, delimiter: "|" }), {
    reading: { delimiter: "|" },
  }),
  csv(
    "csv-stringify, escaped by backslashes",
    () =>
      stringify([["S1", 1, 'a "b"']], {
        header: true,
        columns: ["variant", "tm", "note"],
        escape: "\\",
        quoted: true,
      }),
    { rows: [["S1", 1, 'a "b"']] },
  ),
  csv("json2csv", () => new Parser().parse(OBJECTS)),
  csv("json2csv, tabs in a CSV file", () => new Parser({ delimiter: "\t" }).parse(OBJECTS), {
    errors: ['line 1: the cells are separated by tabs; set "delimiter": "\\t" for the table "variants".'],
  }),
  csv("json2csv, with text for spreadsheets", () => new Parser({ withBOM: true }).parse(OBJECTS)),
  csv("fast-csv", () => writeToBuffer(OBJECTS, { headers: true })),
  csv("fast-csv, all quoted with CRLF", () =>
    writeToBuffer(OBJECTS, { headers: true, quote: '"', quoteColumns: true, rowDelimiter: "\r\n" }),
  ),
  csv("d3-dsv", () => csvFormat(OBJECTS)),
  csv("d3-dsv, tabs", () => tsvFormat(OBJECTS), { format: "TSV" }),
  csv("d3-dsv, a TSV file with commas", () => csvFormat(OBJECTS), {
    format: "TSV",
    errors: ['line 1: the cells are separated by commas; set "delimiter": "," for the table "variants".'],
  }),
  csv("ndjson", ndjsonText, { format: "NDJSON" }),
  csv(
    "ndjson with CRLF and a byte order mark",
    async () => `\ufeff${(await ndjsonText()).replaceAll("\n", "\r\n")}`,
    { format: "NDJSON" },
  ),
  csv("ndjson in UTF-16", async () => iconv.encode(await ndjsonText(), "utf-16"), {
    format: "NDJSON",
    reading: { encoding: "UTF-16" },
  }),
  csv("ndjson, gzip", async () => gzipSync(await ndjsonText()), { format: "NDJSON" }),
  csv("ndjson as CSV", ndjsonText, {
    errors: [
      'the file is JSON with one object per line, or a single object, not CSV; set "format": "NDJSON" for the table "variants".',
    ],
  }),
  ...(["xlsx", "xlsb", "ods", "xls"] as const).map((type) =>
    csv(`SheetJS, ${type} as CSV`, recording(`sheetjs.${type}`), {
      errors: [
        {
          xlsx: 'the file is a spreadsheet in XLSX format, not CSV; set "format": "XLSX" for the table "variants".',
          xlsb: "the file is a spreadsheet in XLSB format, not CSV; save it as XLSX or CSV.",
          ods: "the file is a spreadsheet in ODS format, not CSV; save it as XLSX or CSV.",
          xls: "the file is a spreadsheet in the legacy XLS format or protected by a password, not CSV; save it as XLSX or CSV, without a password.",
        }[type],
      ],
    }),
  ),
  csv("SheetJS, a web page as CSV", recording("sheetjs.html"), {
    errors: ["the file is a web page (HTML), not CSV; save the data as CSV."],
  }),
  csv("SheetJS, ods as XLSX", recording("sheetjs.ods"), {
    format: "XLSX",
    errors: ["the file is a spreadsheet in ODS format, not XLSX; save it as XLSX or CSV."],
  }),
  csv("SheetJS, CSV", recording("sheetjs.csv")),
  csv("SheetJS, CSV as Parquet", recording("sheetjs.csv"), {
    format: "PARQUET",
    errors: ['the file is text, not PARQUET; if it is CSV, set "format": "CSV" for the table "variants".'],
  }),
  csv("gzip", () => gzipSync(TEXT)),
  csv("gzip, cut off", () => gzipSync(TEXT).subarray(0, 60), {
    errors: ["the compressed file is damaged, or incomplete."],
  }),
  csv("gzip inside of gzip", () => gzipSync(gzipSync(TEXT)), {
    errors: ["the file is compressed with gzip, not CSV; unpack it."],
  }),
  csv("gzip of too much text", () => tooMuchText(), {
    columns: columns({ a: "STRING", b: "STRING", c: "STRING" }),
    errors: ["the compressed file has more than 500 MB of text; split it."],
  }),
  csv("zstd", () => zstdCompressSync(TEXT), {
    errors: ["the file is compressed with zstd, not CSV; decompress it, or compress it with gzip."],
  }),
  csv("fflate, zip of one file", zipOf({ "data/plate.csv": TEXT })),
  csv("fflate, zip of two files", zipOf({ "a.csv": TEXT, "b.csv": TEXT }), {
    errors: ["the ZIP archive contains several files (a.csv, b.csv); unpack it and upload each of them."],
  }),
  csv("fflate, zip without a file", zipOf({}), { errors: ["the ZIP archive contains no file."] }),
  csv("jszip, streamed zip of one file", () =>
    new JSZip()
      .file("a.csv", TEXT)
      .generateAsync({ type: "nodebuffer", streamFiles: true, compression: "DEFLATE" }),
  ),
  csv(
    "jszip, cut off",
    async () =>
      (await new JSZip().file("a.csv", TEXT.repeat(99)).generateAsync({ type: "nodebuffer" })).subarray(
        0,
        500,
      ),
    {
      errors: ["the compressed file is damaged, or incomplete."],
    },
  ),
  csv(
    "jszip, zip of a workbook",
    async () =>
      new JSZip().file("a.xlsx", await recording("sheetjs.xlsx")()).generateAsync({ type: "nodebuffer" }),
    {
      errors: [
        'the file is a spreadsheet in XLSX format, not CSV; set "format": "XLSX" for the table "variants".',
      ],
    },
  ),
  csv(
    "iconv-lite, UTF-16 with tabs as spreadsheets write it",
    () => iconv.encode(tsvFormat(OBJECTS), "utf16-le", { addBOM: true }),
    {
      reading: { encoding: "UTF-16", delimiter: "\t" },
    },
  ),
  csv("iconv-lite, UTF-16 without a mark", () => iconv.encode(TEXT, "utf-16be"), {
    reading: { encoding: "UTF-16" },
  }),
  csv("iconv-lite, UTF-8 stated as UTF-16", () => TEXT, {
    reading: { encoding: "UTF-16" },
    errors: ['the file is UTF-8, not UTF-16; set "encoding": "UTF-8" for the table "variants".'],
  }),
  csv("iconv-lite, UTF-32", () => iconv.encode(TEXT, "utf-32", { addBOM: true }), {
    errors: ["the file is UTF-32; save it as UTF-8 text."],
  }),
  csv("iconv-lite, WINDOWS-1252 with semicolons", () => iconv.encode(WIDE, "windows-1252"), {
    columns: WIDE_COLUMNS,
    errors: [
      'line 1: the text is not UTF-8; if it is Latin-1 or WINDOWS-1252, set "encoding": "WINDOWS-1252" for the table "variants", or save the file as UTF-8 text.',
    ],
  }),
  csv(
    "iconv-lite, WINDOWS-1252 with semicolons, its encoding stated",
    () => iconv.encode(WIDE, "windows-1252"),
    {
      columns: WIDE_COLUMNS,
      reading: { encoding: "WINDOWS-1252" },
      errors: [
        'line 1: the cells are separated by semicolons and decimals follow a comma; set "delimiter": ";", "decimal": "," for the table "variants".',
      ],
    },
  ),
  csv("iconv-lite, WINDOWS-1252 with semicolons as proposed", () => iconv.encode(WIDE, "windows-1252"), {
    columns: WIDE_COLUMNS,
    reading: { encoding: "WINDOWS-1252", ...SEMICOLONS },
    rows: WIDE_ROWS,
  }),
  csv("iconv-lite, UTF-8 stated as WINDOWS-1252", () => WIDE, {
    columns: WIDE_COLUMNS,
    reading: { encoding: "WINDOWS-1252", ...SEMICOLONS },
    errors: ['the file is UTF-8, not WINDOWS-1252; set "encoding": "UTF-8" for the table "variants".'],
  }),
  csv("iconv-lite, ISO-8859-1", () => iconv.encode("variant,tm,note\nx,1,\u00b5l\n", "iso-8859-1"), {
    reading: { encoding: "WINDOWS-1252" },
    rows: [["x", 1, "µl"]],
  }),
];
