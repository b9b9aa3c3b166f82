import type { IncomingMessage, ServerResponse } from "node:http";
import type { Reply } from "#shared/http/apiEvent.ts";
import { discardBody } from "#shared/http/discardBody.ts";
import { SharedBytes } from "#shared/http/staticReply.ts";
import { isBodyRefused } from "./bodyIntake.ts";
import { closeConnection } from "./closeConnection.ts";
import { discardRest } from "./discardRest.ts";
import type { HttpLimits } from "./httpLimits.ts";
import type { UnreadAnswers } from "./unreadAnswers.ts";

const UNREAD = "the memory used by its unread data is needed by others";
const UNTAKEN = "its client did not read the stream for too long";

export interface Sending {
  request: IncomingMessage;
  response: ServerResponse;
  /** True if the client only sends the body when told to continue. */
  awaitsContinue: boolean;
  /** Holder that the memory of the unread response is attributed to. */
  holder: string;
  unread: UnreadAnswers;
  limits: HttpLimits;
}

/** Sends a reply with backpressure. */
export async function sendReply(
  sending: Sending,
  { statusCode, body, headers }: Reply,
  more: Record<string, string>,
): Promise<void> {
  const { request, response } = sending;
  const all = { ...headers, ...more };
  if (isBodyRefused(request)) all.connection = "close";
  if (request.method === "HEAD") {
    response.writeHead(statusCode, all);
    if (typeof body !== "string") await discardBody(body);
    await untilSent(sending);
    response.end();
  } else if (body instanceof SharedBytes) {
    response.writeHead(statusCode, all);
    await sendBytes(sending, body.bytes, 0);
  } else if (typeof body === "string") {
    const bytes = Buffer.from(body);
    response.writeHead(statusCode, { ...all, "content-length": bytes.length });
    await sendBytes(sending, bytes, bytes.length);
  } else {
    response.writeHead(statusCode, all);
    for await (const part of body) {
      if (response.destroyed) break;
      if (!response.write(part)) await untilTaken(sending, part.byteLength);
    }
    await untilSent(sending);
    response.end();
  }
}

/** Sends a complete body. `heldBytes` is the memory it occupies until the client has read it, in bytes. */
async function sendBytes(sending: Sending, body: Uint8Array, heldBytes: number): Promise<void> {
  const { request, response, holder, unread, limits } = sending;
  if (isCutWhenSent(sending)) {
    response.write(body);
    await untilSent(sending);
    response.end();
  } else response.end(body);
  const { socket } = request;
  if (socket.writableLength === 0) return;
  if (heldBytes > 0) {
    const release = unread.hold(holder, heldBytes, () => closeConnection(socket, UNREAD));
    response.once("close", release);
  }
  socket.setTimeout(limits.idleMs);
}

/** Tells whether ending the response would close the connection while the client is still sending. */
function isCutWhenSent({ request, response, awaitsContinue }: Sending): boolean {
  return !(response.shouldKeepAlive || request.complete || isBodyRefused(request) || awaitsContinue);
}

/** Resolves when the response may end: immediately if its connection stays open or the client has stopped sending. */
async function untilSent(sending: Sending): Promise<void> {
  if (isCutWhenSent(sending)) await discardRest(sending.request, sending.limits);
}

/** Resolves when the client has read the written data, or is gone. */
function untilTaken({ request, response, holder, unread, limits }: Sending, bytes: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => closeConnection(request.socket, UNTAKEN), limits.unreadStreamMs);
    const release = unread.hold(holder, bytes, () => closeConnection(request.socket, UNREAD));
    const done = (): void => {
      clearTimeout(timer);
      response.off("drain", done).off("close", done);
      release();
      resolve();
    };
    response.once("drain", done).once("close", done);
  });
}
