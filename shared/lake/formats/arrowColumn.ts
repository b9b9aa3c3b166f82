import { DomainError } from "#shared/domain/errors.ts";
import { copyBits, countZeros, isSet } from "./arrowBitmap.ts";
import { type ArrowLayout, entryWidth } from "./arrowLayout.ts";
import { textBytes, textOffsets, writeTexts } from "./arrowText.ts";
import { itemExtents, type VectorSlice } from "./arrowVector.ts";

/** A buffer of a record batch: its exact size, and how to write it into zeroed memory of that size. */
export interface BufferPlan {
  byteLength: number;
  write(target: Uint8Array): void;
}

/** Field nodes and buffers of a record batch in Arrow's order, depth first. */
export interface BatchPlan {
  nodes: { length: number; nullCount: number }[];
  buffers: BufferPlan[];
}

/** Adds the nodes and buffers of one column, whose rows are those of the slices, one after another. */
export function planColumn(layout: ArrowLayout, slices: readonly VectorSlice[], plan: BatchPlan): void {
  const length = slices.reduce((sum, { count }) => sum + count, 0);
  if (layout.kind === "null") {
    plan.nodes.push({ length, nullCount: length });
    return;
  }
  const nullCount = slices.reduce((sum, s) => sum + countZeros(s.vector.validity, s.from, s.count), 0);
  plan.nodes.push({ length, nullCount });
  plan.buffers.push(nullCount === 0 ? NO_BUFFER : validityPlan(slices, length));
  switch (layout.kind) {
    case "boolean":
      plan.buffers.push({ byteLength: (length + 7) >> 3, write: (target) => writeBooleans(slices, target) });
      return;
    case "fixed":
      plan.buffers.push({
        byteLength: length * layout.width,
        write: (target) => writeFixed(slices, layout.width, target),
      });
      return;
    case "decimal":
      plan.buffers.push({
        byteLength: length * 16,
        write: (target) => writeDecimals(slices, layout.width, target),
      });
      return;
    case "interval":
      plan.buffers.push({ byteLength: length * 16, write: (target) => writeIntervals(slices, target) });
      return;
    case "struct":
      layout.fields.forEach((field, index) => {
        planColumn(field, childRows(slices, index), plan);
      });
      return;
    case "list":
    case "array":
      plan.buffers.push(offsetsPlan(listOffsets(slices, length)));
      planColumn(layout.item, itemSlices(slices), plan);
      return;
    default: {
      const offsets = textOffsets(layout, slices, length);
      plan.buffers.push(offsetsPlan(offsets));
      plan.buffers.push({
        byteLength: offsets[length] ?? 0,
        write: (target) => writeTexts(layout, slices, offsets, target),
      });
    }
  }
}

/** About as many bytes as the slice will take in a record batch. */
export function sliceBytes(layout: ArrowLayout, slice: VectorSlice): number {
  switch (layout.kind) {
    case "text":
    case "enum":
    case "uuid":
    case "rendered":
      return slice.count * 4 + textBytes(layout, slice);
    case "list":
    case "array":
      return itemSlices([slice]).reduce((sum, s) => sum + sliceBytes(layout.item, s), slice.count * 4);
    case "struct":
      return layout.fields.reduce(
        (sum, field, index) => sum + childRows([slice], index).reduce((s, c) => s + sliceBytes(field, c), 0),
        0,
      );
    case "decimal":
      return slice.count * 16;
    default:
      return slice.count * entryWidth(layout);
  }
}

function childRows(slices: readonly VectorSlice[], index: number): VectorSlice[] {
  return slices.flatMap(({ vector, from, count }) => {
    const child = vector.children[index];
    return child === undefined ? [] : [{ vector: child, from, count }];
  });
}

function itemSlices(slices: readonly VectorSlice[]): VectorSlice[] {
  return slices.flatMap(({ vector, from, count }) => {
    const [child] = vector.children;
    return child === undefined ? [] : itemExtents(vector, from, count).map((e) => ({ vector: child, ...e }));
  });
}

function listOffsets(slices: readonly VectorSlice[], rows: number): Int32Array {
  const offsets = new Int32Array(rows + 1);
  let at = 0;
  let end = 0;
  for (const { vector, from, count } of slices) {
    for (let row = from; row < from + count; row++) {
      end += vector.lists?.lengths[row] ?? 0;
      offsets[++at] = end;
    }
  }
  if (end > 2 ** 31 - 1) {
    throw new DomainError("too_large", "value_too_large", "A single list of the result has over 2^31 items.");
  }
  return offsets;
}

function offsetsPlan(offsets: Int32Array): BufferPlan {
  const bytes = new Uint8Array(offsets.buffer);
  return { byteLength: bytes.byteLength, write: (target) => target.set(bytes) };
}

function validityPlan(slices: readonly VectorSlice[], length: number): BufferPlan {
  return {
    byteLength: (length + 7) >> 3,
    write(target) {
      let at = 0;
      for (const { vector, from, count } of slices) {
        copyBits(vector.validity, from, target, at, count);
        at += count;
      }
    },
  };
}

function writeFixed(slices: readonly VectorSlice[], width: number, target: Uint8Array): void {
  let at = 0;
  for (const { vector, from, count } of slices) {
    target.set(vector.entries.subarray(from * width, (from + count) * width), at);
    const { validity } = vector;
    // What DuckDB leaves under an absent value may be anyone's data, and does not compress.
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

function writeBooleans(slices: readonly VectorSlice[], target: Uint8Array): void {
  let at = 0;
  for (const { vector, from, count } of slices) {
    const { entries, validity } = vector;
    for (let row = from; row < from + count; row++, at++) {
      if (entries[row] === 0 || (validity !== null && !isSet(validity, row))) continue;
      target[at >> 3]! |= 1 << (at & 7);
    }
  }
}

function writeDecimals(slices: readonly VectorSlice[], width: 2 | 4 | 8, target: Uint8Array): void {
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

/** DuckDB counts months, days and microseconds, Arrow months, days and nanoseconds, in the same places. */
function writeIntervals(slices: readonly VectorSlice[], target: Uint8Array): void {
  writeFixed(slices, 16, target);
  const times = new BigInt64Array(target.buffer, target.byteOffset, target.byteLength >> 3);
  for (let at = 1; at < times.length; at += 2) {
    const nanoseconds = (times[at] ?? 0n) * 1000n;
    if (BigInt.asIntN(64, nanoseconds) !== nanoseconds) {
      throw new DomainError(
        "invalid",
        "interval_out_of_range",
        "An interval of the result has a time part of over 292 years, which Arrow cannot hold. Cast it to VARCHAR.",
      );
    }
    times[at] = nanoseconds;
  }
}

const NO_BUFFER: BufferPlan = { byteLength: 0, write: () => undefined };
