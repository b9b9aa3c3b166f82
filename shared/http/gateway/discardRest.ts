import type { IncomingMessage } from "node:http";

export interface DiscardLimits {
  /** Maximum time to wait for the rest of a body, in milliseconds. */
  discardMs: number;
  /** Maximum size of the rest of a body, in bytes. */
  discardBytes: number;
}

/**
 * Discards the unread rest of a request, because closing a connection while the client is still sending would reset it and
 * lose the response. Disconnects a client that keeps sending. Resolves when nothing more arrives.
 */
export function discardRest(
  request: IncomingMessage,
  { discardMs, discardBytes }: DiscardLimits,
): Promise<void> {
  if (request.complete || request.destroyed) {
    request.resume();
    return Promise.resolve();
  }
  const { socket } = request;
  const { promise, resolve } = Promise.withResolvers<void>();
  let bytes = 0;
  const cut = setTimeout(() => socket.destroy(), discardMs);
  const count = (chunk: Buffer): void => {
    bytes += chunk.length;
    if (bytes > discardBytes) socket.destroy();
  };
  const end = (): void => {
    clearTimeout(cut);
    request.off("data", count).off("end", end);
    socket.off("close", end);
    resolve();
  };
  // Node would discard an unread request without counting its bytes.
  request.read(0);
  request.on("data", count).once("end", end).resume();
  socket.once("close", end);
  return promise;
}
