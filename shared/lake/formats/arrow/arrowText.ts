import duckdb from "@duckdb/node-bindings";
import { DomainError } from "#shared/domain/errors.ts";
import { isSet } from "./arrowBitmap.ts";
import type { ArrowLayout } from "./arrowLayout.ts";
import { INLINE_BYTES, type StringWindow } from "./arrowStringWindows.ts";
import { type VectorSlice, wordsOf } from "./arrowVector.ts";

export type TextLayout = Extract<ArrowLayout, { kind: "text" | "enum" | "uuid" | "rendered" }>;

/** Length below which a loop is faster than a call of `set`, in bytes. */
const SHORT_COPY_BYTES = 32;

const MAX_OFFSET = 2 ** 31 - 1;

const UUID_CHARACTERS = 36;

/** Returns Arrow's offsets of the slices' texts: one more than there are rows. */
export function textOffsets(layout: TextLayout, slices: readonly VectorSlice[], rows: number): Int32Array {
  const offsets = new Int32Array(rows + 1);
  let at = 0;
  let end = 0;
  for (const slice of slices) {
    const lengthAt = textLength(layout, slice);
    const { validity } = slice.vector;
    for (let row = slice.from; row < slice.from + slice.count; row++) {
      if (validity === null || isSet(validity, row)) end += lengthAt(row);
      if (end > MAX_OFFSET) throw textTooLong();
      offsets[++at] = end;
    }
  }
  return offsets;
}

/** Returns the number of text bytes in a slice. */
export function textBytes(layout: TextLayout, slice: VectorSlice): number {
  const lengthAt = textLength(layout, slice);
  const { validity } = slice.vector;
  let bytes = 0;
  for (let row = slice.from; row < slice.from + slice.count; row++) {
    if (validity === null || isSet(validity, row)) bytes += lengthAt(row);
  }
  return bytes;
}

/** Writes the texts at their `offsets`. */
export function writeTexts(
  layout: TextLayout,
  slices: readonly VectorSlice[],
  offsets: Int32Array,
  target: Uint8Array,
): void {
  let at = 0;
  for (const slice of slices) {
    if (layout.kind === "text") writeStrings(slice, offsets, at, target);
    else if (layout.kind === "uuid") writeUuids(slice, offsets, at, target);
    else {
      const textAt = layout.kind === "enum" ? labelOf(layout, slice) : renderedOf(slice);
      for (let row = 0; row < slice.count; row++) {
        const position = offsets[at + row] ?? 0;
        if (offsets[at + row + 1] !== position) target.set(textAt(slice.from + row), position);
      }
    }
    at += slice.count;
  }
}

function textLength(layout: TextLayout, slice: VectorSlice): (row: number) => number {
  switch (layout.kind) {
    case "text": {
      const words = wordsOf(slice.vector.entries);
      return (row) => words[row * 4] ?? 0;
    }
    case "uuid":
      return () => UUID_CHARACTERS;
    case "enum": {
      const textAt = labelOf(layout, slice);
      return (row) => textAt(row).byteLength;
    }
    case "rendered": {
      const textAt = renderedOf(slice);
      return (row) => textAt(row).byteLength;
    }
  }
}

function labelOf(
  { width, labels }: Extract<ArrowLayout, { kind: "enum" }>,
  { vector: { entries, count } }: VectorSlice,
): (row: number) => Uint8Array {
  const Codes = width === 1 ? Uint8Array : width === 2 ? Uint16Array : Uint32Array;
  const codes = new Codes(entries.buffer, entries.byteOffset, count);
  return (row) => labels[codes[row] ?? 0] ?? NO_TEXT;
}

function renderedOf({ vector: { rendered } }: VectorSlice): (row: number) => Uint8Array {
  return (row) => rendered?.[row] ?? NO_TEXT;
}

/**
 * Writes DuckDB's `string_t` entries: 4 bytes of length, then either up to 12 bytes of text or 4 bytes of prefix and an
 * address. Strings that are adjacent in memory, as most are, are copied together.
 */
