import duckdb from "@duckdb/node-bindings";
import { DomainError } from "@pdp/basics/errors";
import { isSet } from "./arrowBitmap.ts";
import { type VectorSlice, wordsOf } from "./arrowVector.ts";

/** Maximum length of strings stored inline in their `string_t`, in bytes. */
const MAX_INLINE_BYTES = 12;

/** Length below which a loop is faster than calling `set`, in bytes. */
const SHORT_COPY_BYTES = 32;

const MAX_OFFSET = 2 ** 31 - 1;

/** Returns Arrow's offsets for the strings in the slices: one more than there are rows. */
export function textOffsets(slices: readonly VectorSlice[], rows: number): Int32Array {
  const offsets = new Int32Array(rows + 1);
  let at = 0;
  let end = 0;
  for (const slice of slices) {
    const lengthAt = textLength(slice);
    for (let row = slice.from; row < slice.from + slice.count; row++) {
      end += lengthAt(row);
      if (end > MAX_OFFSET) throw textTooLong();
      offsets[++at] = end;
    }
  }
  return offsets;
}

/** Returns the number of string bytes in a slice. */
export function textBytes(slice: VectorSlice): number {
  const lengthAt = textLength(slice);
  let bytes = 0;
  for (let row = slice.from; row < slice.from + slice.count; row++) bytes += lengthAt(row);
  return bytes;
}

/** Writes the strings at their `offsets`. */
export function writeTexts(slices: readonly VectorSlice[], offsets: Int32Array, target: Uint8Array): void {
  let at = 0;
  for (const slice of slices) {
    const { rendered } = slice.vector;
    const rowOffsets = offsets.subarray(at, at + slice.count + 1);
    if (rendered === null) writeStrings(slice, rowOffsets, target);
    else {
      for (let row = 0; row < slice.count; row++) {
        target.set(rendered[slice.from + row] ?? NO_TEXT, rowOffsets[row] ?? 0);
      }
    }
    at += slice.count;
  }
}

function textLength({ vector: { entries, validity, rendered } }: VectorSlice): (row: number) => number {
  if (rendered !== null) return (row) => rendered[row]?.byteLength ?? 0;
  const words = wordsOf(entries);
  return (row) => (validity === null || isSet(validity, row) ? (words[row * 4] ?? 0) : 0);
}

/**
 * Reads and writes DuckDB's `string_t` entries: 4 bytes of length, then either up to 12 bytes of text or 4 bytes of prefix and
 * a pointer. Strings that are adjacent in memory (nearly all strings in a chunk) are read together in a single binding call,
 * which takes 0.8 µs and reads their total length from the pointer of the first string.
 */
function writeStrings({ vector, from, count }: VectorSlice, offsets: Int32Array, target: Uint8Array): void {
  const entries = vector.entries.subarray(from * 16, (from + count) * 16);
  const words = wordsOf(entries);
  for (let row = 0; row < count; ) {
    const run = adjacentStrings(words, offsets, row);
    const text = run.bytes === 0 ? NO_TEXT : readText(entries, run.first, run.bytes);
    copyStrings(entries, text, offsets, row, run.end, target);
    row = run.end;
  }
}

/**
 * Finds the rows, starting at `row`, with pointers that follow one another without a gap. Inline and absent strings, which
 * have no pointer, may be in between. Returns the first row with a pointer, the end of the rows, and the length in bytes.
 */
function adjacentStrings(
  words: Uint32Array,
  offsets: Int32Array,
  row: number,
): { first: number; end: number; bytes: number } {
  const rows = offsets.length - 1;
  let first = row;
  let bytes = 0;
  let nextAddress = 0;
  for (let end = row; end < rows; end++) {
    const length = (offsets[end + 1] ?? 0) - (offsets[end] ?? 0);
    if (length <= MAX_INLINE_BYTES) continue;
    const address = (words[end * 4 + 2] ?? 0) + (words[end * 4 + 3] ?? 0) * 2 ** 32;
    if (bytes === 0) first = end;
    else if (address !== nextAddress) return { first, end, bytes };
    bytes += length;
    nextAddress = address + length;
  }
  return { first, end: rows, bytes };
}

/** Reads `length` bytes at the pointer of a row's entry. */
function readText(entries: Uint8Array<ArrayBuffer>, row: number, length: number): Uint8Array {
  return duckdb.get_data_from_pointer(entries.buffer, entries.byteOffset + row * 16 + 8, length);
}

/** Copies the strings of some rows: inline strings from their entries, and the others, in order, from `text`. */
function copyStrings(
  entries: Uint8Array,
  text: Uint8Array,
  offsets: Int32Array,
  from: number,
  to: number,
  target: Uint8Array,
): void {
  // Strings that are also adjacent in `target` are copied together.
  let start = 0;
  let end = 0;
  let position = 0;
  for (let row = from; row < to; row++) {
    const offset = offsets[row] ?? 0;
    const length = (offsets[row + 1] ?? 0) - offset;
    if (length === 0) continue;
    if (length <= MAX_INLINE_BYTES) {
      const source = row * 16 + 4;
      for (let byte = 0; byte < length; byte++) target[offset + byte] = entries[source + byte] ?? 0;
      continue;
    }
    if (offset !== position + end - start) {
      copyBytes(text, start, end, target, position);
      start = end;
      position = offset;
    }
    end += length;
  }
  copyBytes(text, start, end, target, position);
}

function copyBytes(source: Uint8Array, from: number, to: number, target: Uint8Array, at: number): void {
  if (to - from > SHORT_COPY_BYTES) target.set(source.subarray(from, to), at);
  else for (let byte = 0; byte < to - from; byte++) target[at + byte] = source[from + byte] ?? 0;
}

function textTooLong(): DomainError {
  return new DomainError(
    "too_large",
    "value_too_large",
    "A single value in the result has more than 2 GiB of text. Select part of it, for example with substr().",
  );
}

const NO_TEXT = new Uint8Array(0);
