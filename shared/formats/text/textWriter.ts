import type { FileHandle } from "node:fs/promises";
import type { RowWriter } from "./rowWriter.ts";

const WRITE_BYTES = 1 << 20;
/** Maximum number of UTF-8 bytes per string code unit; surrogate pairs need four bytes for two units. */
const MAX_CHARACTER_BYTES = 3;

/** Writer of CSV rows, which are buffered and written in large chunks. */
export class TextWriter implements RowWriter {
  private readonly file: FileHandle;
  private buffer = Buffer.allocUnsafe(2 * WRITE_BYTES);
  private length = 0;

  constructor(file: FileHandle) {
    this.file = file;
  }

  /** Adds a row; `null` is an empty cell, and all others are quoted. */
  row(cells: readonly (string | null)[]): void {
    let row = "";
    for (let index = 0; index < cells.length; index++) {
      const cell = cells[index] as string | null;
      if (index > 0) row += ",";
      if (cell !== null) row += `"${cell.includes('"') ? cell.replaceAll('"', '""') : cell}"`;
    }
    row += "\n";
    this.reserve(MAX_CHARACTER_BYTES * row.length);
    this.length += this.buffer.write(row, this.length);
  }

  get full(): boolean {
    return this.length >= WRITE_BYTES;
  }

  async flush(): Promise<void> {
    for (let start = 0; start < this.length; ) {
      const { bytesWritten } = await this.file.write(this.buffer, start, this.length - start);
      start += bytesWritten;
    }
    this.length = 0;
  }

  private reserve(bytes: number): void {
    if (this.length + bytes <= this.buffer.length) return;
    const larger = Buffer.allocUnsafe(2 * (this.length + bytes));
    this.buffer.copy(larger, 0, 0, this.length);
    this.buffer = larger;
  }
}
