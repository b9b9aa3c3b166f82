import { DomainError } from "@pdp/basics/errors";
import { copyBits, countZeros } from "./arrowBitmap.ts";
import { type ArrowLayout, entryWidth } from "./arrowLayout.ts";
import { textBytes, textOffsets, writeTexts } from "./arrowText.ts";
import { writeBooleans, writeDecimals, writeFixed, writeIntervals } from "./arrowValues.ts";
import { itemExtents, type VectorSlice } from "./arrowVector.ts";

/** Buffer of a record batch: its exact size, and a function that writes it into zeroed memory of that size. */
export interface BufferPlan {
  byteLength: number;
  write(target: Uint8Array): void;
}

/** Field nodes and buffers of a record batch in Arrow's order, depth first. */
export interface BatchPlan {
  nodes: { length: number; nullCount: number }[];
  buffers: BufferPlan[];
}

/** Adds the nodes and buffers of one column; its rows are those of the slices, in order. */
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
      plan.buffers.push({ byteLength: (length + 7) >> 3, write: (to) => writeBooleans(slices, to) });
      return;
    case "fixed": {
      const { width } = layout;
      plan.buffers.push({ byteLength: length * width, write: (to) => writeFixed(slices, width, to) });
      return;
    }
    case "decimal": {
      const { width } = layout;
      plan.buffers.push({ byteLength: length * 16, write: (to) => writeDecimals(slices, width, to) });
      return;
    }
    case "interval":
      plan.buffers.push({ byteLength: length * 16, write: (to) => writeIntervals(slices, to) });
      return;
    case "struct":
      layout.fields.forEach((field, index) => {
        planColumn(field, childRows(slices, index), plan);
      });
      return;
    case "list":
      plan.buffers.push(offsetsPlan(listOffsets(slices, length)));
      planColumn(layout.item, itemSlices(slices), plan);
      return;
    case "text":
    case "rendered": {
      const offsets = textOffsets(slices, length);
      plan.buffers.push(offsetsPlan(offsets));
      plan.buffers.push({
        byteLength: offsets[length] ?? 0,
        write: (to) => writeTexts(slices, offsets, to),
      });
    }
  }
}

/** Estimates the size of a slice in a record batch, in bytes. */
export function sliceBytes(layout: ArrowLayout, slice: VectorSlice): number {
  switch (layout.kind) {
    case "text":
    case "rendered":
      return slice.count * 4 + textBytes(slice);
    case "list":
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
    throw new DomainError(
      "too_large",
      "value_too_large",
      "A single list in the result has more than 2^31 items.",
    );
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

const NO_BUFFER: BufferPlan = { byteLength: 0, write: () => undefined };
