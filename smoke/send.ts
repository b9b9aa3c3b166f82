import { once } from "node:events";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { buffer } from "node:stream/consumers";

/** An answer as it came, whatever its status. */
export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  bytes: Buffer;
  /** null where the answer is not JSON. */
  json: Record<string, unknown> | null;
}

export interface Request {
  method: string;
  /** `http://host:port` or `https://host`, without a path. */
  origin: string;
  /** Sent exactly as it stands here: clients that take addresses would normalise it. */
  path: string;
  token?: string | null;
  body?: unknown;
  headers?: Record<string, string>;
}

/** How long the other side may be silent, in milliseconds. */
const LONGEST_SILENCE = 60_000;

export async function send({ method, origin, path, token, body, headers = {} }: Request): Promise<Answer> {
  const { protocol, hostname, port } = new URL(origin);
  const raw = Buffer.isBuffer(body);
  const content = body === undefined ? null : raw ? body : Buffer.from(JSON.stringify(body));
  const call = (protocol === "https:" ? requestHttps : requestHttp)({
    method,
    path,
    hostname: hostname.replace(/^\[(.*)\]$/, "$1"),
    ...(port ? { port } : {}),
    timeout: LONGEST_SILENCE,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(content === null || raw ? {} : { "content-type": "application/json" }),
      ...(method === "GET" ? {} : { "content-length": String(content?.length ?? 0) }),
      ...headers,
    },
  });
  call.once("timeout", () => call.destroy(new Error(`${method} ${path}: no answer for 60 s`)));
  call.on("error", () => undefined);
  call.end(content ?? undefined);
  const [response] = await once(call, "response");
  const bytes = await buffer(response);
  return {
    status: response.statusCode,
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
