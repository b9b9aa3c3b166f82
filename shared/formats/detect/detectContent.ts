import { constants, inflateRawSync } from "node:zlib";
import { type BiologyKind, detectBiology } from "./detectBiology.ts";
import { detectEncoding, looksLikeUtf16 } from "./detectEncoding.ts";
import { GZIP_SIGNATURE, ZIP_SIGNATURE } from "./isCompressed.ts";

/** Kind of a file's content, regardless of its name. TEXT is text that is not of any other kind. */
export type ContentKind =
  | BiologyKind
  | "TEXT"
  | "JSON_LINES"
  | "JSON_ARRAY"
  | "HTML"
  | "XML"
  | "GZIP"
  | "ZIP"
  | "XLSX"
  | "XLSB"
  | "XLS"
  | "ODS"
  | "NUMBERS"
  | "WORD"
  | "PARQUET"
  | "ARROW"
  | "ZSTD"
  | "BZIP2"
  | "XZ"
  | "7Z"
  | "RAR"
  | "PDF"
  | "SQLITE"
  | "HDF5"
  | "NUMPY"
  | "RDATA";

/** Signatures of each kind that cannot start a text file. */
const SIGNATURES: readonly [ContentKind, string][] = [
  ["GZIP", GZIP_SIGNATURE],
  ["ARROW", "ffffffff"],
  ["XLS", "d0cf11e0a1b11ae1"],
  ["ZSTD", "28b52ffd"],
  ["BZIP2", `${hex("BZh")}3?314159265359`],
  ["XZ", "fd377a585a00"],
  ["7Z", "377abcaf271c"],
  ["RAR", hex("Rar!\x1a\x07")],
  ["PDF", hex("%PDF-")],
  ["SQLITE", hex("SQLite format 3\0")],
  ["HDF5", "894844460d0a1a0a"],
  ["NUMPY", "934e554d5059"],
  ["RDATA", hex("X\n\0\0\0")],
];
/** Signatures that can also start a text file; in text, they are not followed by control characters. */
const TEXT_SIGNATURES: readonly [ContentKind, string][] = [
  ["PARQUET", "PAR1"],
  ["ARROW", "ARROW1"],
  ["ARROW", "FEA1"],
  ["RDATA", "RDX2\n"],
  ["RDATA", "RDX3\n"],
];
const BINARY_SAMPLE_BYTES = 64;
const LOCAL_HEADER = Buffer.from(ZIP_SIGNATURE, "hex");
const EMPTY_ZIP = Buffer.from("PK\x05\x06", "latin1");
/** Maximum size of an archive entry to read, such as a workbook's list of parts, in bytes. */
const MAX_ENTRY_BYTES = 1 << 20;
/** Number of leading bytes used to recognize text. */
const TEXT_SAMPLE_BYTES = 16 << 10;
const MAX_ENTRIES = 100;
const STORED = 0;
const DEFLATED = 8;

/** Detects the file type from the first bytes of a file, and reads nothing else. Runs in time linear in the number of bytes. */
export function detectContent(head: Buffer): ContentKind {
  const start = head.toString("hex", 0, BINARY_SAMPLE_BYTES);
  for (const [kind, signature] of SIGNATURES) if (beginsWith(start, signature)) return kind;
  for (const [kind, text] of TEXT_SIGNATURES) {
    if (head.toString("latin1", 0, text.length) === text && hasControls(head)) return kind;
  }
  if (head.indexOf(EMPTY_ZIP) === 0) return "ZIP";
  if (head.indexOf(LOCAL_HEADER) === 0) return detectArchive(head);
  return detectText(head);
}

/** Recognizes spreadsheets among ZIP archives by the names of their first parts. */
function detectArchive(head: Buffer): ContentKind {
  let kind: ContentKind = "ZIP";
  for (const { name, method, data } of firstEntries(head)) {
    if (name === "mimetype") {
      const isSheet = textOf(method, data).startsWith("application/vnd.oasis.opendocument.spreadsheet");
      return isSheet ? "ODS" : "ZIP";
    }
    if (name === "[Content_Types].xml") return workbookKind(textOf(method, data));
    if (name === "xl/workbook.bin") return "XLSB";
    if (name.startsWith("word/")) return "WORD";
    if (/^Index(?:\/.*\.iwa|\.zip)$/.test(name)) return "NUMBERS";
    if (name.startsWith("xl/")) kind = "XLSX";
  }
  return kind;
}

