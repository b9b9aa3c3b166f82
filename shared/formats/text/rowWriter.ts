/** Receives the rows of a file, in the table's order of columns and followed by their lines. */
export interface RowWriter {
  /** Takes a row; `null` is an empty cell. */
  row(cells: readonly (string | null)[]): void;
  /** True if the rows must be flushed before the next one. */
  readonly full: boolean;
  flush(): Promise<void>;
}
