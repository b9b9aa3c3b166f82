import { DomainError } from "@pdp/basics/errors";
import { isSet } from "./arrowBitmap.ts";
import type { VectorSlice } from "./arrowVector.ts";

/** Writes values with a fixed width in bytes, in DuckDB's representation. All functions in this file write into zeroed memory. */
export function writeFixed(slices: readonly VectorSlice[], width: number, target: Uint8Array): void {
  let at = 0;
  for (const { vector, from, count } of slices) {
    target.set(vector.entries.subarray(from * width, (from + count) * width), at);
    const { validity } = vector;
    // DuckDB leaves arbitrary bytes in place of absent values; they could leak other data and do not compress well.
    if (validity !== null) {
      for (let row = 0; row < count; row++) {
        if (isSet(validity, from + row)) continue;
        const start = at + row * width;
        for (let byte = start; byte < start + width; byte++) target[byte] = 0;
      }
    }
    at += count * width;
  }
}

/** Writes booleans, which use one byte per value in DuckDB and one bit in Arrow. */
export function writeBooleans(slices: readonly VectorSlice[], target: Uint8Array): void {
  let at = 0;
  for (const { vector, from, count } of slices) {
    const { entries, validity } = vector;
    for (let row = from; row < from + count; row++, at++) {
      if (entries[row] === 0 || (validity !== null && !isSet(validity, row))) continue;
      target[at >> 3]! |= 1 << (at & 7);
    }
  }
}

/** Sign-extends integers of `width` bytes to 128 bits. */
export function writeDecimals(slices: readonly VectorSlice[], width: 2 | 4 | 8, target: Uint8Array): void {
  const words = new Int32Array(target.buffer, target.byteOffset, target.byteLength >> 2);
  let at = 0;
  for (const { vector, from, count } of slices) {
    const { entries, validity } = vector;
    const Entries = width === 2 ? Int16Array : Int32Array;
    const values = new Entries(
      entries.buffer,
      entries.byteOffset,
      entries.byteLength / Entries.BYTES_PER_ELEMENT,
    );
    for (let row = from; row < from + count; row++, at += 4) {
      if (validity !== null && !isSet(validity, row)) continue;
      const low = (width === 8 ? values[row * 2] : values[row]) ?? 0;
      const high = width === 8 ? (values[row * 2 + 1] ?? 0) : low >> 31;
      words[at] = low;
      words[at + 1] = high;
      words[at + 2] = high >> 31;
      words[at + 3] = high >> 31;
    }
  }
}

/** Writes intervals: DuckDB's microseconds become nanoseconds; months and days stay the same, at the same offsets. */
export function writeIntervals(slices: readonly VectorSlice[], target: Uint8Array): void {
  writeFixed(slices, 16, target);
  const times = new BigInt64Array(target.buffer, target.byteOffset, target.byteLength >> 3);
  for (let at = 1; at < times.length; at += 2) {
    const nanoseconds = (times[at] ?? 0n) * 1000n;
    if (BigInt.asIntN(64, nanoseconds) !== nanoseconds) {
      throw new DomainError(
        "invalid",
        "interval_out_of_range",
        "An interval in the result has a time part of more than 292 years, which Arrow does not support. Cast it to VARCHAR.",
      );
    }
    times[at] = nanoseconds;
  }
}
