import { readSync } from "node:fs";
import type { ColumnChunk } from "./provenFooter.ts";
import { BrokenFooter, I32, STRUCT, ThriftReader } from "./thriftReader.ts";

/** Counts in the headers of a column's pages. */
export interface PageCounts {
  values: number;
  /** Size of the pages without compression, in bytes. */
  bytes: number;
}

/** Field ids and enumeration values of Parquet's page headers (parquet.thrift). */
const PAGE = { type: 1, bytes: 2, compressedBytes: 3, data: 5, dataV2: 8 };
/** Field id of the number of values in the headers of data pages. */
const VALUES = 1;
const DATA_PAGE = 0;
const DATA_PAGE_V2 = 3;

const WINDOW_BYTES = 64 << 10;
/** Maximum size of a page header, which may contain two long values. */
const MAX_HEADER_BYTES = 16 << 20;
/** Maximum size of a page without compression, which the engine reads at once. */
const MAX_PAGE_BYTES = 1 << 30;
/** Maximum number of pages in a file. A file with 2,000 columns in 100 row groups has 400,000. */
const MAX_PAGES = 5_000_000;
/** Maximum number of bytes read in addition to those of the whole file. */
const MAX_REPEATED_BYTES = 256 << 20;

/** Reads the headers of the pages in a Parquet file, without their contents. */
export class PageHeaders {
  private readonly file: number;
  private readonly size: number;
  private window: Buffer = Buffer.alloc(0);
  private windowAt = 0;
  private pages = 0;
  private bytesLeft: number;

  constructor(file: number, size: number) {
    this.file = file;
    this.size = size;
    this.bytesLeft = size + MAX_REPEATED_BYTES;
  }

  /**
   * Counts the values in the pages of a column, up to the last one with a value. Throws BrokenFooter if a page cannot be read.
   */
  count({ values, start, length }: ColumnChunk): PageCounts {
    const counted: PageCounts = { values: 0, bytes: 0 };
    let at = start;
    while (counted.values < values) at = this.add(counted, at);
    // Some writers state a length that does not include the header of the dictionary, or that includes padding.
    while (at < start + length && this.isPage(at)) at = this.add(counted, at);
    return counted;
  }

  private isPage(at: number): boolean {
    try {
      this.read(at);
      return true;
    } catch (error) {
      if (!(error instanceof BrokenFooter) || error instanceof TooManyPages) throw error;
      return false;
    }
  }

  /** Adds the page at a position, and returns the position of the next page. */
  private add(counted: PageCounts, at: number): number {
    if (++this.pages > MAX_PAGES) throw new TooManyPages();
    const { next, values, bytes } = this.read(at);
    counted.values += values;
    counted.bytes += bytes;
    return next;
  }

  private read(at: number): PageCounts & { next: number } {
    if (at < 0 || at >= this.size) throw unreadable();
    for (let bytes = WINDOW_BYTES; ; bytes *= 4) {
      const header = this.bytesAt(at, bytes);
      try {
        return readHeader(header, at);
      } catch (error) {
        if (!(error instanceof BrokenFooter)) throw error;
        if (at + header.length >= this.size || bytes >= MAX_HEADER_BYTES) throw error;
      }
    }
  }

  /** Returns at least this number of bytes, except at the end of the file, or those already read. */
  private bytesAt(at: number, bytes: number): Buffer {
    const offset = at - this.windowAt;
    const isRead = offset >= 0 && offset < this.window.length;
    if (isRead && bytes === WINDOW_BYTES) return this.window.subarray(offset);
    const window = Buffer.allocUnsafe(Math.min(bytes, this.size - at));
    this.bytesLeft -= window.length;
    if (this.bytesLeft < 0) throw new TooManyPages();
    const read = readSync(this.file, window, 0, window.length, at);
    this.window = window.subarray(0, read);
    this.windowAt = at;
    return this.window;
  }
}

function readHeader(bytes: Uint8Array, at: number): PageCounts & { next: number } {
  const reader = new ThriftReader(bytes);
  const readNumbers = (
    depth: number,
    onOther: (field: number, type: number) => void,
  ): Map<number, number> => {
    const numbers = new Map<number, number>();
    reader.readFields(depth, (field, type) => {
      if (type === I32) numbers.set(field, Number(reader.readInteger()));
      else onOther(field, type);
    });
    return numbers;
  };
  const counts = new Map<number, Map<number, number>>();
  const page = readNumbers(0, (field, type) => {
    if (type !== STRUCT) reader.skipValue(type, 1);
    else
      counts.set(
        field,
        readNumbers(1, (_, inner) => reader.skipValue(inner, 2)),
      );
  });
  const [kind, size, compressed] = [
    page.get(PAGE.type),
    page.get(PAGE.bytes),
    page.get(PAGE.compressedBytes),
  ];
  if (size === undefined || compressed === undefined || size < 0 || compressed < 0) throw unreadable();
  if (size > MAX_PAGE_BYTES || compressed > MAX_PAGE_BYTES)
    throw new BrokenFooter("the file has Parquet pages of more than 1 GB; write the file with smaller pages");
  const isV2 = kind === DATA_PAGE_V2;
  const stated = counts.get(isV2 ? PAGE.dataV2 : PAGE.data);
  const values = isV2 || kind === DATA_PAGE ? stated?.get(VALUES) : 0;
  if (values === undefined || values < 0) throw unreadable();
  return { values, bytes: size, next: at + reader.at + compressed };
}

class TooManyPages extends BrokenFooter {
  constructor() {
    super("the file has too many Parquet pages to check; write the file with fewer row groups, or split it");
  }
}

function unreadable(): BrokenFooter {
  return new BrokenFooter("the file's Parquet pages cannot be read: a header is damaged");
}
