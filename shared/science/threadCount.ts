import { availableParallelism } from "node:os";

const MAX_THREADS = 4;

/** Returns the number of threads: the given number or, if absent, the number that the machine can run at once, up to four. */
export function threadCount(count = Math.min(availableParallelism(), MAX_THREADS)): number {
  if (Number.isInteger(count) && count >= 1) return count;
  throw new RangeError(`There cannot be ${count} threads.`);
}
