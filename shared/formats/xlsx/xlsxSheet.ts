import { shorten } from "@pdp/basics/wording";
import { MAX_ROW_BYTES } from "../source.ts";
import type { CellStyles } from "./cellStyles.ts";
import { columnOf } from "./columnOf.ts";
import { type OpenCell, readFastCell } from "./fastCell.ts";
import { MergedCells } from "./mergedCells.ts";
import type { NumberFormat } from "./numberFormat.ts";
import { numberValue } from "./numberValue.ts";
import { UnreadableXlsx } from "./unreadableXlsx.ts";
import type { SharedStrings } from "./xlsxStrings.ts";
import { appendText, decodeText, XlsxText } from "./xlsxText.ts";
import {
  columnLetters,
  isEmpty,
  QuotedText,
  UnstoredFormula,
  type XlsxRow,
  type XlsxValue,
} from "./xlsxValue.ts";
import { decodeEntities, readAttributes, XmlReader } from "./xmlReader.ts";

/** Shared data referenced by the cells of a sheet. */
export interface SheetContext {
  strings: SharedStrings;
  /** Number formats by cell style. */
  formats: readonly NumberFormat[];
  styles: CellStyles;
  startsIn1904: boolean;
  isToBeCalculated: boolean;
}

const MAX_ROWS = 1_048_576;
export const MAX_COLUMNS = 16_384;
/** Maximum number of cells; a row counts up to its last cell. */
export const MAX_CELLS = 20_000_000;
/** Maximum number of characters; a shared string counts once per reference to it. */
const MAX_CHARACTERS = 1_000_000_000;
/** Maximum length of a value in an error message, in characters. */
const MAX_SHOWN_CHARACTERS = 20;

/** Reads the rows of a sheet in bounded memory, in chunks. Throws UnreadableXlsx for an invalid sheet. */
export class SheetReader {
  /** Rows that have been read but not consumed yet. */
  rows: XlsxRow[] = [];
  /** Merged ranges, which follow the rows. */
  readonly merged = new MergedCells();
  /** Number of formulas with possibly outdated stored values. */
  outdatedFormulas = 0;
  /** Row numbers of the rows with a struck-through value. */
  readonly struckRows: number[] = [];
  private readonly context: SheetContext;
  private readonly xml: XmlReader;
  private readonly inline = new XlsxText();
  private readonly cell: OpenCell = {
    column: -1,
    row: -1,
    type: "",
    style: -1,
    raw: "",
    hasValue: false,
    hasFormula: false,
  };
  private inData = false;
  private values: XlsxValue[] | undefined;
  private digits: string[] = [];
  private line = 0;
  private location: "" | "cell" | "value" | "inline" = "";
  private rowCharacters = 0;
  private rowCount = 0;
  private cells = 0;
  private characters = 0;

  constructor(context: SheetContext) {
    this.context = context;
    this.xml = new XmlReader({
      open: (name, attributes) => this.open(name, attributes),
      close: (name) => this.close(name),
      text: (piece) => this.text(piece),
      fast: (text, at) => this.fast(text, at),
    });
  }

  push(bytes: Uint8Array): void {
    this.xml.push(bytes);
  }

  end(): void {
    this.xml.end();
  }

  private fast(text: string, at: number): number {
    if (this.location !== "" || this.values === undefined) return -1;
    const end = readFastCell(text, at, this.cell);
    if (end < 0) return -1;
    const { cell } = this;
    this.checkPlace();
    this.addValue(cell.type === "inlineStr" ? this.textOf(decodeText(cell.raw)) : this.value(), this.values);
    return end;
  }

