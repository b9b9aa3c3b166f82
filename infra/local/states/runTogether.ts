/**
 * Runs `count` pieces of work, at most `limit` at once, and resolves to their results in order. The first failure fires
 * the signal of the others, no further one is started, and when all have ended it is thrown.
 */
export async function runTogether<T>(
  count: number,
  limit: number,
  outer: AbortSignal,
  work: (index: number, signal: AbortSignal) => Promise<T>,
): Promise<T[]> {
  const failure = new AbortController();
  const signal = AbortSignal.any([outer, failure.signal]);
  const results: T[] = [];
  let next = 0;
  const runner = async () => {
    while (next < count && !signal.aborted) {
      const index = next++;
      try {
        results[index] = await work(index, signal);
      } catch (error) {
        failure.abort(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, count) }, runner));
  signal.throwIfAborted();
  return results;
}