function workbookKind(parts: string): ContentKind {
  if (parts.includes("sheet.binary") && !parts.includes("/xl/workbook.xml")) return "XLSB";
  return parts.includes("wordprocessingml") ? "WORD" : "XLSX";
}

/** Returns the text of an entry, or as much of it as the leading bytes of the file contain. */
function textOf(method: number, data: Buffer): string {
  if (method === STORED) return data.toString("latin1");
  if (method !== DEFLATED) return "";
  try {
    const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: MAX_ENTRY_BYTES };
    return inflateRawSync(data, options).toString("latin1");
  } catch {
    return "";
  }
}

/** Yields the entries with local headers within the leading bytes of the file. */
function* firstEntries(head: Buffer): Generator<{ name: string; method: number; data: Buffer }> {
  let at = 0;
  for (let count = 0; count < MAX_ENTRIES && at >= 0 && at + 30 <= head.length; count++) {
    const name = at + 30;
    const data = name + head.readUInt16LE(at + 26) + head.readUInt16LE(at + 28);
    const size = head.readUInt32LE(at + 18);
    // Streamed archives state the size after the data; in that case, the next header is searched for.
    const next = size > 0 ? data + size : head.indexOf(LOCAL_HEADER, data);
    yield {
      name: head.toString("utf8", name, name + head.readUInt16LE(at + 26)),
      method: head.readUInt16LE(at + 8),
      data: head.subarray(data, next < 0 ? head.length : next),
    };
    if (next >= 0 && head.compare(LOCAL_HEADER, 0, 4, next, Math.min(next + 4, head.length)) !== 0) return;
    at = next;
  }
}

function detectText(head: Buffer): ContentKind {
  const text = textStart(head).replace(/^\ufeff?\s+|^\ufeff/, "");
  const start = text.slice(0, 2_000);
  if (/^<(?:!doctype html|html|table|head|body|meta)\b/i.test(start)) return "HTML";
  if (/^<\?xml\b/i.test(start)) return /<html\b/i.test(start) ? "HTML" : "XML";
  // A name and its attributes, followed by another element.
  if (/^<[A-Za-z][\w.:-]*(?:\s[^<>]*)?>\s*<[A-Za-z][\w.:-]*[\s/>]/.test(start)) return "XML";
  if (/^\[\s*(?:[{\]]|$)/.test(start)) return "JSON_ARRAY";
  if (/^\{\s*(?:"(?:[^"\\]|\\.)*"\s*:|\})/.test(start)) return "JSON_LINES";
  return detectBiology(text, head.length > TEXT_SAMPLE_BYTES) ?? "TEXT";
}

/** Returns the first characters of a text file. */
function textStart(head: Buffer): string {
  const sample = head.subarray(0, Math.min(head.length, TEXT_SAMPLE_BYTES) & ~1);
  if (!looksLikeUtf16(head)) return head.toString("utf8", 0, TEXT_SAMPLE_BYTES);
  const isBigEndian = detectEncoding(sample) === "UTF-16BE";
  return (isBigEndian ? Buffer.from(sample).swap16() : sample).toString("utf16le");
}

/** Tells whether hexadecimal digits start with a pattern in which `?` is any digit. */
function beginsWith(digits: string, signature: string): boolean {
  for (let at = 0; at < signature.length; at++) {
    if (signature[at] !== "?" && signature[at] !== digits[at]) return false;
  }
  return true;
}

function hasControls(head: Buffer): boolean {
  return head.subarray(0, BINARY_SAMPLE_BYTES).some((byte) => byte < 9);
}

function hex(text: string): string {
  return Buffer.from(text, "latin1").toString("hex");
}
