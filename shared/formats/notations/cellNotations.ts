import { type CellPart, type Column, hasDates, isDated } from "@pdp/basics/columns";
import type { DecimalSign, FileOptions } from "../options/fileOptions.ts";
import { readDateNotation } from "./readDateNotation.ts";
import { type NotedNumber, type NumberStyle, readNumberNotation } from "./readNumberNotation.ts";

const USUAL_DATE = /^\d{4}-\d\d-\d\d/;

/** Part of a cell's content: a string in the usual notation of its type, or null if the cell does not have that part. */
export type ReadPart = { text: string | null };

/** Reads the part of a cell that a column stores, for cells that may be written in other notations. */
export class CellNotations {
  readonly part: CellPart;
  private readonly style: NumberStyle;
  private readonly type: Column["type"];

  constructor({ type, notations = [], part = "VALUE" }: Column, decimal: DecimalSign) {
    this.part = part;
    this.style = { notations: new Set(notations), decimal };
    this.type = type;
  }

  /** True if numbers with a percent sign are read. */
  get readsPercents(): boolean {
    return this.style.notations.has("PERCENT") || this.style.notations.has("PERCENT_FRACTION");
  }

  /** Reads a cell that is not empty; undefined if it is in none of the notations and is therefore an ordinary value. */
  read(cell: string): ReadPart | undefined {
    if (isDated(this.type)) return this.readDate(cell);
    if (this.part === "TEXT" && hasDates(this.style.notations))
      return { text: this.isDate(cell) ? null : cell.trim() };
    const number = readNumberNotation(cell, this.style);
    if (number !== undefined) return { text: this.partOf(number) };
    if (this.part === "TEXT") return { text: cell.trim() };
    return this.style.notations.has("OTHER_TEXT") ? { text: null } : undefined;
  }

  /** Returns the part of a numeric cell, as in a workbook. */
  readNumber(): ReadPart | undefined {
    return this.part === "VALUE" ? undefined : { text: null };
  }

  private readDate(cell: string): ReadPart | undefined {
    const date = readDateNotation(cell, this.style.notations);
    if (date !== undefined) return { text: date };
    if (!this.style.notations.has("OTHER_TEXT") || this.isDate(cell)) return undefined;
    return { text: null };
  }

  private isDate(cell: string): boolean {
    return USUAL_DATE.test(cell.trim()) || readDateNotation(cell, this.style.notations) !== undefined;
  }

  private partOf({ value, error, limit }: NotedNumber): string | null {
    if (this.part === "VALUE") return value;
    return this.part === "ERROR" ? error : this.part === "LIMIT" ? limit : null;
  }
}

/** Returns a reader for the cells of a column in other notations; undefined if it only allows the usual one. */
export function notationsOf(column: Column, { decimal = "." }: FileOptions = {}): CellNotations | undefined {
  const { notations = [], part = "VALUE" } = column;
  return notations.length === 0 && part === "VALUE" ? undefined : new CellNotations(column, decimal);
}
