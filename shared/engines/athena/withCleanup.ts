/**
 * Yields the chunks of a result, and calls `cleanUp` after the last chunk, after an error, or when the reader cancels or does
 * not read for `patienceMs`.
 */
export function withCleanup(
  parts: AsyncIterable<Uint8Array>,
  cleanUp: () => Promise<void>,
  patienceMs: number,
): AsyncIterableIterator<Uint8Array> {
  const inner = parts[Symbol.asyncIterator]();
  let patience: NodeJS.Timeout | undefined;
  let isGivenUp = false;
  const wait = (): void => {
    patience = setTimeout(() => {
      isGivenUp = true;
      void end();
    }, patienceMs).unref();
  };
  const end = async (): Promise<IteratorReturnResult<undefined>> => {
    clearTimeout(patience);
    await inner.return?.();
    await cleanUp();
    return { done: true, value: undefined };
  };
  wait();
  const reader: AsyncIterableIterator<Uint8Array> = {
    next: async () => {
      clearTimeout(patience);
      // Raises an error rather than ending the stream, because the result is incomplete.
      if (isGivenUp) throw new Error("The result was not read in time");
      try {
        const part = await inner.next();
        if (part.done) return await end();
        wait();
        return part;
      } catch (error) {
        await end();
        throw error;
      }
    },
    return: end,
    [Symbol.asyncIterator]: () => reader,
  };
  return reader;
}