  private open(name: string, attributes: string): void {
    if (this.location === "inline") this.inline.open(name);
    else if (name === "sheetData") this.inData = true;
    else if (name === "row" && this.inData) this.openRow(attributes);
    else if (name === "c" && this.values) this.openCell(attributes);
    else if (name === "v" && this.location === "cell") {
      if (this.cell.hasValue) throw this.refused("has two values");
      this.location = "value";
      this.cell.hasValue = true;
    } else if (name === "f" && this.location === "cell") this.cell.hasFormula = true;
    else if (name === "is" && this.location === "cell") {
      if (this.inline.value !== "") throw this.refused("has two values");
      this.location = "inline";
    } else if (name === "mergeCell") this.merged.add(readAttributes(attributes).get("ref") ?? "");
  }

  private text(piece: string): void {
    if (this.location === "value") this.cell.raw = appendText(this.cell.raw, piece);
    else if (this.location === "inline") this.inline.text(piece);
  }

  private close(name: string): void {
    if (name === "v" && this.location === "value") this.location = "cell";
    else if (name === "is" && this.location === "inline") this.location = "cell";
    else if (this.location === "inline") this.inline.close(name);
    else if (name === "c" && this.location !== "") this.closeCell();
    else if (name === "row" && this.values) this.closeRow(this.values);
    else if (name === "sheetData") this.inData = false;
  }

  private openRow(attributes: string): void {
    const stated = readAttributes(attributes).get("r");
    const line = stated === undefined || stated === "" ? this.line + 1 : parseWholeNumber(stated);
    if (line === undefined)
      throw new UnreadableXlsx(
        `a row has the number "${shorten(stated ?? "", MAX_SHOWN_CHARACTERS)}", which is not a row number`,
      );
    this.rowCount++;
    if (line <= this.line)
      throw new UnreadableXlsx(`row ${line} follows row ${this.line}, but rows must be in order`);
    if (line > MAX_ROWS || this.rowCount > MAX_ROWS) throw tooManyCells();
    this.line = line;
    this.values = [];
    this.digits = [];
    this.location = "";
    this.cell.column = -1;
    this.rowCharacters = 0;
  }

  private closeRow(values: XlsxValue[]): void {
    this.rows.push({ line: this.line, values, digits: this.digits });
    this.values = undefined;
    this.location = "";
  }

  private openCell(attributes: string): void {
    const { cell } = this;
    const given = attributes === "" ? NO_ATTRIBUTES : readAttributes(attributes);
    const reference = given.get("r") ?? "";
    cell.column = reference === "" ? cell.column + 1 : columnOf(reference);
    cell.row = Number(/\d{1,9}$/.exec(reference)?.[0] ?? -1);
    this.checkPlace();
    cell.type = given.get("t") ?? "";
    cell.style = parseWholeNumber(given.get("s") ?? "") ?? -1;
    cell.raw = "";
    cell.hasValue = false;
    cell.hasFormula = false;
    this.inline.reset();
    this.location = "cell";
  }

  private checkPlace(): void {
    const { column, row } = this.cell;
    if (row >= 0 && row !== this.line) throw new UnreadableXlsx(`row ${this.line} has a cell of row ${row}`);
    if (column >= 0 && column < MAX_COLUMNS) return;
    const maxColumns = MAX_COLUMNS.toLocaleString("en-US");
    throw new UnreadableXlsx(`row ${this.line} has a cell outside the ${maxColumns} columns of a sheet`);
  }

  private closeCell(): void {
    this.location = "";
    const value = this.cell.type === "inlineStr" ? this.textOf(this.inline.value) : this.value();
    this.addValue(value, this.values as XlsxValue[]);
  }

  private addValue(value: XlsxValue, values: XlsxValue[]): void {
    const { column } = this.cell;
    if (this.context.styles.struck.has(this.cell.style) && !isEmpty(value)) this.noteStruckRow();
    const wider = isEmpty(value) ? 0 : column + 1 - values.length;
    this.cells += Math.max(wider, 1);
    if (this.cells > MAX_CELLS) throw tooManyCells();
    if (typeof value === "string") this.countCharacters(value.length);
    else if (value instanceof QuotedText) this.countCharacters(value.text.length);
    else if (typeof value === "number") this.digits[column] = this.cell.raw;
    for (let added = 0; added < wider; added++) values.push(null);
    if (isEmpty(value) || column >= values.length) return;
    if (!isEmpty(values[column])) throw this.refused("is in the file twice");
    values[column] = value;
  }

