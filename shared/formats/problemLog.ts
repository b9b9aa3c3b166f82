import { closeSync, openSync, writeSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { cut, escapeControls, guardFormula, type Problem } from "@pdp/basics/wording";

export const PROBLEM_CSV_HEADER = "file,line,column,value,reason\n";

const BUFFER_CHARACTERS = 1 << 18;
const MAX_FILE_CHARACTERS = 300;

/**
 * Writes all problems of one file as CSV rows without a header, compressed with gzip. It writes synchronously, because it is
 * called for each cell while a file is being scanned, in a process that does nothing else; its memory use is bounded.
 */
export class ProblemLog {
  /** Number of problems. */
  count = 0;
  readonly path: string;
  #file: number | undefined;
  #rows = "";

  /** The file at `path` is created when the first problem occurs. */
  constructor(path: string) {
    this.path = path;
  }

  add(problem: Problem): void {
    this.count++;
    this.#rows += problemRow(problem);
    if (this.#rows.length >= BUFFER_CHARACTERS) this.#flush();
  }

  /** Completes the file, which exists only if there was a problem. */
  close(): void {
    if (this.#rows.length > 0) this.#flush();
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  /** Appends the rows to the gzip file as an additional member. */
  #flush(): void {
    this.#file ??= openSync(this.path, "wx", 0o600);
    writeSync(this.#file, gzipSync(this.#rows, { level: 1 }));
    this.#rows = "";
  }
}

/** Returns a CSV row on a single line. Cells that a spreadsheet would interpret as a formula start with an apostrophe. */
export function problemRow({ file, line, column, value, reason }: Problem): string {
  const texts = [column, value, reason].map((text, index) => textCell(index < 2 && text ? cut(text) : text));
  return `${[textCell(shortPath(file)), line ?? "", ...texts].join(",")}\n`;
}

function textCell(text: string | undefined): string {
  if (text === undefined) return "";
  return `"${guardFormula(escapeControls(text)).replaceAll('"', '""')}"`;
}

/** Truncates the start of a path, because every problem of a file repeats the path, and paths differ at their ends. */
function shortPath(path: string): string {
  return path.length > MAX_FILE_CHARACTERS ? `…${path.slice(1 - MAX_FILE_CHARACTERS).toWellFormed()}` : path;
}
