import { UnreadableXlsx } from "./unreadableXlsx.ts";
import { XlsxText } from "./xlsxText.ts";
import { XmlReader } from "./xmlReader.ts";

/** Shared strings of a workbook, stored as contiguous bytes, so that millions of them take little memory. */
export interface SharedStrings {
  count: number;
  /** Returns the text of an index, or undefined if there is none. */
  get: (index: number) => string | undefined;
}

export const NO_STRINGS: SharedStrings = { count: 0, get: () => undefined };

/** Reads the shared strings of a workbook. */
export async function readSharedStrings(content: AsyncIterable<Uint8Array>): Promise<SharedStrings> {
  const store = new StringStore();
  const text = new XlsxText();
  const reader = new XmlReader({
    open: (name) => {
      if (name === "si") text.reset();
      else text.open(name);
    },
    close: (name) => {
      if (name === "si") store.add(text.value);
      else text.close(name);
    },
    text: (piece) => text.text(piece),
  });
  for await (const chunk of content) reader.push(chunk);
  reader.end();
  return store;
}

/** Maximum number of texts with a lone surrogate, which UTF-8 cannot encode. */
const MAX_INVALID_STRINGS = 100;

class StringStore implements SharedStrings {
  count = 0;
  private bytes = Buffer.alloc(1 << 16);
  private length = 0;
  /** End offset of each string. */
  private ends = new Uint32Array(1 << 10);
  private readonly damaged = new Map<number, string>();

  add(text: string): void {
    if (!text.isWellFormed()) this.keepDamaged(text);
    const needed = this.length + 3 * text.length;
    if (needed > this.bytes.length) {
      const wider = Buffer.alloc(Math.max(needed, 1.5 * this.bytes.length));
      this.bytes.copy(wider, 0, 0, this.length);
      this.bytes = wider;
    }
    this.length += this.bytes.write(text, this.length);
    if (this.count === this.ends.length) {
      const wider = new Uint32Array(1.5 * this.count);
      wider.set(this.ends);
      this.ends = wider;
    }
    this.ends[this.count++] = this.length;
  }

  get(index: number): string | undefined {
    if (index < 0 || index >= this.count) return undefined;
    return (
      this.damaged.get(index) ??
      this.bytes.toString("utf8", this.ends[index - 1] ?? 0, this.ends[index] as number)
    );
  }

  private keepDamaged(text: string): void {
    if (this.damaged.size >= MAX_INVALID_STRINGS)
      throw new UnreadableXlsx(
        `more than ${MAX_INVALID_STRINGS} texts in the file hold a character that is not text`,
      );
    this.damaged.set(this.count, text);
  }
}
