import { UnreadableXlsx } from "./unreadableXlsx.ts";
import { XlsxText } from "./xlsxText.ts";
import { XmlReader } from "./xmlReader.ts";

/** Shared strings of a workbook, stored as contiguous bytes, so that millions of them need little memory. */
export interface SharedStrings {
  count: number;
  /** Returns the string at an index; undefined if there is none. */
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

/** Maximum number of strings with a lone surrogate, which UTF-8 cannot encode. */
const MAX_INVALID_STRINGS = 100;

/** Number of strings that are kept decoded, because the same strings often occur in succession. A power of two. */
const DECODED = 1 << 10;
/** Maximum length of a string that is kept decoded, in bytes. */
const MAX_DECODED_BYTES = 200;

class StringStore implements SharedStrings {
  count = 0;
  private isAscii = true;
  /** Decoded strings with their full index, keyed by the low bits of the index. */
  private readonly decoded: string[] = Array.from({ length: DECODED }, () => "");
  private readonly decodedIndex = new Int32Array(DECODED).fill(-1);
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
    const written = this.bytes.write(text, this.length);
    if (written !== text.length) this.isAscii = false;
    this.length += written;
    if (this.count === this.ends.length) {
      const wider = new Uint32Array(1.5 * this.count);
      wider.set(this.ends);
      this.ends = wider;
    }
    this.ends[this.count++] = this.length;
  }

  get(index: number): string | undefined {
    if (index < 0 || index >= this.count) return undefined;
    const slot = index & (DECODED - 1);
    if (this.decodedIndex[slot] === index) return this.decoded[slot];
    const damaged = this.damaged.get(index);
    if (damaged !== undefined) return damaged;
    const [start, end] = [this.ends[index - 1] ?? 0, this.ends[index] as number];
    const text = this.bytes.toString(this.isAscii ? "latin1" : "utf8", start, end);
    if (end - start <= MAX_DECODED_BYTES) {
      this.decoded[slot] = text;
      this.decodedIndex[slot] = index;
    }
    return text;
  }

  private keepDamaged(text: string): void {
    if (this.damaged.size >= MAX_INVALID_STRINGS)
      throw new UnreadableXlsx(
        `more than ${MAX_INVALID_STRINGS} strings in the file contain an invalid text character`,
      );
    this.damaged.set(this.count, text);
  }
}