function writeStrings(
  { vector, from, count }: VectorSlice,
  offsets: Int32Array,
  at: number,
  target: Uint8Array,
) {
  const { entries, windows } = vector;
  const words = wordsOf(entries);
  let window = windows[0] ?? NO_WINDOW;
  let runStart = 0;
  let runEnd = 0;
  let runTarget = 0;
  for (let row = 0; row < count; row++) {
    const position = offsets[at + row] ?? 0;
    const length = (offsets[at + row + 1] ?? 0) - position;
    if (length === 0) continue;
    const entry = (from + row) * 4;
    if (length <= INLINE_BYTES) {
      const source = entry * 4 + 4;
      for (let byte = 0; byte < length; byte++) target[position + byte] = entries[source + byte] ?? 0;
      continue;
    }
    const address = (words[entry + 2] ?? 0) + (words[entry + 3] ?? 0) * 2 ** 32;
    let start = address - window.start;
    if (
      start === runEnd &&
      position === runTarget + runEnd - runStart &&
      start + length <= window.bytes.length
    ) {
      runEnd += length;
      continue;
    }
    copyBytes(window.bytes, runStart, runEnd, target, runTarget);
    if (start < 0 || start + length > window.bytes.length) {
      window = windowOf(windows, address, length) ?? readString(vector.entries, from + row, address, length);
      start = address - window.start;
    }
    runStart = start;
    runEnd = start + length;
    runTarget = position;
  }
  copyBytes(window.bytes, runStart, runEnd, target, runTarget);
}

/** Finds the last window that starts at or before an address; null if it does not contain the whole string. */
function windowOf(windows: readonly StringWindow[], address: number, length: number): StringWindow | null {
  let low = 0;
  let high = windows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((windows[middle]?.start ?? 0) <= address) low = middle + 1;
    else high = middle;
  }
  const window = windows[low - 1];
  return window !== undefined && address + length <= window.start + window.bytes.length ? window : null;
}

function readString(
  entries: Uint8Array<ArrayBuffer>,
  row: number,
  start: number,
  length: number,
): StringWindow {
  const pointerAt = entries.byteOffset + row * 16 + 8;
  return { start, bytes: duckdb.get_data_from_pointer(entries.buffer, pointerAt, length) };
}

function copyBytes(source: Uint8Array, from: number, to: number, target: Uint8Array, at: number): void {
  if (to - from > SHORT_COPY_BYTES) target.set(source.subarray(from, to), at);
  else for (let byte = 0; byte < to - from; byte++) target[at + byte] = source[from + byte] ?? 0;
}

/**
 * Writes UUIDs. DuckDB stores them as 128-bit integers with the highest bit flipped, so that they sort like their
 * texts.
 */
function writeUuids(
  { vector: { entries }, from, count }: VectorSlice,
  offsets: Int32Array,
  at: number,
  target: Uint8Array,
) {
  for (let row = 0; row < count; row++) {
    let position = offsets[at + row] ?? 0;
    if (offsets[at + row + 1] === position) continue;
    for (let byte = 15; byte >= 0; byte--) {
      const stored = entries[(from + row) * 16 + byte] ?? 0;
      const value = byte === 15 ? stored ^ 0x80 : stored;
      target[position++] = HEX_DIGITS[value >> 4] ?? 0;
      target[position++] = HEX_DIGITS[value & 15] ?? 0;
      if (byte === 12 || byte === 10 || byte === 8 || byte === 6) target[position++] = HYPHEN;
    }
  }
}

function textTooLong(): DomainError {
  return new DomainError(
    "too_large",
    "value_too_large",
    "A single value of the result has more than 2 GiB of text. Select a part of it, for example with substr().",
  );
}

const NO_TEXT = new Uint8Array(0);
const NO_WINDOW: StringWindow = { start: 0, bytes: NO_TEXT };
const HEX_DIGITS = new TextEncoder().encode("0123456789abcdef");
const HYPHEN = "-".charCodeAt(0);
