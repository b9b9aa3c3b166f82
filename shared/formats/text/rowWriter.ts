/** Receives the rows of a file, in the table's column order and followed by their line numbers. */
export interface RowWriter {
  /** Writes a row; `null` is an empty cell. */
  row(cells: readonly (string | null)[]): void;
  /** True if the rows must be flushed before the next one. */
  readonly full: boolean;
  flush(): Promise<void>;
}
