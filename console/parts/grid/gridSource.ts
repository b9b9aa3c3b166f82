import type { GridColumn } from "./cells.ts";

/** Rows as a grid reads them. */
export interface GridSource {
  readonly columns: GridColumn[];
  readonly count: number;
  valueAt(row: number, column: number): unknown;
}

/** Rows with some of their columns only, in another order. */
export class ArrangedRows implements GridSource {
  readonly #rows: GridSource;
  /** Column of the rows for each of these. */
  readonly #from: readonly number[];
  readonly columns: GridColumn[];

  /** Columns that the rows do not have are skipped. */
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
