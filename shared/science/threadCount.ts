import { availableParallelism } from "node:os";

const MAX_THREADS = 4;

/** Returns a number of threads: the given one or, if absent, as many as the machine runs at once, at most four. */
export function threadCount(count = Math.min(availableParallelism(), MAX_THREADS)): number {
  if (Number.isInteger(count) && count >= 1) return count;
  throw new RangeError(`There cannot be ${count} threads.`);
}
