import type { FileHandle } from "node:fs/promises";

const WINDOW_BYTES = 1024 * 1024;

/** Position of a record in the journal: its line, line feed included. */
export interface RecordPlace {
  offset: number;
  length: number;
}

/** Copies records (in the order of their offsets) one after another to the start of another file. */
export async function copyRecords(
  source: FileHandle,
  target: FileHandle,
  records: readonly RecordPlace[],
): Promise<void> {
  const reader = new WindowReader(source);
  let gathered: Buffer[] = [];
  let bytes = 0;
  const flush = async () => {
    await target.writeFile(Buffer.concat(gathered));
    gathered = [];
    bytes = 0;
  };
  for (const place of records) {
    gathered.push(await reader.read(place));
    bytes += place.length;
    if (bytes >= WINDOW_BYTES) await flush();
  }
  await flush();
}

/** Reads small neighbouring records with one call. */
class WindowReader {
  readonly #file: FileHandle;
  #window: Buffer = Buffer.alloc(0);
  #start = 0;

  constructor(file: FileHandle) {
    this.#file = file;
  }

  async read({ offset, length }: RecordPlace): Promise<Buffer> {
    if (offset < this.#start || offset + length > this.#start + this.#window.length) {
      const size = Math.max(WINDOW_BYTES, length);
      const window = Buffer.allocUnsafe(size);
      const { bytesRead } = await this.#file.read(window, 0, size, offset);
      if (bytesRead < length) throw new Error(`The journal ends within the record at byte ${offset}.`);
      this.#window = window.subarray(0, bytesRead);
      this.#start = offset;
    }
    return this.#window.subarray(offset - this.#start, offset - this.#start + length);
  }
}
