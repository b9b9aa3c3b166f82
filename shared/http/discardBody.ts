import { Readable } from "node:stream";

/** Releases the source of a body that will not be read, such as the response to a HEAD request. */
export async function discardBody(body: AsyncIterable<Uint8Array>): Promise<void> {
  // The iterator of a stream that was never read would leave the stream open.
  if (body instanceof Readable) body.destroy();
  else await body[Symbol.asyncIterator]().return?.();
}
