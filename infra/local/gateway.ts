import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Operation } from "#shared/api/operation.ts";
import { DomainError } from "#shared/domain/errors.ts";
import type { ApiEvent, Reply } from "#shared/http/apiEvent.ts";
import { discardBody } from "#shared/http/discardBody.ts";
import { errorReply, jsonReply, logBrokenAnswer } from "#shared/http/errors.ts";
import { bodyTooLarge } from "#shared/http/parseBody.ts";
import type { Settings } from "#shared/runtime/scope.ts";
import type { ConsoleSite } from "./consoleSite.ts";
import type { Cors } from "./cors.ts";
import { refuseUnreadable } from "./refuseUnreadable.ts";
import { Router } from "./router.ts";
import { FreshRequests } from "./workers/freshRequests.ts";

const REQUEST_TIMEOUT_MS = 60 * 60 * 1000;
/** Size of a stream's buffer between writer and reader; with less, large results wait for each other more often. */
const BUFFER_BYTES = 128 * 1024;
/** Maximum time for which a refused request may go on sending, in milliseconds. */
const DRAIN_TIMEOUT_MS = 30_000;

/**
 * Serves one address of the platform: converts HTTP to the events of the operations, and their replies to HTTP, like
 * API Gateway (and, for uploads, the function that serves them), and, with `cors`, answers preflights like the edge. `requests` counts
 * unanswered requests of this address and others. With `site`, the console is at the paths that are no operation's.
 */
export function gateway(
  operations: readonly Operation[],
  settings: () => Settings,
  hint: string,
  requests = new FreshRequests(),
  cors: Cors | null = null,
  site: ConsoleSite | null = null,
): Server {
  const router = new Router(operations);
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    serve(router, settings, hint, requests, cors, site, request, response).catch(() => response.destroy());
  };
  const options = {
    requestTimeout: REQUEST_TIMEOUT_MS,
    requireHostHeader: false,
    highWaterMark: BUFFER_BYTES,
  };
  const server = createServer(options, answer);
  // By default both would be answered without a body.
  server.on("checkExpectation", answer);
  server.on("clientError", refuseUnreadable);
  server.keepAliveTimeout = 65_000;
  return server;
}

async function serve(
  router: Router,
  settings: () => Settings,
  hint: string,
  requests: FreshRequests,
  cors: Cors | null,
  site: ConsoleSite | null,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const requestId = randomUUID();
  const left = new AbortController();
  response.once("close", () => left.abort());
  const place = { requestId, httpMethod: request.method ?? "GET", path: request.url ?? "/" };
  let reply: Reply;
  try {
    requireHost(request);
    const preflight = cors?.preflight(request);
    if (preflight) return await send(request, response, preflight, requestId, cors);
    const url = new URL(`http://127.0.0.1${request.url?.startsWith("/") ? request.url : "/"}`);
    const path = decodePath(url.pathname);
    const found = router.find(place.httpMethod, path);
    if ("allowed" in found) {
      const page =
        found.allowed.length === 0 ? await site?.reply(place.httpMethod, path, request.headers.accept) : null;
      reply = page ?? refusal(found.allowed, place, hint);
    } else {
      const event = await eventOf(request, url, found.parameters, settings(), requestId, left.signal);
      const isUpload = found.operation.contract.transport === "upload";
      if (!isUpload) response.once("close", requests.begin());
      if (isUpload) event.stream = request;
      else event.readBody = (maxBytes) => readBody(request, maxBytes);
      reply = await found.operation.handle(event);
    }
  } catch (error) {
    reply = errorReply(error, { ...place, signal: left.signal });
  }
  try {
    await send(request, response, reply, requestId, cors);
  } catch (error) {
    logBrokenAnswer(error, { ...place, signal: left.signal });
    // Without the last chunk, or with less than its length, the answer is no complete one.
    response.destroy();
  }
}

function requireHost({ httpVersion, headers }: IncomingMessage): void {
  if (headers.host !== undefined || httpVersion !== "1.1") return;
  throw new DomainError("malformed", "host_missing", "A request of HTTP/1.1 needs the header Host.");
}

