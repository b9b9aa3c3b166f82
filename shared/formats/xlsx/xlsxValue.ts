import type { NumberFormat } from "./numberFormat.ts";

/** Value of a cell; null if it is empty. */
export type XlsxValue =
  | string
  | number
  | boolean
  | Date
  | FormattedNumber
  | TimeOfDay
  | UnstoredFormula
  | QuotedText
  | null;

export interface XlsxRow {
  /** Row number in the spreadsheet. */
  line: number;
  values: XlsxValue[];
  /** Numbers as written in the file, by cell index; others may be missing or outdated. */
  digits?: string[];
}

/** Number in a cell with a format that shows more than its digits. */
export class FormattedNumber {
  readonly value: number;
  readonly format: NumberFormat;

  constructor(value: number, format: NumberFormat) {
    this.value = value;
    this.format = format;
  }
}

/** Time or duration without a date, in days. */
export class TimeOfDay {
  readonly days: number;

  constructor(days: number) {
    this.days = days;
  }

  /** Hours, minutes and seconds, as `26:30:00`. */
  toString(): string {
    const seconds = Math.round(this.days * 86_400);
    const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
    return parts.map((part) => String(part).padStart(2, "0")).join(":");
  }
}

/** Formula without a result, or with a result that its writer did not compute. */
export class UnstoredFormula {
  /** Reference of the cell, such as `B2`. */
  readonly cell: string;

  constructor(cell: string) {
    this.cell = cell;
  }

  get reason(): string {
    return `cell ${this.cell} has a formula without a stored value; open and save the file in a spreadsheet program, then upload it again`;
  }
}

/** Text that looks like a spreadsheet error, such as `#N/A`, in a text cell. */
export class QuotedText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }
}

export function isEmpty(value: XlsxValue | undefined): boolean {
  return value === null || value === undefined || value === "";
}

/** Returns the letters of a column, counted from 0: A, B, …, Z, AA, … */
export function columnLetters(index: number): string {
  let letters = "";
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(0x41 + ((rest - 1) % 26)) + letters;
  }
  return letters;
}
