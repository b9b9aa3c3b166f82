import duckdb from "@duckdb/node-bindings";
import { type Bitmap, isSet } from "./arrowBitmap.ts";

/** Copy of a memory range with strings of a vector; `start` is its address. */
export interface StringWindow {
  start: number;
  bytes: Uint8Array;
}

/** Maximum length of strings that are stored inline in their `string_t`, in bytes. */
export const INLINE_BYTES = 12;

/** Length from which strings are read one by one when they are written, in bytes; the overhead is then small. */
const LONG_BYTES = 8192;

/** Smallest size of memory pages on any platform, in bytes. */
const PAGE_BYTES = 4096;

const PAGES_OF_HIGH_WORD = 2 ** 32 / PAGE_BYTES;

/**
 * Maximum number of pages in a window, because the bindings have 32-bit lengths. A string across two windows is read by
 * itself.
 */
const WINDOW_PAGES = 1 << 16;

/**
 * Reads the memory of a vector's strings in whole pages, because one call of the bindings per string would dominate the
 * cost (0.8 µs each). A page with a byte of a live string is readable as a whole; its other bytes are never used.
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

/** Reads one window for each run of adjacent pages. */
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
