import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { DomainError } from "@pdp/basics/errors";
import type { ApiEvent, Reply } from "#shared/http/apiEvent.ts";
import { errorReply, jsonReply, logBrokenAnswer } from "#shared/http/errors.ts";
import { icebergError, isIcebergPath } from "#shared/http/iceberg/icebergError.ts";
import type { Operation } from "#shared/http/operations/operation.ts";
import { log } from "#shared/runtime/log.ts";
import type { Settings } from "#shared/runtime/scope.ts";
import type { Incoming } from "./bodyIntake.ts";
import { BodyStream } from "./bodyStream.ts";
import { FreshRequests } from "./freshRequests.ts";
import { HttpTraffic } from "./httpTraffic.ts";
import { newHttpServer } from "./newHttpServer.ts";
import { STRANGERS } from "./openBodies.ts";
import { readBodyBytes } from "./readBodyBytes.ts";
import { refuseUnreadable } from "./refuseUnreadable.ts";
import { Router } from "./router.ts";
import { sendReply } from "./sendReply.ts";

const REQUEST_TIMEOUT_MS = 60 * 60 * 1000;
/**
 * Size of a stream's buffer between writer and reader; with a smaller buffer, the two would wait for each other more often
 * when results are large.
 */
const BUFFER_BYTES = 128 * 1024;

/** Allows pages from other origins to read responses. On AWS, the edge does this. */
interface CrossOriginAccess {
  /** Returns the reply to a preflight request; null for any other request. */
  preflight(request: IncomingMessage): Reply | null;
  headers(request: IncomingMessage): Record<string, string>;
}

/** Serves files at paths that do not belong to an operation. */
interface Site {
  /** Returns the file at a path; null if there is none. */
  reply(method: string, path: string, headers: IncomingHttpHeaders): Promise<Reply | null>;
}

export interface GatewayOptions {
  /** Unanswered requests to this address and others. */
  requests?: FreshRequests;
  cors?: CrossOriginAccess;
  site?: Site;
  /** Hint in a 404 under a workspace, instead of the general one. */
  workspaceHint?: string;
  /** Limits shared by requests to this address and others. */
  traffic?: HttpTraffic;
}

interface Context extends GatewayOptions {
  router: Router;
  settings: () => Settings;
  hint: string;
  requests: FreshRequests;
  traffic: HttpTraffic;
}

/**
 * Serves one address of the platform. Converts HTTP requests to the events that operations expect, and their replies to HTTP,
 * in the same way as API Gateway (and, for uploads, the function that serves them).
 */
export function gateway(
  operations: readonly Operation[],
  settings: () => Settings,
  hint: string,
  { requests = new FreshRequests(), traffic = new HttpTraffic(), ...others }: GatewayOptions = {},
): Server {
  const context: Context = { router: new Router(operations), settings, hint, requests, traffic, ...others };
  const server = newHttpServer(
    (request, response, awaitsContinue) => {
      serve(context, request, response, awaitsContinue).catch((error: Error) => {
        log().error("a request received no response", { method: request.method, path: request.url, error });
        response.destroy();
      });
    },
    {
      limits: traffic.limits,
      queue: traffic.queue,
      requestTimeout: REQUEST_TIMEOUT_MS,
      requireHostHeader: false,
      highWaterMark: BUFFER_BYTES,
    },
  );
  server.on("clientError", (error, socket) =>
    refuseUnreadable(error, socket as Socket, traffic.queue.isBusy(socket as Socket)),
  );
  return server;
}

