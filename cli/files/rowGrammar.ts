import type { TableConfig } from "#client/importFiles.ts";

/*
 * Notation for rows and cells in options:
 *
 *   rows = [file ":"] line ["-" line]  |  [quoted-file ":"] column "=" value
 *   cell = [file ":"] line ":" column "=" [value]
 *
 * A file name without quotes contains none of : = " and is not a number; a column without quotes contains no =; a value is the
 * rest. Names and values in double quotes can contain anything, and a quote in them is written twice.
 */

export type Exclusion = NonNullable<TableConfig["exclusions"]>[number];
export type Correction = NonNullable<TableConfig["corrections"]>[number];
/** Rows, without the reason for their exclusion. */
export type Rows = Omit<Exclusion, "reason">;
/** Cell with its new value, without the reason for the correction. */
export type Cell = Omit<Correction, "reason" | "was">;

const QUOTED = '"((?:[^"]|"")*)"';
const FILE = `(?:${QUOTED}|(?!\\d+:)([^:="]+))`;
const LINE = "(\\d{1,10})";
const COLUMN = `(?:${QUOTED}|([^="][^=]*))`;
const VALUE = `(?:${QUOTED}|([^"][^]*)?)`;
const LINES = new RegExp(`^(?:${FILE}:)?${LINE}(?:-${LINE})?$`);
const COLUMN_VALUE = new RegExp(`^(?:${QUOTED}:)?${COLUMN}=${VALUE}$`);
const CELL = new RegExp(`^(?:${FILE}:)?${LINE}:${COLUMN}=${VALUE}$`);

/** Reads rows; undefined if the text is not in this notation. */
export function readRows(text: string): Rows | undefined {
  const [isLines, quoted, plain, first, last] = LINES.exec(text) ?? [];
  if (isLines !== undefined) {
    const file = textOf(quoted, plain);
    return {
      ...(file !== undefined && { file }),
      line: Number(first),
      ...(last !== undefined && { last_line: Number(last) }),
    };
  }
  const [isValue, file, quotedColumn, plainColumn, quotedValue, plainValue] = COLUMN_VALUE.exec(text) ?? [];
  const [column, value] = [textOf(quotedColumn, plainColumn), textOf(quotedValue, plainValue)];
  if (isValue === undefined || !column || !value) return undefined;
  return { ...(file !== undefined && { file: unquote(file) }), column, value };
}

export function writeRows({ file, line, last_line: last, column, value }: Rows): string {
  if (line != null) return `${fileText(file)}${line}${last == null ? "" : `-${last}`}`;
  const prefix = file == null ? "" : `${quote(file)}:`;
  return `${prefix}${columnText(column ?? "")}=${valueText(value ?? "")}`;
}

/** Reads a cell and its value, which is null if it is omitted; undefined if the text is not in this notation. */
export function readCell(text: string): Cell | undefined {
  const [isCell, quotedFile, plainFile, line, quotedColumn, plainColumn, quotedValue, plainValue] =
    CELL.exec(text) ?? [];
  const [file, column] = [textOf(quotedFile, plainFile), textOf(quotedColumn, plainColumn)];
  if (isCell === undefined || !column) return undefined;
  const value = textOf(quotedValue, plainValue) ?? null;
  return { ...(file !== undefined && { file }), line: Number(line), column, value };
}

export function writeCell({ file, line, column, value }: Cell): string {
  return `${fileText(file)}${line}:${columnText(column)}=${value === null ? "" : valueText(value)}`;
}

function textOf(quoted: string | undefined, plain: string | undefined): string | undefined {
  return quoted === undefined ? plain : unquote(quoted);
}

function unquote(text: string): string {
  return text.replaceAll('""', '"');
}

function quote(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

function fileText(file: string | null | undefined): string {
  if (file == null) return "";
  return `${/^(?!\d+$)[^:="]+$/.test(file) ? file : quote(file)}:`;
}

function columnText(column: string): string {
  return column.includes("=") || column.startsWith('"') ? quote(column) : column;
}

function valueText(value: string): string {
  return value === "" || value.startsWith('"') ? quote(value) : value;
}
