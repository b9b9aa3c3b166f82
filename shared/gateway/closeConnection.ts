import type { Socket } from "node:net";
import { log } from "#shared/runtime/log.ts";

/**
 * Closes a connection on which a request did not receive a complete response, and logs why: its client only learns that the
 * other side has closed it.
 */
export function closeConnection(socket: Socket, reason: string): void {
  if (socket.destroyed) return;
  log().warn("a connection was closed before its response was complete", {
    reason,
    bytes_read: socket.bytesRead,
    bytes_written: socket.bytesWritten,
  });
  socket.destroy();
}
