import type { Matrix } from "./matrix.ts";
import type { Threads } from "./threads.ts";

/** Allocates zeros, in shared memory if there are worker threads. */
export function allocateNumbers(length: number, threads: Threads | undefined): Float64Array {
  if (threads === undefined) return new Float64Array(length);
  return new Float64Array(new SharedArrayBuffer(length * Float64Array.BYTES_PER_ELEMENT));
}

/** Returns the matrix itself if threads can access it or there are no threads, otherwise a copy. */
export function reachableMatrix(matrix: Matrix, threads: Threads | undefined): Matrix {
  if (threads === undefined || matrix.data.buffer instanceof SharedArrayBuffer) return matrix;
  const data = allocateNumbers(matrix.data.length, threads);
  data.set(matrix.data);
  return { ...matrix, data };
}

/** Minimum number of operations for which threads are used: starting them costs as much as a few million operations. */
const WORTHWHILE_OPERATIONS = 2e7;

export function worthwhileThreads(threads: Threads | undefined, operations: number): Threads | undefined {
  return threads !== undefined && threads.count > 1 && operations > WORTHWHILE_OPERATIONS
    ? threads
    : undefined;
}
