import { type DuckDBDataChunk, DuckDBVector } from "@duckdb/node-api";
import duckdb from "@duckdb/node-bindings";
import { type Bitmap, intersectBitmaps, isSet, setBits } from "./arrowBitmap.ts";
import { type ArrowLayout, entryWidth } from "./arrowLayout.ts";

/**
 * Vector of a DuckDB chunk, copied into typed arrays by the raw bindings. The driver's vector classes keep their arrays
 * private and return one boxed value at a time.
 */
export interface RawVector {
  count: number;
  /** `count` entries in DuckDB's layout; empty for types with all data in the children. */
  entries: Uint8Array<ArrayBuffer>;
  /** Validity of the values; children of absent parents are absent too. */
  validity: Bitmap;
  children: RawVector[];
  /** Range of each row's items in the child, for lists; absent rows have no items. */
  lists: { starts: Uint32Array; lengths: Uint32Array } | null;
  /** Values as text from the driver; null for absent values. */
  rendered: (Uint8Array | null)[] | null;
  /** Reference that keeps DuckDB's memory alive until the strings are written. */
  chunk: DuckDBDataChunk;
}

/** Row range of one vector; `from` is relative to the vector. */
export interface VectorSlice {
  vector: RawVector;
  from: number;
  count: number;
}

export function readChunk(chunk: DuckDBDataChunk, layouts: readonly ArrowLayout[]): RawVector[] {
  const count = chunk.rowCount;
  return layouts.map((layout, column) =>
    readVector(chunk, duckdb.data_chunk_get_vector(chunk.chunk, column), layout, count, null),
  );
}

function readVector(
  chunk: DuckDBDataChunk,
  handle: duckdb.Vector,
  layout: ArrowLayout,
  count: number,
  parent: Bitmap,
): RawVector {
  const bytes = count * entryWidth(layout);
  const entries = bytes === 0 ? NO_BYTES : (duckdb.vector_get_data(handle, bytes) as Uint8Array<ArrayBuffer>);
  const validity = count === 0 ? null : intersectBitmaps(parent, readValidity(handle, count), count);
  const vector: RawVector = {
    count,
    entries,
    validity,
    children: [],
    lists: null,
    rendered: null,
    chunk,
  };
  if (layout.kind === "rendered") vector.rendered = renderValues(handle, layout, validity, count);
  else if (layout.kind === "struct") {
    vector.children = layout.fields.map((field, index) =>
      readVector(chunk, duckdb.struct_vector_get_child(handle, index), field, count, validity),
    );
  } else if (layout.kind === "list") readItems(vector, handle, layout);
  return vector;
}

/** Reads the bitmap of a vector; DuckDB omits it for a vector without absent values. */
function readValidity(handle: duckdb.Vector, count: number): Bitmap {
  return duckdb.vector_get_validity(handle, Math.ceil(count / 64) * 8) as Uint8Array | null;
}

function readItems(
  vector: RawVector,
  handle: duckdb.Vector,
  { item, length }: Extract<ArrowLayout, { kind: "list" }>,
): void {
  vector.lists = listExtents(vector, length);
  const isArray = length !== null;
  const child = isArray ? duckdb.array_vector_get_child(handle) : duckdb.list_vector_get_child(handle);
  const items = isArray ? vector.count * length : duckdb.list_vector_get_size(handle);
  const referenced = items === 0 ? [] : itemExtents(vector, 0, vector.count);
  vector.children = [readVector(vector.chunk, child, item, items, referencedItems(referenced, items))];
}

function listExtents(
  { count, entries, validity }: RawVector,
  length: number | null,
): NonNullable<RawVector["lists"]> {
  const words = wordsOf(entries);
  const starts = new Uint32Array(count);
  const lengths = new Uint32Array(count);
  for (let row = 0; row < count; row++) {
    // The entry of an absent list is uninitialized memory.
    if (validity !== null && !isSet(validity, row)) continue;
    starts[row] = length === null ? (words[row * 4] ?? 0) : row * length;
    lengths[row] = length ?? words[row * 4 + 2] ?? 0;
  }
  return { starts, lengths };
}

/**
 * Returns a bitmap of the items referenced by any list. All other items count as absent, because their strings may be dangling
 * pointers. Null if all items are referenced.
 */
function referencedItems(extents: Extent[], items: number): Bitmap {
  const [first] = extents;
  if (extents.length === 1 && first !== undefined && first.from === 0 && first.count === items) return null;
  const bitmap = new Uint8Array((items + 7) >> 3);
  for (const { from, count } of extents) setBits(bitmap, from, count);
  return bitmap;
}

interface Extent {
  from: number;
  count: number;
}

/** Returns the item ranges of some lists, in list order; adjacent ranges are merged. */
export function itemExtents(vector: RawVector, from: number, count: number): Extent[] {
  const extents: Extent[] = [];
  if (vector.lists === null) return extents;
  const { starts, lengths } = vector.lists;
  let last: Extent | null = null;
  for (let row = from; row < from + count; row++) {
    const length = lengths[row] ?? 0;
    if (length === 0) continue;
    const start = starts[row] ?? 0;
    if (last !== null && last.from + last.count === start) last.count += length;
    else {
      last = { from: start, count: length };
      extents.push(last);
    }
  }
  return extents;
}

function renderValues(
  handle: duckdb.Vector,
  layout: Extract<ArrowLayout, { kind: "rendered" }>,
  validity: Bitmap,
  count: number,
): (Uint8Array | null)[] {
  const encoder = new TextEncoder();
  const values = count === 0 ? null : DuckDBVector.create(handle, count, layout.type);
  return Array.from({ length: count }, (_, row) => {
    if (values === null || (validity !== null && !isSet(validity, row))) return null;
    return encoder.encode(String(values.getItem(row)));
  });
}

/** Returns the entries as 32-bit words. The bindings return whole allocations, so they are aligned. */
export function wordsOf(entries: Uint8Array): Uint32Array {
  return new Uint32Array(entries.buffer, entries.byteOffset, entries.byteLength >> 2);
}

const NO_BYTES = new Uint8Array(0);
