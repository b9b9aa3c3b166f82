import { proposeOptions } from "../options/fileOptions.ts";
import { MAX_ROW_BYTES } from "../source.ts";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

export interface RecordFault {
  problem: { line: number; reason: string };
  /** True if the rest of the file cannot be read. */
  isFatal: boolean;
}

/** Returns the reason for text that is not encoded as UTF-8. */
export function notUtf8Reason(table: string | undefined): string {
  const option = proposeOptions({ encoding: "WINDOWS-1252" }, table);
  return `the text is not UTF-8; if it is Latin-1 or WINDOWS-1252, ${option}, or save the file as UTF-8 text`;
}

/** Returns the reason for a row that is too long. */
export function tooLongReason(): string {
  return `the row is longer than ${MAX_ROW_BYTES.toLocaleString("en-US")} bytes; a quote may not be closed`;
}

/** Returns the reason for text at `at` after a closing quote, which is the byte before `behind`. */
export function reasonBehindQuote(bytes: Buffer, behind: number, at: number): string {
  if (at > behind && bytes[at] === QUOTE)
    return "the cells are separated by spaces; separate them with commas or tabs, as R's write.csv does";
  const twice = "a quote inside a quoted cell must be doubled";
  return bytes[behind - 2] === BACKSLASH
    ? `text follows a closing quote; ${twice}, not escaped with a backslash (in R, use qmethod = "double")`
    : `text follows a closing quote; ${twice}`;
}
