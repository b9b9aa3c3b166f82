import {
  cellsBetweenSpaces,
  detectLayout,
  namesAbove,
  rulerSpans,
  type SpacedLines,
  spacedLines,
  type TextLayout,
} from "@pdp/formats/layouts";
import type { FileOptions } from "@pdp/formats/options";
import { headLines, LineLimiter, LineRewriter, LineSkipper } from "@pdp/formats/text";

import { FIELDS, type GenomeText, genomeText } from "./genomeText.ts";
import { NoSample } from "./sample.ts";

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const LF = 0x0a;
/** Minimum number of cells between spaces for a line to be more than a text. */
const MIN_CELLS = 3;
/** Share of the lines that determines whether a file is a table without separators. */
const MAJORITY = 0.8;

/** Minimum number of lines of text for a file to be no table. */
const MIN_TEXTS = 5;
const WHOLE_LINES =
  "save the table as CSV or TSV, or set one text column and `header_rows` to load whole lines";

/** Text of a table after its comments and its spaces have been rewritten. */
export interface TableLines {
  bytes: Buffer;
  /** Options with which a load rewrites the text in the same way; empty if the text was not changed. */
  options: Pick<FileOptions, "comments" | "delimiter">;
  /** Column names in a comment. */
  names: readonly string[] | undefined;
  /** Number of columns that a load gives the rewritten text if it has no names. */
  width?: number;
  /** Format of genome tools that the text has, if any. */
  genome?: GenomeText;
}

/**
 * Finds comments among the rows of a text file, and cells between spaces instead of separators. Throws NoSample for lines that
 * cannot be split into cells.
 */
export function tableLines(bytes: Buffer, isWhole: boolean): TableLines {
  const lines = headLines(bytes, isWhole);
  const genome = genomeText(lines, () => bytes.toString("latin1"));
  if (genome !== undefined) return genomeLines(bytes, isWhole, genome);
  if (lines.length > 0 && firstBodyLine(lines) === lines.length && isWhole)
    throw new NoSample("it contains only comments, which start with #, and no rows");
  const sign = commentSign(lines);
  const leading = lines.slice(0, firstBodyLine(lines));
  const body = lines.filter((line) => !line.startsWith(sign ?? "#"));
  const layout = detectLayout(Buffer.from(`${body.join("\n")}\n`), true);
  const spaced = spacedOf(lines, body, layout);
  if (spaced === undefined && layout?.header.length === 1) refuseWholeLines(body);
  const hasNames = leading.some((line) => FIELDS.test(line));
  const comments = spaced !== undefined && leading.length > 0 ? "#" : (sign ?? (hasNames ? "#" : undefined));
  const options = { ...(comments && { comments }), ...(spaced && { delimiter: " " as const }) };
  if (comments === undefined && spaced === undefined) return { bytes, options, names: undefined };
  const delimiter = layout?.delimiter ?? ",";
  const complete = isWhole ? bytes : bytes.subarray(0, bytes.lastIndexOf(LF) + 1);
  const split = (text: string) => (spaced ? cellsBetweenSpaces(text) : text.split(delimiter));
  const columns = spaced?.width ?? layout?.header.length ?? 0;
  const names = comments === undefined ? undefined : namesInComments(leading, columns, split);
  const reading = { ...options, ...(names && { header_rows: 0 }) };
  const rewriter = new LineRewriter(reading, delimiter, complete, isWhole);
  const rewritten = rewriter.take(complete, true);
  const rows = names === undefined ? rewritten : rewritten.subarray(rewritten.indexOf(LF) + 1);
  return { bytes: rows, options, names, width: rewriter.width };
}

/** Rewrites the text of a format of genome tools: only its rows and its names remain. */
function genomeLines(bytes: Buffer, isWhole: boolean, genome: GenomeText): TableLines {
  const { comments, headLines: above } = genome;
  const options = comments === undefined ? {} : { comments };
  const { lastRow = Number.POSITIVE_INFINITY } = genome;
  const read = isWhole ? bytes : bytes.subarray(0, bytes.lastIndexOf(LF) + 1);
  const complete = new LineLimiter(lastRow).take(read);
  if (above > 0) {
    const rows = new LineSkipper(above).take(complete);
    return { bytes: Buffer.concat([Buffer.alloc(above, LF), rows]), options, names: undefined, genome };
  }
  if (comments === undefined) return { bytes: complete, options, names: undefined, genome };
  const rewriter = new LineRewriter(options, "\t", complete, isWhole);
  return { bytes: rewriter.take(complete, true), options, names: undefined, width: rewriter.width, genome };
}

