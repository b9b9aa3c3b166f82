import { serialToDate } from "hucre";
import { shorten } from "#shared/domain/wording.ts";
import { MAX_ROW_BYTES } from "#shared/lake/formats/source.ts";
import { UnreadableXlsx } from "./unreadableXlsx.ts";
import type { SharedStrings } from "./xlsxStrings.ts";
import { appendText, decodeText, XlsxText } from "./xlsxText.ts";
import { decodeEntities, readAttributes, XmlReader } from "./xmlReader.ts";

export type XlsxValue = string | number | boolean | Date | null;

export interface XlsxRow {
  /** Row number in the spreadsheet. */
  line: number;
  values: XlsxValue[];
}

/** Shared data that the cells of a sheet refer to. */
export interface SheetContext {
  strings: SharedStrings;
  dateStyles: ReadonlySet<number>;
  startsIn1904: boolean;
}

const MAX_ROWS = 1_048_576;
const MAX_COLUMNS = 16_384;
/** Maximum number of cells; a row counts up to its last one. */
export const MAX_CELLS = 20_000_000;
/** Maximum number of characters; a shared string counts for each reference to it. */
const MAX_CHARACTERS = 1_000_000_000;
/** Maximum length of a value in an error message, in characters. */
const MAX_SHOWN_CHARACTERS = 20;

/** Reads the rows of a sheet in bounded memory, in chunks. Throws UnreadableXlsx for an invalid sheet. */
export class SheetReader {
  /** Rows that were read and not taken yet. */
  rows: XlsxRow[] = [];
  private readonly context: SheetContext;
  private readonly xml: XmlReader;
  private readonly inline = new XlsxText();
  private inData = false;
  private values: XlsxValue[] | undefined;
  private line = 0;
  private column = -1;
  private type = "";
  private style = -1;
  private raw = "";
  private place: "" | "cell" | "value" | "inline" = "";
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
    });
  }

  push(bytes: Uint8Array): void {
    this.xml.push(bytes);
  }

  end(): void {
    this.xml.end();
  }

  private open(name: string, attributes: string): void {
    if (this.place === "inline") this.inline.open(name);
    else if (name === "sheetData") this.inData = true;
    else if (name === "row" && this.inData) this.openRow(attributes);
    else if (name === "c" && this.values) this.openCell(attributes);
    else if (name === "v" && this.place === "cell") this.place = "value";
    else if (name === "is" && this.place === "cell") this.place = "inline";
  }

  private text(piece: string): void {
    if (this.place === "value") this.raw = appendText(this.raw, piece);
    else if (this.place === "inline") this.inline.text(piece);
  }

  private close(name: string): void {
    if (name === "v" && this.place === "value") this.place = "cell";
    else if (name === "is" && this.place === "inline") this.place = "cell";
    else if (this.place === "inline") this.inline.close(name);
    else if (name === "c" && this.place !== "") this.closeCell();
    else if (name === "row" && this.values) this.closeRow(this.values);
    else if (name === "sheetData") this.inData = false;
  }

  private openRow(attributes: string): void {
    const stated = readAttributes(attributes).get("r");
    const line = stated === undefined || stated === "" ? this.line + 1 : parseWholeNumber(stated);
    if (line === undefined)
      throw new UnreadableXlsx(
        `a row has the number "${shorten(stated ?? "", MAX_SHOWN_CHARACTERS)}", which is none`,
      );
    this.rowCount++;
    if (line > MAX_ROWS || this.rowCount > MAX_ROWS) throw tooManyCells();
    this.line = line;
    this.values = [];
    this.place = "";
    this.column = -1;
    this.rowCharacters = 0;
  }

  private closeRow(values: XlsxValue[]): void {
    this.rows.push({ line: this.line, values });
    this.values = undefined;
    this.place = "";
  }

  private openCell(attributes: string): void {
    const given = attributes === "" ? NO_ATTRIBUTES : readAttributes(attributes);
    const reference = given.get("r") ?? "";
    this.column = reference === "" ? this.column + 1 : columnOf(reference);
    if (this.column < 0 || this.column >= MAX_COLUMNS) {
      throw new UnreadableXlsx(
        `row ${this.line} of the first sheet has a cell outside of the ${MAX_COLUMNS.toLocaleString("en-US")} columns of a sheet`,
      );
    }
    this.type = given.get("t") ?? "";
    this.style = parseWholeNumber(given.get("s") ?? "") ?? -1;
    this.raw = "";
    this.inline.reset();
    this.place = "cell";
  }

  private closeCell(): void {
    this.place = "";
    const values = this.values as XlsxValue[];
    const value = this.value();
    const wider = isEmpty(value) ? 0 : this.column + 1 - values.length;
    this.cells += Math.max(wider, 1);
    if (this.cells > MAX_CELLS) throw tooManyCells();
    if (typeof value === "string") this.countCharacters(value.length);
    for (let added = 0; added < wider; added++) values.push(null);
    if (this.column < values.length) values[this.column] = value;
  }

  private countCharacters(length: number): void {
    this.rowCharacters += length;
    this.characters += length;
    if (this.rowCharacters > MAX_ROW_BYTES) {
      throw new UnreadableXlsx(`row ${this.line} of the first sheet is too long; load the data as Parquet`);
    }
    if (this.characters > MAX_CHARACTERS) {
      const most = MAX_CHARACTERS.toLocaleString("en-US");
      throw new UnreadableXlsx(`the first sheet has more than ${most} characters; load the data as Parquet`);
    }
  }

  private value(): XlsxValue {
    const { raw, context } = this;
    switch (this.type) {
      case "s":
        return context.strings.get(parseWholeNumber(raw.trim()) ?? -1) ?? null;
      case "str":
        return decodeText(raw);
      case "inlineStr":
        return this.inline.value;
      case "b":
        return raw === "1" || raw.toLowerCase() === "true";
      case "e":
        return decodeEntities(raw);
      default: {
        if (raw === "") return null;
        const number = Number(raw);
        if (Number.isNaN(number)) return decodeEntities(raw);
        return context.dateStyles.has(this.style) ? serialToDate(number, context.startsIn1904) : number;
      }
    }
  }
}

export function isEmpty(value: XlsxValue | undefined): boolean {
  return value === null || value === undefined || value === "";
}

const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map();

/** Returns the column index of a reference such as `AB12`, counted from 0; -1 if it has none. */
function columnOf(reference: string): number {
  let column = 0;
  for (let at = 0; at < reference.length && at < 4; at++) {
    const letter = reference.charCodeAt(at) & 0xdf;
    if (letter < 0x41 || letter > 0x5a) break;
    column = 26 * column + letter - 0x40;
  }
  return column - 1;
}

function parseWholeNumber(text: string): number | undefined {
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

export function tooManyCells(): UnreadableXlsx {
  const [cells, rows] = [MAX_CELLS, MAX_ROWS].map((count) => count.toLocaleString("en-US"));
  return new UnreadableXlsx(
    `the first sheet has more than ${cells} cells or ${rows} rows; load the data as CSV`,
  );
}