async function serve(
  { router, settings, hint, workspaceHint = hint, requests, traffic, cors, site }: Context,
  request: IncomingMessage,
  response: ServerResponse,
  awaitsContinue: boolean,
): Promise<void> {
  const requestId = randomUUID();
  const left = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) left.abort();
  });
  const incoming: Incoming = { request, response, awaitsContinue, signal: left.signal };
  const requestFields = { requestId, httpMethod: request.method ?? "GET", path: request.url ?? "/" };
  let event: ApiEvent | undefined;
  const answer = async (): Promise<Reply> => {
    requireHost(request);
    const preflight = cors?.preflight(request);
    if (preflight) return preflight;
    const url = new URL(`http://127.0.0.1${request.url?.startsWith("/") ? request.url : "/"}`);
    const path = decodePath(url.pathname);
    const match = router.find(requestFields.httpMethod, path);
    if ("allowed" in match) {
      const page =
        match.allowed.length === 0
          ? await site?.reply(requestFields.httpMethod, path, request.headers)
          : null;
      if (page) return page;
      const refused = refusal(
        match.allowed,
        requestFields,
        IN_WORKSPACE.test(requestFields.path) ? workspaceHint : hint,
      );
      return isIcebergPath(path) ? icebergError(refused) : refused;
    }
    event = eventOf(request, url, match.parameters, settings(), requestId, left.signal);
    if (match.operation.contract.transport === "upload") {
      event.stream = new BodyStream(traffic.intake, () => holderOf(event), incoming);
    } else {
      response.once("close", requests.begin());
      event.readBody = (maxBytes) => readBodyBytes(traffic.intake, holderOf(event), incoming, maxBytes);
    }
    return match.operation.handle(event);
  };
  const reply = await answer().catch((error: unknown) =>
    errorReply(error, { ...requestFields, signal: left.signal }),
  );
  // What the operation did not read of an upload is discarded; a stream that nobody reads would stop the connection instead.
  event?.stream?.destroy();
  const sending = {
    request,
    response,
    awaitsContinue,
    holder: holderOf(event),
    unread: traffic.unread,
    limits: traffic.limits,
  };
  try {
    await sendReply(sending, reply, { ...cors?.headers(request), "x-request-id": requestId });
  } catch (error) {
    logBrokenAnswer(error, { ...requestFields, signal: left.signal });
    // Clients recognize a response without its last chunk, or with fewer bytes than its stated length, as incomplete.
    response.destroy();
  }
}

/** Returns the workspace or user that a request's memory is attributed to; all unknown senders share one holder. */
function holderOf({ workspace, caller }: Partial<ApiEvent> = {}): string {
  return workspace?.id ?? caller?.userId ?? STRANGERS;
}

function requireHost({ httpVersion, headers }: IncomingMessage): void {
  if (headers.host !== undefined || httpVersion !== "1.1") return;
  throw new DomainError("malformed", "host_missing", "An HTTP/1.1 request requires the Host header.");
}

function decodePath(path: string): string {
  try {
    return path.replace(/%3A/gi, ":").split("/").map(decodeURIComponent).join("/");
  } catch {
    return "";
  }
}

const IN_WORKSPACE = /^\/v2\/workspace\/[^/]+\//;

function refusal(
  allowed: string[],
  requestFields: { requestId: string; httpMethod: string; path: string },
  hint: string,
): Reply {
  const error_id = requestFields.requestId;
  if (allowed.length === 0) {
    const detail = `Path not found. ${hint}`;
    return jsonReply(404, { detail, code: "path_not_found", error_id });
  }
  const detail = `This path supports ${allowed.join(" or ")}, not ${requestFields.httpMethod}.`;
  const reply = jsonReply(405, { detail, code: "method_not_allowed", error_id });
  reply.headers.allow = allowed.join(", ");
  return reply;
}

function eventOf(
  request: IncomingMessage,
  url: URL,
  pathParameters: Record<string, string>,
  settings: Settings,
  requestId: string,
  signal: AbortSignal,
): ApiEvent {
  const headers: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(request.headers)) {
    headers[name] = Array.isArray(value) ? value.join(", ") : value;
  }
  // Either this process terminates TLS, or a proxy states that it does.
  if ("encrypted" in request.socket) headers["x-forwarded-proto"] = "https";
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
    clientAddress: request.socket.remoteAddress ?? null,
    settings,
    signal,
  };
}
