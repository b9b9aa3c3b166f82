import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { log } from "#shared/runtime/log.ts";
import type { HiddenAddress } from "./hiddenAddress.ts";
import { closeServer, listen } from "./listen.ts";
import { readBody } from "./readBody.ts";
import { authenticateJson, SignatureError } from "./signature/authenticateJson.ts";
import type { Credentials } from "./signature/authorization.ts";

/** Maximum size of a request of DynamoDB, in bytes. */
const MAX_BODY_BYTES = 16 * 1024 * 1024;
const IDLE_CONNECTION_MS = 65_000;
const CONTENT_TYPE = "application/x-amz-json-1.0";

/**
 * Starts the proxy of the embedded database: forwards requests that are signed with the platform's own credentials, and
 * refuses all others, in particular those of pages in a browser.
 */
export async function startDatabaseProxy(
  database: HiddenAddress,
  credentials: Credentials,
): Promise<{ url: string; close: () => Promise<void> }> {
  const agent = new Agent({ keepAlive: true });
  const server = createServer({ keepAliveTimeout: IDLE_CONNECTION_MS }, (incoming, outgoing) => {
    serve(incoming, outgoing).catch((error: unknown) => refuse(incoming, outgoing, error));
  });
  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const body = await readBody(incoming, MAX_BODY_BYTES);
    if (!body) throw new SignatureError("AccessDeniedException", "The request is too large.");
    authenticateJson(incoming, body, { service: "dynamodb", credentials, now: Date.now() });
    await passOn({ ...database, agent }, incoming, body, outgoing);
  };
  const port = await listen(server, 0, "database");
  const close = async (): Promise<void> => {
    await closeServer(server);
    agent.destroy();
  };
  return { url: `http://127.0.0.1:${port}`, close };
}

/** Headers that are forwarded to the database. */
const PASSED_ON = ["content-type", "x-amz-target", "authorization", "x-amz-date"];

/** Forwards a request to the database and returns its answer, without its CORS headers. */
function passOn(
  place: HiddenAddress & { agent: Agent },
  { headers }: IncomingMessage,
  body: Buffer,
  outgoing: ServerResponse,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent: Record<string, string | number> = { "content-length": body.length };
    for (const name of PASSED_ON) sent[name] = String(headers[name] ?? "");
    const call = request({ ...place, method: "POST", path: "/", headers: sent }, (answer) => {
      for (const [name, value] of Object.entries(answer.headers)) {
        if (value !== undefined && !isOfThisConnection(name)) outgoing.setHeader(name, value);
      }
      outgoing.statusCode = answer.statusCode ?? 500;
      answer.once("error", reject).once("end", resolve).pipe(outgoing);
    });
    call.once("error", reject);
    outgoing.once("close", () => {
      // The client disconnected before the answer.
      if (!outgoing.writableFinished) call.destroy();
    });
    call.end(body);
  });
}

function isOfThisConnection(name: string): boolean {
  return name.startsWith("access-control-") || name === "connection" || name === "keep-alive";
}

function refuse(incoming: IncomingMessage, outgoing: ServerResponse, error: unknown): void {
  if (outgoing.headersSent || incoming.socket.destroyed) {
    outgoing.destroy();
    return;
  }
  const isRefusal = error instanceof SignatureError;
  if (!isRefusal) log().error("the database did not answer", { error: error as Error });
  const body = JSON.stringify(
    isRefusal
      ? { __type: `com.amazon.coral.service#${error.code}`, message: error.message }
      : { __type: "InternalServerError", message: "The database did not answer." },
  );
  outgoing.writeHead(isRefusal ? 403 : 500, {
    "content-type": CONTENT_TYPE,
    "content-length": Buffer.byteLength(body),
  });
  outgoing.end(body);
}
