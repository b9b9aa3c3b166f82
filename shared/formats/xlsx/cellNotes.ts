import { type Column, sourceName } from "@pdp/basics/columns";

/** Ways in which a loaded number can differ from the number that its cell shows or stores. */
export type CellNote = "percentage" | "format";

interface Noted {
  count: number;
  line: number;
  shown: string;
  loaded: string;
}

/** Counts the cells in each column with values that differ from what a spreadsheet program shows. */
export class CellNotes {
  private readonly columns: readonly Column[];
  private readonly noted = new Map<string, Noted>();

  constructor(columns: readonly Column[]) {
    this.columns = columns;
  }

  add(index: number, note: CellNote, line: number, shown: string, loaded: string): void {
    const key = `${index} ${note}`;
    const known = this.noted.get(key);
    if (known) known.count++;
    else this.noted.set(key, { count: 1, line, shown, loaded });
  }

  /** Returns one sentence per column and kind of difference. */
  warnings(file: string): string[] {
    return [...this.noted].map(([key, { count, line, shown, loaded }]) => {
      const [index = "", note = ""] = key.split(" ");
      const column = this.columns[Number(index)] as Column;
      const where = `${file}, column "${sourceName(column)}"`;
      const cells = `${count.toLocaleString("en-US")} ${count === 1 ? "cell" : "cells"}`;
      if (note === "percentage")
        return `${where}: ${cells} with a percent format, in line ${line} for example ${shown} was loaded as ${loaded}; divide or multiply by 100 if that is not intended.`;
      return `${where}: ${cells} with a number in place of text, in line ${line} for example ${shown}, loaded as "${loaded}"; format the column as text if that is not intended.`;
    });
  }
}
