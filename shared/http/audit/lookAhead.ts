import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";

/** Size in bytes above which a body is not read further. */
const SHORT_BYTES = 64 * 1024;
/** Maximum time to wait for the end of a body, in milliseconds: waiting longer would cost more than a second record. */
const SHORT_MS = 3;
const MAX_CHUNKS = 64;

/** Body whose beginning has been read. */
export interface BodyStart {
  /** Size in bytes; null if the body did not end at once. */
  bytes: number | null;
  body: AsyncIterable<Uint8Array>;
}

type Read = IteratorResult<Uint8Array>;

/** Reads the beginning of a body, so that one that ends at once needs no second record. */
export async function lookAhead(body: AsyncIterable<Uint8Array>): Promise<BodyStart> {
  const chunks = body[Symbol.asyncIterator]();
  const reads: Promise<Read>[] = [];
  const timeIsUp = sleep(SHORT_MS, null);
  for (let bytes = 0; bytes <= SHORT_BYTES && reads.length < MAX_CHUNKS; ) {
    const read = chunks.next();
    reads.push(read);
    // A failure is reported to the reader of the body.
    const result = await Promise.race([read.catch(() => null), timeIsUp]);
    if (result === null) break;
    if (result.done) return { bytes, body: replay(body, reads, chunks) };
    bytes += result.value.byteLength;
  }
  return { bytes: null, body: replay(body, reads, chunks) };
}

/** Returns the chunks of a body that have been read, and then the others. */
function replay(
  body: AsyncIterable<Uint8Array>,
  reads: Promise<Read>[],
  chunks: AsyncIterator<Uint8Array>,
): AsyncIterable<Uint8Array> {
  const iterator: AsyncIterator<Uint8Array> = {
    next: () => reads.shift() ?? chunks.next(),
    return: async () => {
      // The iterator of a stream would first wait for the read in progress.
      if (body instanceof Readable) body.destroy();
      else await chunks.return?.();
      return { done: true, value: undefined };
    },
  };
  return { [Symbol.asyncIterator]: () => iterator };
}
