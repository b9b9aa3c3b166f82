import type { IncomingMessage, ServerResponse } from "node:http";
import { newHttpServer } from "#shared/http/gateway/newHttpServer.ts";
import { log } from "#shared/runtime/log.ts";
import { closeServer, listen } from "../listen.ts";
import { readBody } from "../readBody.ts";
import { authenticateJson, SignatureError } from "../signature/authenticateJson.ts";
import type { Credentials } from "../signature/authorization.ts";
import { type DatabaseAnswer, type DatabaseEngine, NO_RESPONSE } from "./databaseEngine.ts";

/** Maximum size of a DynamoDB request, in bytes. */
const MAX_BODY_BYTES = 16 * 1024 * 1024;
const CONTENT_TYPE = "application/x-amz-json-1.0";

/**
 * Starts the HTTP endpoint of the embedded database. It forwards requests signed with the platform's credentials and refuses
 * all others, in particular those from browser pages.
 */
export async function startDatabaseProxy(
  engine: DatabaseEngine,
  credentials: Credentials,
): Promise<{ url: string; close: () => Promise<void> }> {
  const server = newHttpServer((incoming, outgoing) => {
    void serve(incoming)
      .catch((error: unknown) => refusal(incoming, error))
      .then((answer) => send(outgoing, answer));
  });
  const serve = async (incoming: IncomingMessage): Promise<DatabaseAnswer> => {
    const verify = authenticateJson(incoming, { service: "dynamodb", credentials, now: Date.now() });
    const body = await readBody(incoming, MAX_BODY_BYTES);
    if (!body) throw new SignatureError("AccessDeniedException", "The request is too large.");
    verify(body);
    return await engine.call(operationOf(incoming), body);
  };
  const port = await listen(server, 0, "database");
  return { url: `http://127.0.0.1:${port}`, close: () => closeServer(server) };
}

function operationOf({ headers }: IncomingMessage): string {
  return String(headers["x-amz-target"] ?? "").replace(/^DynamoDB_20120810\./, "");
}

function refusal({ socket }: IncomingMessage, error: unknown): DatabaseAnswer {
  if (error instanceof SignatureError) {
    const { code, message } = error;
    return { status: 403, body: JSON.stringify({ __type: `com.amazon.coral.service#${code}`, message }) };
  }
  if (!socket.destroyed) log().error("the database did not respond", { error: error as Error });
  return NO_RESPONSE;
}

function send(outgoing: ServerResponse, { status, body }: DatabaseAnswer): void {
  // The client may have disconnected before the response was sent.
  if (outgoing.destroyed) return;
  outgoing.writeHead(status, { "content-type": CONTENT_TYPE, "content-length": Buffer.byteLength(body) });
  outgoing.end(body);
}
