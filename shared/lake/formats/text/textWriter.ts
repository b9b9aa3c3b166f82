import type { FileHandle } from "node:fs/promises";

const WRITE_BYTES = 1 << 20;

/** Writer of CSV rows, which are buffered and written in large chunks. */
export class TextWriter {
  private readonly file: FileHandle;
  private text = "";

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
    this.text += `${row}\n`;
  }

  get full(): boolean {
    return this.text.length >= WRITE_BYTES;
  }

  async flush(): Promise<void> {
    const text = this.text;
    this.text = "";
    await this.file.write(text);
  }
}
