import type { DuckDBResult } from "@duckdb/node-api";
import {
  type RawVector,
  readChunk,
  textBytes,
  textOffsets,
  type VectorSlice,
  writeTexts,
} from "@pdp/formats/arrow";

/** Size, in bytes, above which the lines of a chunk are sent in parts. */
const PART_BYTES = 4 << 20;

/** Yields `head` and then the strings in a result's only column, without separators. */
export async function* textStream(result: DuckDBResult, head: string): AsyncGenerator<Uint8Array> {
  if (head !== "") yield Buffer.from(head);
  for (;;) {
    const chunk = await result.fetchChunk();
    if (chunk === null || chunk.rowCount === 0) return;
    const [vector] = readChunk(chunk, [{ kind: "text" }]);
    if (vector === undefined) return;
    for (const slice of cutSlices(vector, 0, chunk.rowCount)) yield textsOf(slice);
  }
}

/** Halves the rows of a chunk until the strings in each range are short enough. */
function cutSlices(vector: RawVector, from: number, count: number): VectorSlice[] {
  const slice = { vector, from, count };
  if (count === 1 || textBytes(slice) <= PART_BYTES) return [slice];
  const half = count >> 1;
  return [...cutSlices(vector, from, half), ...cutSlices(vector, from + half, count - half)];
}

function textsOf(slice: VectorSlice): Uint8Array {
  const offsets = textOffsets([slice], slice.count);
  const target = new Uint8Array(offsets[slice.count] ?? 0);
  writeTexts([slice], offsets, target);
  return target;
}