  private noteStruckRow(): void {
    if (this.struckRows.at(-1) !== this.line) this.struckRows.push(this.line);
  }

  /** Returns the text of a cell; text that looks like an error in a text cell is marked as text. */
  private textOf(text: string): XlsxValue {
    const isQuoted = text.startsWith("#") && this.context.styles.quoted.has(this.cell.style);
    return isQuoted ? new QuotedText(text) : text;
  }

  private countCharacters(length: number): void {
    this.rowCharacters += length;
    this.characters += length;
    if (this.rowCharacters > MAX_ROW_BYTES) {
      throw new UnreadableXlsx(`row ${this.line} is too long; load the data as Parquet`);
    }
    if (this.characters > MAX_CHARACTERS) {
      const maximum = MAX_CHARACTERS.toLocaleString("en-US");
      throw new UnreadableXlsx(`the sheet has more than ${maximum} characters; load the data as Parquet`);
    }
  }

  private value(): XlsxValue {
    const { cell, context } = this;
    const value = this.storedValue();
    if (!cell.hasFormula) return value;
    const isStored = cell.type === "str" ? cell.hasValue : cell.raw !== "";
    // A writer that leaves the calculation to other programs stores 0 for values that it did not compute.
    if (!isStored || (context.isToBeCalculated && cell.raw === "0"))
      return new UnstoredFormula(this.reference);
    if (context.isToBeCalculated) this.outdatedFormulas++;
    return value;
  }

  private sharedString(raw: string): string {
    const text = this.context.strings.get(parseWholeNumber(raw) ?? -1);
    if (text !== undefined) return text;
    const number = shorten(raw, MAX_SHOWN_CHARACTERS);
    throw this.refused(`refers to the text number "${number}", which the file does not contain`);
  }

  /** Returns an error about the current cell. */
  private refused(reason: string): UnreadableXlsx {
    return new UnreadableXlsx(`cell ${this.reference} ${reason}`);
  }

  /** Reference of the current cell, such as `B2`. */
  private get reference(): string {
    return `${columnLetters(this.cell.column)}${this.line}`;
  }

  private storedValue(): XlsxValue {
    const { cell, context } = this;
    const { raw } = cell;
    switch (cell.type) {
      case "s":
        return raw === "" ? null : this.textOf(this.sharedString(raw.trim()));
      case "str":
        return decodeText(raw);
      case "b":
        return raw === "" ? null : (BOOLEANS.get(raw.trim().toLowerCase()) ?? decodeEntities(raw));
      case "e":
        return decodeEntities(raw);
      case "":
      case "n":
      case "d": {
        if (raw === "") return null;
        const number = Number(raw);
        if (Number.isNaN(number) || RADIX.test(raw)) return decodeEntities(raw);
        const format = context.formats[cell.style];
        return format === undefined || format.kind === "general"
          ? number
          : numberValue(number, format, context.startsIn1904);
      }
      default:
        throw this.refused(`has the unknown type "${shorten(cell.type, MAX_SHOWN_CHARACTERS)}"`);
    }
  }
}

/** Start of a number that JavaScript reads, but spreadsheets do not. */
const RADIX = /^\s*0[box]/i;
const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ["1", true],
  ["true", true],
  ["0", false],
  ["false", false],
]);
const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map();

function parseWholeNumber(text: string): number | undefined {
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

export function tooManyCells(): UnreadableXlsx {
  const [cells, rows] = [MAX_CELLS, MAX_ROWS].map((count) => count.toLocaleString("en-US"));
  return new UnreadableXlsx(`the sheet has more than ${cells} cells or ${rows} rows; load the data as CSV`);
}
