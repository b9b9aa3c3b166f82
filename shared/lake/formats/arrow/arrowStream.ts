import { setImmediate } from "node:timers/promises";
import type { DuckDBResult } from "@duckdb/node-api";
import { type BatchPlan, planColumn, sliceBytes } from "./arrowColumn.ts";
import type { ArrowLayout } from "./arrowLayout.ts";
import {
  type ArrowCompression,
  batchMessage,
  compressedBatchMessage,
  END_OF_STREAM,
  schemaMessage,
} from "./arrowMessage.ts";
import { arrowSchema } from "./arrowSchema.ts";
import { type RawVector, readChunk } from "./arrowVector.ts";

/** The first batch is one chunk, for an early answer; batches then grow to the size that readers are fastest with. */
const FIRST_BATCH_ROWS = 2048;
const MAX_BATCH_ROWS = 65_536;
const BATCH_GROWTH = 8;
const BATCH_BYTES = 8 << 20;

/** A chunk with more than this is cut into several batches. */
const MAX_PIECE_BYTES = 64 << 20;

/** Rows of one chunk, `from` counted from the chunk's start. */
interface RowRange {
  vectors: RawVector[];
  from: number;
  count: number;
  bytes: number;
}

/**
 * An Arrow IPC stream of a DuckDB result: each part is one whole message (the schema, then record batches), the last
 * the end of the stream. Holds two batches at most. Throws DomainError for what Arrow cannot carry; a column's type is
 * refused before the first part.
 *
 * After an early `return()` the result is read no further. A fetch that is under way then ends by itself, or through
 * the connection's `interrupt()`.
 */
export async function* arrowStream(
  result: DuckDBResult,
  options: { compression: ArrowCompression },
): AsyncGenerator<Uint8Array> {
  const { compression } = options;
  const { fields, layouts } = arrowSchema(result);
  yield schemaMessage(fields);
  // Compressing goes on while the next batch is gathered, but the first batch is not kept back for that.
  let compressing: Promise<Uint8Array> | null = null;
  let isFirst = true;
  for await (const rows of rowBatches(result, layouts)) {
    const plan = planBatch(rows, layouts);
    if (compression === null) yield batchMessage(plan);
    else {
      if (compressing !== null) yield await compressing;
      compressing = settledLater(compressedBatchMessage(plan, compression));
      if (isFirst) {
        yield await compressing;
        compressing = null;
      }
    }
    isFirst = false;
    await setImmediate();
  }
  if (compressing !== null) yield await compressing;
  yield END_OF_STREAM;
}

/** The rows of record batches, gathered from DuckDB's chunks, the next of which is fetched while one is worked on. */
async function* rowBatches(
  result: DuckDBResult,
  layouts: readonly ArrowLayout[],
): AsyncGenerator<RowRange[]> {
  let batch: RowRange[] = [];
  let rows = 0;
  let bytes = 0;
  let maxRows = FIRST_BATCH_ROWS;
  let fetched = settledLater(result.fetchChunk());
  while (true) {
    const chunk = await fetched;
    if (chunk === null || chunk.rowCount === 0) break;
    const vectors = readChunk(chunk, layouts);
    fetched = settledLater(result.fetchChunk());
    for (const range of cutRows(vectors, layouts, 0, chunk.rowCount)) {
      if (batch.length > 0 && bytes + range.bytes > MAX_PIECE_BYTES) {
        yield batch;
        [batch, rows, bytes] = [[], 0, 0];
      }
      batch.push(range);
      rows += range.count;
      bytes += range.bytes;
      if (rows < maxRows && bytes < BATCH_BYTES) continue;
      yield batch;
      [batch, rows, bytes] = [[], 0, 0];
      maxRows = Math.min(maxRows * BATCH_GROWTH, MAX_BATCH_ROWS);
    }
  }
  if (batch.length > 0) yield batch;
}

/** Halves rows until no range has too many bytes for one batch, or is a single row. */
function cutRows(
  vectors: RawVector[],
  layouts: readonly ArrowLayout[],
  from: number,
  count: number,
): RowRange[] {
  const bytes = layouts.reduce((sum, layout, index) => {
    const vector = vectors[index];
    return vector === undefined ? sum : sum + sliceBytes(layout, { vector, from, count });
  }, 0);
  if (bytes <= MAX_PIECE_BYTES || count === 1) return [{ vectors, from, count, bytes }];
  const half = count >> 1;
  return [...cutRows(vectors, layouts, from, half), ...cutRows(vectors, layouts, from + half, count - half)];
}

function planBatch(rows: readonly RowRange[], layouts: readonly ArrowLayout[]): BatchPlan {
  const plan: BatchPlan = { nodes: [], buffers: [] };
  layouts.forEach((layout, index) => {
    const slices = rows.flatMap(({ vectors, from, count }) => {
      const vector = vectors[index];
      return vector === undefined ? [] : [{ vector, from, count }];
    });
    planColumn(layout, slices, plan);
  });
  return plan;
}

/** Keeps a promise that may fail before it is awaited from being reported as unhandled. */
function settledLater<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}
