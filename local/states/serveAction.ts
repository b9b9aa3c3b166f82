import type { IncomingMessage, ServerResponse } from "node:http";
import { fullStorage } from "@pdp/basics/errors";
import { log } from "#shared/runtime/log.ts";
import { readBody } from "../readBody.ts";
import { authenticateJson, SignatureError } from "../signature/authenticateJson.ts";
import type { Credentials } from "../signature/authorization.ts";
import { ACTIONS, type Service } from "./actions.ts";
import type { Fields } from "./fields.ts";
import { ServiceError } from "./serviceError.ts";

const TARGET = "AWSStepFunctions.";
const CONTENT_TYPE = "application/x-amz-json-1.0";
/** Maximum request size: an escaped input of 256 KB may be several times as long. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;

/** Serves one request; every error becomes a response. */
export async function serveAction(
  service: Service,
  credentials: Credentials,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const verify = authenticateJson(request, { service: "states", credentials, now: Date.now() });
    const body = await readBody(request, MAX_BODY_BYTES);
    if (!body) throw new ServiceError("ValidationException", "The request is too large.");
    verify(body);
    const fields = parseFields(body);
    const target = String(request.headers["x-amz-target"] ?? "");
    const action = target.startsWith(TARGET) ? ACTIONS.get(target.slice(TARGET.length)) : undefined;
    if (request.method !== "POST" || !action) {
      throw new ServiceError("UnknownOperationException", `This endpoint has no action '${target}'.`);
    }
    send(response, 200, await action(service, fields));
  } catch (error) {
    if (error instanceof SignatureError)
      return send(response, 403, { __type: error.code, message: error.message });
    if (error instanceof ServiceError)
      return send(response, 400, { __type: error.code, message: error.message });
    log().error("The state machine endpoint failed", error as Error);
    const message = fullStorage(error)
      ? "Cannot write the execution journal: the database or disk is full."
      : "The endpoint failed. See its log for the cause.";
    send(response, 500, { __type: "InternalFailure", message });
  }
}

function parseFields(body: Buffer): Fields {
  const fields = parse(body.toString() || "{}");
  if (typeof fields === "object" && fields !== null && !Array.isArray(fields)) return fields as Fields;
  throw new ServiceError("SerializationException", "The request is not a JSON object.");
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ServiceError("SerializationException", "The request is not JSON.");
  }
}

function send(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body);
  response.writeHead(status, { "content-type": CONTENT_TYPE, "content-length": Buffer.byteLength(text) });
  response.end(text);
}
