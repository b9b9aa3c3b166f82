import { setTimeout as sleep } from "node:timers/promises";

/** Size in bytes above which a body is not read further. */
const SHORT_BYTES = 64 * 1024;
/** Time within which a short body ends, in milliseconds; longer than storing the record of its end takes. */
const SHORT_MS = 3;

/** Body whose beginning has been read. */
export interface Ahead {
  /** Size in bytes; null if the body did not end at once. */
  bytes: number | null;
  body: AsyncIterable<Uint8Array>;
}

type Read = IteratorResult<Uint8Array>;

/** Reads the beginning of a body, so that one that ends at once needs no second record. */
export async function lookAhead(body: AsyncIterable<Uint8Array>): Promise<Ahead> {
  const chunks = body[Symbol.asyncIterator]();
  const reads: Promise<Read>[] = [];
  const over = sleep(SHORT_MS, null);
  for (let bytes = 0; bytes <= SHORT_BYTES; ) {
    const read = chunks.next();
    reads.push(read);
    // A failure is reported to the reader of the body.
    const result = await Promise.race([read.catch(() => null), over]);
    if (result === null) break;
    if (result.done) return { bytes, body: replay(reads, chunks) };
    bytes += result.value.byteLength;
  }
  return { bytes: null, body: replay(reads, chunks) };
}

/** Returns the chunks that have been read, and then the others. */
function replay(reads: Promise<Read>[], chunks: AsyncIterator<Uint8Array>): AsyncIterable<Uint8Array> {
  const iterator: AsyncIterator<Uint8Array> = {
    next: () => reads.shift() ?? chunks.next(),
    return: async () => {
      await chunks.return?.();
      return { done: true, value: undefined };
    },
  };
  return { [Symbol.asyncIterator]: () => iterator };
}
