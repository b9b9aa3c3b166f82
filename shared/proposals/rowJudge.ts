import { NUMBER } from "@pdp/basics/columns";
import { shapeOf } from "./judgeHeader.ts";
import { isMissingWord } from "./proposeType.ts";
import type { Sample } from "./sample.ts";

const STARTS_WITH_DIGIT = /^[<>≤≥~+-]?\s*[.,]?\d/;
/** Number of rows that show what a row of the table looks like. */
export const MAX_COMPARED = 50;
/** Share of a column's values that determines that it contains numbers. */
const NUMBER_SHARE = 0.8;
/** Usual number of cells from which a row with few cells is a title or a note. */
const MIN_USUAL_CELLS = 3;

/** Usual contents of a row: the columns that contain numbers, and the number of cells that are not empty. */
interface UsualRow {
  numbers: readonly number[];
  filled: number;
}

/** Compares rows of a sample with the rows above them. */
export class RowJudge {
  private readonly cells: Sample["cells"];
  private readonly header: ReadonlySet<string>;
  private usual: UsualRow & { count: number } = { numbers: [], filled: 0, count: 0 };

  constructor({ cells, header = [] }: Pick<Sample, "cells"> & Partial<Pick<Sample, "header">>) {
    this.cells = cells;
    this.header = new Set(header.map((name) => name.trim().toLowerCase()).filter((name) => name !== ""));
  }

  /** Compares the following rows with the rows above this one. */
  compareWith(above: number): void {
    const count = Math.min(above, MAX_COMPARED);
    if (count === this.usual.count) return;
    const numbers = this.cells.flatMap((column, index) => {
      const values = filledIn(column.slice(0, count)).filter((text) => !isMissingWord(text));
      const share = values.filter((text) => NUMBER.test(text)).length / values.length;
      return values.length > 0 && share >= NUMBER_SHARE ? [index] : [];
    });
    const counts = Array.from({ length: count }, (_, row) => this.textsOf(row).length);
    this.usual = { numbers, count, filled: counts.sort((a, b) => a - b)[count >> 1] ?? 0 };
  }

  /** Returns the texts of the cells of a row that are not empty. */
  textsOf(row: number): string[] {
    return filledIn(this.cells.map((column) => column[row] ?? null));
  }

  /** Tells whether a row has so few cells that it is a title or a note. */
  isSparse(row: number): boolean {
    const { filled } = this.usual;
    return filled >= MIN_USUAL_CELLS && this.textsOf(row).length <= Math.max(1, Math.floor(filled / 3));
  }

  /** Tells whether a row has names where the rows above it have numbers, in at least `minColumns` columns. */
  hasNames(row: number, minColumns = 1): boolean {
    const { numbers } = this.usual;
    const texts = filledIn(numbers.map((column) => this.cells[column]?.[row] ?? null));
    return (
      texts.length >= minColumns &&
      2 * texts.length >= Math.min(numbers.length, 2 * minColumns) &&
      texts.every((text) => !STARTS_WITH_DIGIT.test(text) && !isMissingWord(text)) &&
      this.areNames(row, texts)
    );
  }

  /** Tells whether names in a row belong to another table: they are those of this table, or the rows below differ from its rows. */
  startsOther(row: number): boolean {
    return (
      this.hasNames(row) && (this.hasHeaderAgain(row) || this.startsTable(row)) && !this.continuesBelow(row)
    );
  }

  /** Tells whether the row below names is one of the rows above them: these are words in place of numbers, such as `inactive`. */
  private continuesBelow(row: number): boolean {
    return !this.hasHeaderAgain(row) && this.beginsAlike(row + 1);
  }

  /**
   * Tells whether texts in columns of numbers are names: they differ, because instruments and people write one word for all values
   * that are missing, and the row does not begin like the rows above.
   */
  private areNames(row: number, texts: readonly string[]): boolean {
    const differ = texts.length === 1 || new Set(texts).size > 1;
    return this.hasHeaderAgain(row) || (differ && !this.beginsAlike(row));
  }

  private hasHeaderAgain(row: number): boolean {
    return this.textsOf(row).some((text) => this.header.has(text.toLowerCase()));
  }

  /** Tells whether the first cell of a row has a number in the same place as first cells above, such as `A9G` below `A1G`. */
  private beginsAlike(row: number): boolean {
    const [first = []] = this.cells;
    const text = first[row]?.trim() ?? "";
    const shape = shapeOf(text);
    return (
      /\d/.test(text) && filledIn(first.slice(0, this.usual.count)).some((other) => shapeOf(other) === shape)
    );
  }

  /** Tells whether a row could not be one of the rows above it: few cells, and a note in the column of their numbers. */
  isForeign(row: number): boolean {
    return this.isSparse(row) && this.isNote(row);
  }

  /** Tells whether a row has a text in a first column of numbers, or only a text that is unlike those of the first column. */
  private isNote(row: number): boolean {
    const [first = [], ...others] = this.cells;
    const text = first[row]?.trim() ?? "";
    if (text === "") return false;
    if (this.usual.numbers.includes(0)) return !STARTS_WITH_DIGIT.test(text);
    if (others.some((column) => (column[row]?.trim() ?? "") !== "")) return false;
    const shape = shapeOf(text);
    return (
      /[:=]/.test(text) &&
      !filledIn(first.slice(0, this.usual.count)).some((other) => shapeOf(other) === shape)
    );
  }

  /** Tells whether a row consists of names of columns, with a row of values below it. */
  startsTable(row: number): boolean {
    const names = this.textsOf(row);
    const values = this.textsOf(row + 1);
    return (
      names.length > 1 &&
      names.every((text) => !STARTS_WITH_DIGIT.test(text)) &&
      values.length > 1 &&
      values.some((text) => NUMBER.test(text))
    );
  }
}

function filledIn(cells: readonly (string | null)[]): string[] {
  return cells.flatMap((cell) => cell?.trim() || []);
}
