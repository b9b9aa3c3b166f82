import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from "node:http";
import type { Socket } from "node:net";
import { closeConnection } from "./closeConnection.ts";
import { discardRest } from "./discardRest.ts";
import { HTTP_LIMITS, type HttpLimits } from "./httpLimits.ts";
import { RequestQueue } from "./requestQueue.ts";

/** Answers a request. With `awaitsContinue`, the client does not send a body until told to continue. */
export type AnswerRequest = (
  request: IncomingMessage,
  response: ServerResponse,
  awaitsContinue: boolean,
) => void;

interface HttpServerOptions extends ServerOptions {
  limits?: HttpLimits;
  queue?: RequestQueue;
}

/** Interval between checks for connections with incomplete headers, in milliseconds. */
const CONNECTION_CHECK_MS = 1_000;

/** Creates a server of the platform: it answers one request per connection at a time and closes idle connections. */
export function newHttpServer(answer: AnswerRequest, options: HttpServerOptions = {}): Server {
  const { limits = HTTP_LIMITS, queue = new RequestQueue(limits.queue), ...others } = options;
  const enter =
    (awaitsContinue: boolean) =>
    (request: IncomingMessage, response: ServerResponse): void => {
      response.once("prefinish", () => void discardRest(request, limits));
      queue.enter(request.socket, response, () => answer(request, response, awaitsContinue));
    };
  const server = createServer({
    headersTimeout: limits.headersMs,
    connectionsCheckingInterval: Math.min(CONNECTION_CHECK_MS, limits.headersMs),
    keepAliveTimeout: limits.idleMs - limits.idleMarginMs,
    keepAliveTimeoutBuffer: limits.idleMarginMs,
    ...others,
  });
  server.on("request", enter(false));
  server.on("checkContinue", enter(true));
  // By default, Node would respond without a body.
  server.on("checkExpectation", enter(false));
  server.on("timeout", (socket) => closeIfSilent(socket, queue));
  return server;
}

/**
 * Closes a connection that has been idle too long. If this process was paused, for example under load, a request may have
 * arrived without having been read yet. Such a request is read first; otherwise, its client would find the connection closed.
 */
function closeIfSilent(socket: Socket, queue: RequestQueue): void {
  const { bytesRead } = socket;
  setImmediate(() => {
    if (socket.bytesRead !== bytesRead) return;
    if (queue.isBusy(socket)) closeConnection(socket, "its client did not read the response");
    else socket.destroy();
  });
}