function decodePath(path: string): string {
  try {
    return path.replace(/%3A/gi, ":").split("/").map(decodeURIComponent).join("/");
  } catch {
    return "";
  }
}

function refusal(allowed: string[], place: { requestId: string; httpMethod: string }, hint: string): Reply {
  const error_id = place.requestId;
  if (allowed.length === 0) {
    const detail = `There is nothing at this path. ${hint}`;
    return jsonReply(404, { detail, code: "path_not_found", error_id });
  }
  const detail = `This path takes ${allowed.join(" or ")}, not ${place.httpMethod}.`;
  const reply = jsonReply(405, { detail, code: "method_not_allowed", error_id });
  reply.headers.allow = allowed.join(", ");
  return reply;
}

async function eventOf(
  request: IncomingMessage,
  url: URL,
  pathParameters: Record<string, string>,
  settings: Settings,
  requestId: string,
  signal: AbortSignal,
): Promise<ApiEvent> {
  const headers: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(request.headers)) {
    headers[name] = Array.isArray(value) ? value.join(", ") : value;
  }
  return {
    httpMethod: request.method ?? "GET",
    path: url.pathname,
    headers,
    queryStringParameters: Object.fromEntries(url.searchParams),
    repeatedParameters: [...new Set(url.searchParams.keys())].filter(
      (name) => url.searchParams.getAll(name).length > 1,
    ),
    pathParameters,
    body: null,
    isBase64Encoded: false,
    requestId,
    settings,
    signal,
  };
}

/** Reads a body up to the limit. The rest is left for `send` to discard, so that the client gets its answer. */
async function readBody(request: IncomingMessage, maxBytes: number): Promise<Uint8Array | null> {
  if (Number(request.headers["content-length"] ?? 0) > maxBytes) throw bodyTooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  await new Promise<void>((resolve, reject) => {
    const take = (chunk: Buffer): void => {
      size += chunk.length;
      if (size <= maxBytes) chunks.push(chunk);
      else end(() => reject(bodyTooLarge()));
    };
    const done = (): void => end(resolve);
    const fail = (): void =>
      end(() => reject(new DomainError("malformed", "request_aborted", "The request ended too early.")));
    const end = (settle: () => void): void => {
      request.off("data", take).off("end", done).off("close", fail).pause();
      settle();
    };
    if (request.destroyed && !request.readableEnded) return fail();
    request.on("data", take).once("end", done).once("close", fail);
  });
  return size === 0 ? null : Buffer.concat(chunks);
}

async function send(
  request: IncomingMessage,
  response: ServerResponse,
  reply: Reply,
  requestId: string,
  cors: Cors | null,
): Promise<void> {
  const headers: Record<string, string> = {
    ...reply.headers,
    ...cors?.headers(request),
    "x-request-id": requestId,
  };
  // Closing a connection while the client still sends resets it, and the answer is lost: the rest is read first.
  if (!(await readToEnd(request))) headers.connection = "close";
  if (request.method === "HEAD") {
    response.writeHead(reply.statusCode, headers).end();
    if (typeof reply.body !== "string") await discardBody(reply.body);
    return;
  }
  if (typeof reply.body === "string") {
    response.writeHead(reply.statusCode, { ...headers, "content-length": Buffer.byteLength(reply.body) });
    response.end(reply.body);
    return;
  }
  response.writeHead(reply.statusCode, headers);
  for await (const part of reply.body) {
    if (response.destroyed) break;
    if (!response.write(part)) await waitForDrain(response);
  }
  response.end();
}

/** Resolves when the response accepts more data or is closed. */
function waitForDrain(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      response.off("drain", done).off("close", done);
      resolve();
    };
    response.once("drain", done).once("close", done);
  });
}

/** Discards the rest of a refused request. Returns whether it ended within the timeout. */
async function readToEnd(request: IncomingMessage): Promise<boolean> {
  if (request.readableEnded || request.destroyed) return true;
  const ended = once(request, "end", { signal: AbortSignal.timeout(DRAIN_TIMEOUT_MS) });
  request.resume();
  return ended.then(
    () => true,
    () => false,
  );
}
