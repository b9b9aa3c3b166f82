import { once } from "node:events";
import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { buffer } from "node:stream/consumers";

/** Response as received, regardless of its status. */
export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  bytes: Buffer;
  /** Null if the response is not JSON. */
  json: Record<string, unknown> | null;
}

export interface Request {
  method: string;
  /** Origin in the form `http://host:port` or `https://host`, without a path. */
  origin: string;
  /** Path, sent exactly as given: clients that accept URLs would normalize it. */
  path: string;
  token?: string | null;
  body?: unknown;
  headers?: Record<string, string>;
  /**
   * Once it is aborted, nothing more is sent. Running requests continue, because the server could still apply an abandoned
   * change after everything else.
   */
  signal: AbortSignal;
}

/** Maximum time without data from the server, in milliseconds. */
const SILENCE_TIMEOUT_MS = 60_000;

const running = new Set<Promise<Answer>>();

export async function send(request: Request): Promise<Answer> {
  request.signal.throwIfAborted();
  const answer = answerTo(request);
  running.add(answer);
  try {
    return await answer;
  } catch (cause) {
    throw new Error(`${request.method} ${request.origin}${request.path}`, { cause });
  } finally {
    running.delete(answer);
  }
}

/** Resolves when no request is running. */
export async function allAnswered(): Promise<void> {
  await Promise.allSettled(running);
}

async function answerTo({ method, origin, path, token, body, headers = {} }: Request): Promise<Answer> {
  const { protocol, hostname, port } = new URL(origin);
  const raw = Buffer.isBuffer(body);
  const content = body === undefined ? null : raw ? body : Buffer.from(JSON.stringify(body));
  const call = (protocol === "https:" ? requestHttps : requestHttp)({
    method,
    path,
    hostname: hostname.replace(/^\[(.*)\]$/, "$1"),
    ...(port ? { port } : {}),
    timeout: SILENCE_TIMEOUT_MS,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(content === null || raw ? {} : { "content-type": "application/json" }),
      ...(method === "GET" ? {} : { "content-length": String(content?.length ?? 0) }),
      ...headers,
    },
  });
  const silent = new Error(`nothing came for ${SILENCE_TIMEOUT_MS / 1000} s`);
  let response: IncomingMessage | undefined;
  // Once the response has started, only its reader receives the reason.
  call.once("timeout", () => (response ?? call).destroy(silent));
  call.on("error", () => undefined);
  call.end(content ?? undefined);
  [response] = (await once(call, "response")) as [IncomingMessage];
  const bytes = await buffer(response);
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    bytes,
    json: jsonOf(response.headers["content-type"], bytes),
  };
}

function jsonOf(type: string | undefined, bytes: Buffer): Record<string, unknown> | null {
  if (!type?.includes("json")) return null;
  try {
    const parsed: unknown = JSON.parse(bytes.toString("utf8"));
    return typeof parsed === "object" ? (parsed as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
