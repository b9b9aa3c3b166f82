import { type FileFormat, FORMATS, isFileFormat } from "../options/fileFormat.ts";
import { proposeOptions } from "../options/fileOptions.ts";
import type { ContentKind } from "./detectContent.ts";

/** Nouns for contents that are not file formats. */
const NAMES: Record<Exclude<ContentKind, FileFormat>, string> = {
  TEXT: "text",
  JSON_LINES: FORMATS.NDJSON.noun,
  JSON_ARRAY: "JSON with all rows in one list",
  HTML: "a web page (HTML)",
  XML: "XML",
  GZIP: "compressed with gzip",
  ZIP: "a ZIP archive",
  XLSB: "a spreadsheet in XLSB format",
  XLS: "a spreadsheet in the legacy XLS format or protected by a password",
  ODS: "a spreadsheet in ODS format",
  WORD: "a text document in DOCX format",
  ARROW: "an Arrow or Feather file",
  ZSTD: "compressed with zstd",
  BZIP2: "compressed with bzip2",
  XZ: "compressed with xz",
  "7Z": "a 7z archive",
  RAR: "a RAR archive",
  PDF: "a PDF document",
  SQLITE: "an SQLite database",
  HDF5: "an HDF5 file",
  NUMPY: "a NumPy array",
  RDATA: "an R data file (RData or RDS)",
  NUMBERS: "an Apple Numbers, Pages or Keynote document",
};

/** Advice for each kind of content that is not a supported format. */
const ADVICE: Partial<Record<ContentKind, string>> = {
  JSON_ARRAY:
    "save it with one object per line, without enclosing brackets and without commas between objects",
  XLSB: "save it as XLSX or CSV",
  XLS: "save it as XLSX or CSV, without a password",
  ODS: "save it as XLSX or CSV",
  ZSTD: "decompress it, or compress it with gzip",
  BZIP2: "decompress it, or compress it with gzip",
  XZ: "decompress it, or compress it with gzip",
  "7Z": "unpack it",
  RAR: "unpack it",
  ARROW: "save it as Parquet",
  NUMBERS: "export it as CSV or XLSX",
};

/** Formats that are recognized under another name. */
const RECOGNIZED_AS: Partial<Record<ContentKind, FileFormat>> = { JSON_LINES: "NDJSON" };
const UNPACK = "unpack it";

/** Returns the reason why content cannot be read in the given format. */
export function contentReason(content: ContentKind, format: FileFormat, table: string | undefined): string {
  const mismatch = `the file is ${isFileFormat(content) ? FORMATS[content].noun : NAMES[content]}, not ${format}`;
  const recognized = isFileFormat(content) ? content : RECOGNIZED_AS[content];
  if (recognized !== undefined) return `${mismatch}; ${proposeOptions({ format: recognized }, table)}`;
  if (content === "JSON_ARRAY" && format === "NDJSON") return `${mismatch}; ${ADVICE.JSON_ARRAY}`;
  if (content === "TEXT") return `${mismatch}; if it is CSV, ${proposeOptions({ format: "CSV" }, table)}`;
  if (content === "GZIP" || content === "ZIP") return `${mismatch}; ${UNPACK}`;
  return `${mismatch}; ${ADVICE[content] ?? "save the data as CSV"}`;
}
