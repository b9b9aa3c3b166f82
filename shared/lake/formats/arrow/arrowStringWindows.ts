import duckdb from "@duckdb/node-bindings";
import { type Bitmap, isSet } from "./arrowBitmap.ts";

/** A copy of some memory that strings of a vector are in; `start` is its address there. */
export interface StringWindow {
  start: number;
  bytes: Uint8Array;
}

/** Strings up to this many bytes are within their `string_t`. */
export const INLINE_BYTES = 12;

/** Longer strings are read one by one, when they are written; what that costs is little against their bytes. */
export const LONG_BYTES = 8192;

/** No platform has smaller pages of memory. */
const PAGE_BYTES = 4096;

const PAGES_OF_HIGH_WORD = 2 ** 32 / PAGE_BYTES;

/** Keeps one call of the bindings within their 32-bit length. A string across two windows is read by itself. */
const WINDOW_PAGES = 1 << 16;

/**
 * Reads the memory that the strings of a vector are in by whole pages, as a call of the bindings for each string costs
 * more than all else together (0.8 µs each). A page that holds a byte of a live string is readable as a whole; of the
 * pages' other bytes none is ever looked at.
 */
export function stringWindows(entries: Uint8Array, validity: Bitmap, count: number): StringWindow[] {
  const words = new Uint32Array(entries.buffer, entries.byteOffset, entries.byteLength >> 2);
  const pages = new Set<number>();
  let previous = -1;
  for (let row = 0; row < count; row++) {
    const length = words[row * 4] ?? 0;
    if (length <= INLINE_BYTES || length > LONG_BYTES) continue;
    if (validity !== null && !isSet(validity, row)) continue;
    const low = words[row * 4 + 2] ?? 0;
    const first = (words[row * 4 + 3] ?? 0) * PAGES_OF_HIGH_WORD + (low >>> 12);
    const last = first + (((low & (PAGE_BYTES - 1)) + length - 1) >>> 12);
    for (let page = first; page <= last; page++) {
      if (page === previous) continue;
      pages.add(page);
      previous = page;
    }
  }
  return pages.size === 0 ? [] : readPages(Float64Array.from(pages).sort());
}

/** One window for each run of neighbouring pages. */
function readPages(pages: Float64Array): StringWindow[] {
  const windows: StringWindow[] = [];
  let from = 0;
  for (let at = 1; at <= pages.length; at++) {
    const page = pages[at];
    const first = pages[from] ?? 0;
    if (page !== undefined && page === (pages[at - 1] ?? 0) + 1 && page - first < WINDOW_PAGES) continue;
    windows.push(readMemory(first * PAGE_BYTES, (at - from) * PAGE_BYTES));
    from = at;
  }
  return windows;
}

function readMemory(address: number, length: number): StringWindow {
  const pointer = new Uint32Array([address % 2 ** 32, Math.floor(address / 2 ** 32)]);
  return { start: address, bytes: duckdb.get_data_from_pointer(pointer.buffer, 0, length) };
}
