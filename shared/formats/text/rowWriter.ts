/** Receiver of the rows of a file, in the table's order of columns and with their lines behind them. */
export interface RowWriter {
  /** Takes a row; `null` is an empty cell. */
  row(cells: readonly (string | null)[]): void;
  /** True if the rows have to be flushed before the next one. */
  readonly full: boolean;
  flush(): Promise<void>;
}
