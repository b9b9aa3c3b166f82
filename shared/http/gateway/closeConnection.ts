import type { Socket } from "node:net";
import { log } from "#shared/runtime/log.ts";

/**
 * Closes a connection on which a request did not receive a complete response, and logs the reason, because the client only
 * sees that the connection was closed.
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
