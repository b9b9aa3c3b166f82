import type { ExecutableQuery } from "@pdp/trino/relations";
import { isFilesGone, rowsErased } from "#shared/engines/filesGone.ts";
import { explainError } from "./explainError.ts";
import type { QueryRun } from "./queryRun.ts";

export interface ResultReader extends AsyncIterable<Uint8Array> {
  next(): Promise<IteratorResult<Uint8Array>>;
  return(): Promise<IteratorResult<Uint8Array>>;
}

export interface ReaderOptions {
  memoryLimit: string;
  patienceMs: number;
  query: Pick<ExecutableQuery, "text" | "views">;
}

/**
 * Yields the chunks of a result; resolves after the first batch, so that early errors are raised before the response starts.
 * Closes the query at the end, on an error, when reading is canceled, and when the reader pauses for too long.
 */
export async function resultReader(
  parts: AsyncGenerator<Uint8Array>,
  query: { run: QueryRun; close: (isWhole?: boolean) => Promise<void> },
  options: ReaderOptions,
): Promise<ResultReader> {
  const { run, close } = query;
  const first = [await run.step(() => parts.next()), await run.step(() => parts.next())];
  let patience: NodeJS.Timeout | undefined;
  let isOver = false;
  const wait = (): void => {
    patience = setTimeout(() => void close(), options.patienceMs);
    patience.unref();
  };
  const end = async (isWhole = false): Promise<IteratorReturnResult<undefined>> => {
    isOver = true;
    clearTimeout(patience);
    await close(isWhole);
    return { done: true, value: undefined };
  };
  wait();
  const reader: ResultReader = {
    async next() {
      clearTimeout(patience);
      if (isOver) return { done: true, value: undefined };
      try {
        const part = first.shift() ?? (await run.step(() => parts.next()));
        if (part.done) return await end(true);
        wait();
        return part;
      } catch (error) {
        await end();
        const explained = explainError(error, options.memoryLimit, options.query);
        throw isFilesGone(explained) ? rowsErased(explained.cause) : explained;
      }
    },
    return: () => end(),
    [Symbol.asyncIterator]: () => reader,
  };
  return reader;
}
