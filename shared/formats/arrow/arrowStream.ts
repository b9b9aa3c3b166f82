import { setImmediate } from "node:timers/promises";
import type { DuckDBResult } from "@duckdb/node-api";
import { type BatchPlan, planColumn, sliceBytes } from "./arrowColumn.ts";
import type { ArrowLayout } from "./arrowLayout.ts";
import {
  type ArrowCompression,
  batchPart,
  compressedBatchPart,
  END_OF_STREAM,
  schemaPart,
} from "./arrowMessage.ts";
import { arrowSchema } from "./arrowSchema.ts";
import { type RawVector, readChunk } from "./arrowVector.ts";

/**
 * Number of rows in the first batch, which is one chunk, for low latency; later batches grow to the size that readers process
 * fastest.
 */
const FIRST_BATCH_ROWS = 2048;
const MAX_BATCH_ROWS = 65_536;
const BATCH_GROWTH = 8;
const BATCH_BYTES = 8 << 20;

/** Maximum size of a batch made from one chunk, in bytes; a larger chunk is split. */
const MAX_PIECE_BYTES = 64 << 20;

/** Row range of one chunk; `from` is relative to the chunk. */
interface RowRange {
  vectors: RawVector[];
  from: number;
  count: number;
  bytes: number;
}

/**
 * Encodes a DuckDB result as an Arrow IPC stream: each part is one message (the schema, then at least one record batch), and
 * the last part is the end of the stream. Each part ends with the first bytes of the next message, so that readers reject a
 * stream with missing parts. At most two batches are in memory. Throws DomainError for values that Arrow cannot represent;
 * unsupported column types are rejected before the first part.
 *
 * After an early `return()`, the result is not read further. A running fetch then finishes normally, or is stopped by the
 * connection's `interrupt()`.
 */
export async function* arrowStream(
  result: DuckDBResult,
  options: { compression: ArrowCompression },
): AsyncGenerator<Uint8Array> {
  const { compression } = options;
  const { fields, layouts } = arrowSchema(result);
  yield schemaPart(fields);
  // Compression overlaps with reading the next batch, except for the first batch, which is sent immediately.
  let compressing: Promise<Uint8Array> | null = null;
  let isFirst = true;
  for await (const rows of rowBatches(result, layouts)) {
    const plan = planBatch(rows, layouts);
    if (compression === null) yield batchPart(plan);
    else {
      if (compressing !== null) yield await compressing;
      compressing = ignoreEarlyRejection(compressedBatchPart(plan, compression));
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

/**
 * Collects the rows of record batches from DuckDB's chunks while fetching the next chunk in parallel. A result without rows
 * yields one empty batch, because some readers read a stream's columns from its first batch.
 */
async function* rowBatches(
  result: DuckDBResult,
  layouts: readonly ArrowLayout[],
): AsyncGenerator<RowRange[]> {
  let batch: RowRange[] = [];
  let rows = 0;
  let bytes = 0;
  let maxRows = FIRST_BATCH_ROWS;
  let hasRows = false;
  let fetched = ignoreEarlyRejection(result.fetchChunk());
  while (true) {
    const chunk = await fetched;
    if (chunk === null || chunk.rowCount === 0) break;
    hasRows = true;
    const vectors = readChunk(chunk, layouts);
    fetched = ignoreEarlyRejection(result.fetchChunk());
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
  if (batch.length > 0 || !hasRows) yield batch;
}

/** Halves the rows of a chunk until each range fits into one batch or is a single row. */
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

/** Prevents a rejection before the promise is awaited from being reported as unhandled. */
function ignoreEarlyRejection<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}
