import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { ErrorCode } from "@pdp/basics/errors";
import type { ErrorBody } from "#shared/http/errors.ts";
import { closeConnection } from "./closeConnection.ts";

/** Timeout for the client to read the response and to stop sending, in milliseconds. */
const CLOSE_TIMEOUT_MS = 2_000;

const REFUSALS: Record<string, [status: number, code: ErrorCode, detail: string]> = {
  HPE_HEADER_OVERFLOW: [
    431,
    "headers_too_large",
    "The URL and headers of a request must not exceed 16 KB in total.",
  ],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [
    413,
    "body_too_large",
    "The extensions of the body's chunks are too large.",
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "request_timeout", "The request took too long to arrive."],
};
const INVALID_REQUEST: [number, ErrorCode, string] = [
  400,
  "invalid_http",
  "This is not a complete HTTP request.",
];

const refused = new WeakSet<Socket>();

/**
 * Answers an invalid HTTP request with an error in the usual format, and closes the connection. `isBusy` means that another
 * request on the connection is being answered.
 */
export function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket, isBusy: boolean): void {
  // The rest of the refused data is not a request either.
  if (refused.has(socket)) return;
  const hasLeft = error.code === "ECONNRESET" || (isBusy && error.code === "HPE_INVALID_EOF_STATE");
  if (!socket.writable || hasLeft) {
    socket.destroy();
    return;
  }
  // Once another response has started, the client would read this response as part of it.
  if (isBusy) {
    closeConnection(socket, error.code ?? error.message);
    return;
  }
  refused.add(socket);
  const [status, code, detail] = REFUSALS[error.code ?? ""] ?? INVALID_REQUEST;
  const error_id = randomUUID();
  const body = JSON.stringify({ detail, code, error_id } satisfies ErrorBody);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "content-type: application/json; charset=utf-8",
    `content-length: ${Buffer.byteLength(body)}`,
    "cache-control: no-store",
    "x-content-type-options: nosniff",
    `x-request-id: ${error_id}`,
    "connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
  // Closing a connection while the client is still sending resets it, and the response is lost.
  socket.resume();
  setTimeout(() => socket.destroy(), CLOSE_TIMEOUT_MS).unref();
}