/** Finds cells between spaces if a line of dashes marks them, or if no separator splits the lines into as many cells. */
function spacedOf(
  lines: readonly string[],
  body: readonly string[],
  layout: TextLayout | undefined,
): SpacedLines | undefined {
  const width = layout?.header.length ?? 0;
  const isRuled = rulerSpans(lines) !== undefined;
  const isAligned = areAligned(body);
  if (width > 1 && !isRuled && (!isAligned || layout?.delimiter === "\t")) return undefined;
  const spaced = isRuled || isAligned || areSpaced(body) ? spacedLines(body, lines) : undefined;
  return spaced !== undefined && spaced.width > width ? spaced : undefined;
}

/** Returns the sign of comment lines between rows; undefined if comments are only above the table, or if they may be rows. */
function commentSign(lines: readonly string[]): "#" | undefined {
  const first = firstBodyLine(lines);
  const below = lines.slice(first);
  const later = below.filter((line) => line.startsWith("#"));
  if (first === lines.length || later.length === 0) return undefined;
  const cells = (line: string) => line.split(/[\t,;|]/).length;
  const widths = new Set(below.filter((line) => !line.startsWith("#")).map(cells));
  return later.some((line) => cells(line) > 1 && widths.has(cells(line))) ? undefined : "#";
}

/** Returns the index of the first line that is neither empty nor a comment. */
function firstBodyLine(lines: readonly string[]): number {
  const first = lines.findIndex((line) => line.trim() !== "" && !line.startsWith("#"));
  return first < 0 ? lines.length : first;
}

/** Tells whether most lines below the titles have cells that are separated by several spaces. */
function areAligned(body: readonly string[]): boolean {
  const aligned = body.filter((line) => line.trim() !== "").map((line) => /\S {2,}\S/.test(line));
  const rows = aligned.slice(Math.max(aligned.indexOf(true), 0));
  return rows.length > 1 && rows.filter(Boolean).length >= MAJORITY * rows.length;
}

/** Tells whether lines have cells between spaces: most have several, and one of the columns contains numbers. */
function areSpaced(body: readonly string[]): boolean {
  const filled = body.filter((line) => line.trim() !== "");
  const rows = filled.map(cellsBetweenSpaces);
  const hasNumbers = rows.filter((cells) => cells.some((cell) => NUMBER.test(cell))).length;
  const several = rows.filter((cells) => cells.length > 1).length;
  return filled.length > 1 && several >= MAJORITY * filled.length && 2 * hasNumbers >= filled.length - 1;
}

/** Throws NoSample for lines that would be read as one text each, although they consist of cells. */
function refuseWholeLines(body: readonly string[]): void {
  const filled = body.filter((line) => line.trim() !== "");
  const rows = filled.map(cellsBetweenSpaces);
  const many = rows.filter(
    (cells) => cells.length >= MIN_CELLS && cells.filter((cell) => NUMBER.test(cell)).length > 1,
  );
  if (filled.length < 2) return;
  if (2 * many.length > filled.length)
    throw new NoSample(
      `its lines have no separators, but different numbers of cells separated by spaces; ${WHOLE_LINES}`,
    );
  const texts = filled.filter((line) => !line.trimStart().startsWith('"') && /\S\s+\S/.test(line));
  // One word above texts is the name of a column.
  const isNamed = !/\S\s+\S/.test(filled[0] as string);
  if (!isNamed && filled.length >= MIN_TEXTS && 2 * texts.length > filled.length)
    throw new NoSample(`its lines are texts without separators, not the rows of a table; ${WHOLE_LINES}`);
}

/** Returns the column names in the comments above a table: after `Fields:`, above a line of dashes, or in the last comment. */
function namesInComments(
  leading: readonly string[],
  width: number,
  split: (text: string) => string[],
): string[] | undefined {
  const ruler = rulerSpans(leading);
  if (ruler !== undefined && ruler.line > 0) {
    const line = (leading[ruler.line - 1] as string).replace(/^#+/, (signs) => " ".repeat(signs.length));
    return namesAbove(line, ruler.spans);
  }
  const fields = leading
    .findLast((line) => FIELDS.test(line))
    ?.replace(FIELDS, "")
    .split(/\s*,\s*/);
  if (fields?.length === width) return fields;
  const names = leading
    .map((line) => split(line.replace(/^#+\s*/, "")))
    .findLast((cells) => cells.length === width && width > 1);
  return names?.some((cell) => NUMBER.test(cell)) ? undefined : names;
}
