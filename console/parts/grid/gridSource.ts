import type { GridColumn } from "./cells.ts";

/** Rows as read by a grid. */
export interface GridSource {
  readonly columns: GridColumn[];
  readonly count: number;
  valueAt(row: number, column: number): unknown;
}

/** Rows with only some of their columns, in a different order. */
export class ArrangedRows implements GridSource {
  readonly #rows: GridSource;
  /** Maps each of these columns to its column in the rows. */
  readonly #from: readonly number[];
  readonly columns: GridColumn[];

  /** Skips columns that are missing from the rows. */
  constructor(rows: GridSource, names: readonly string[]) {
    this.#rows = rows;
    const all = rows.columns;
    this.#from = names.map((name) => all.findIndex((column) => column.name === name)).filter((at) => at >= 0);
    this.columns = this.#from.flatMap((at) => all[at] ?? []);
  }

  get count(): number {
    return this.#rows.count;
  }

  valueAt(row: number, column: number): unknown {
    return this.#rows.valueAt(row, this.#from[column] ?? -1);
  }
}
