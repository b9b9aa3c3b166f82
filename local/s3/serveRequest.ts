import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { inspect } from "node:util";
import { fullStorage } from "@pdp/basics/errors";
import { answerAssumeRole } from "#local/s3/operations/assumeRole.ts";
import type { S3Request, S3Response } from "#local/s3/operations/exchange.ts";
import { authenticate } from "#local/s3/protocol/authenticate.ts";
import { requireSessionAccess } from "#local/s3/protocol/requireSessionAccess.ts";
import { S3Error } from "#local/s3/protocol/s3Error.ts";
import { headerText, parseTarget, type Target } from "#local/s3/protocol/target.ts";
import { errorDocument } from "#local/s3/protocol/xml.ts";
import { errorCode } from "#local/s3/storage/durableFiles.ts";
import type { ObjectStore } from "#local/s3/storage/objectStore.ts";
import type { UploadStore } from "#local/s3/storage/uploadStore.ts";
import type { Credentials } from "#local/signature/authorization.ts";
import { isFromBrowser } from "#local/signature/fromBrowser.ts";
import { isSignedAccess, letPagesRead, preflight } from "./pageAccess.ts";
import { handleRequest } from "./routes.ts";

export interface Service {
  store: ObjectStore;
  uploads: UploadStore;
  credentials: Credentials;
}

/** Serves one HTTP request, and reports errors to the client if it is still connected. */
export async function serveRequest(
  service: Service,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  awaitsContinue: boolean,
): Promise<void> {
  const requestId = randomBytes(8).toString("hex").toUpperCase();
  outgoing.setHeader("x-amz-request-id", requestId);
  // Without 100 Continue, Node closes the connection after the response because a body may follow.
  const openBody = () => {
    if (awaitsContinue) outgoing.writeContinue();
    return incoming;
  };
  letPagesRead(incoming, outgoing);
  let response: S3Response;
  try {
    response =
      preflight(incoming) ??
      (await answerAssumeRole(incoming, service.credentials, requestId)) ??
      (await handleRequest(incoming.method ?? "", verifiedRequest(service, incoming, openBody)));
  } catch (error) {
    if (incoming.socket.destroyed) return;
    response = errorResponse(error, incoming.url, requestId);
  }
  await send(response, incoming, outgoing);
}

function verifiedRequest(
  service: Service,
  incoming: IncomingMessage,
  openBody: () => IncomingMessage,
): S3Request {
  if (isFromBrowser(incoming.headers) && !isSignedAccess(incoming)) {
    throw new S3Error("AccessDenied", "This endpoint is for programs, not for browser pages.");
  }
  const target = parseTarget(incoming.url ?? "");
  const signable = { method: incoming.method ?? "", target, headers: incoming.headersDistinct };
  const authentication = authenticate(signable, service.credentials, Date.now());
  const { bucket, key } = target;
  const query = new Map(target.parameters);
  const headers = headersOf(incoming, authentication.presigned ? target : undefined);
  const { session } = authentication;
  if (session) requireSessionAccess(session, { method: signable.method, key, query });
  return {
    store: service.store,
    uploads: service.uploads,
    bucket,
    key,
    query,
    headers,
    authentication,
    isOwn: false,
    openBody,
  };
}

/** Collects the headers by lowercase name: presigning moves x-amz-… headers into the query, where they have the same meaning. */
function headersOf(
  incoming: IncomingMessage,
  presigned: Target | undefined,
): Record<string, string | undefined> {
  const headers: Record<string, string | undefined> = {};
  for (const [name, value] of presigned?.parameters ?? []) {
    const lowerCase = name.toLowerCase();
    if (lowerCase.startsWith("x-amz-")) headers[lowerCase] = headerText(name, value);
  }
  for (const [name, values] of Object.entries(incoming.headersDistinct)) headers[name] = values?.join(", ");
  return headers;
}

/** Returns the response to a failed request and prints unexpected errors. */
export function errorResponse(error: unknown, url: string | undefined, requestId: string): S3Response {
  const answer = asS3Error(error);
  const body = errorDocument([
    ["Code", answer.code],
    ["Message", answer.message],
    ["Resource", url?.split("?")[0]],
    ["RequestId", requestId],
  ]);
  return { status: answer.status, body };
}

function asS3Error(error: unknown): S3Error {
  if (error instanceof S3Error) return error;
  if (errorCode(error) === "ENAMETOOLONG") return new S3Error("KeyTooLongError");
  if (fullStorage(error)) return new S3Error("StorageFull");
  reportBug(error);
  return new S3Error("InternalError", error instanceof Error ? error.message : undefined);
}

async function send(
  response: S3Response,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const { status, headers = {}, body } = response;
  outgoing.statusCode = status;
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) outgoing.setHeader(name, value);
  }
  if (typeof body === "string") {
    const bytes = Buffer.from(body);
    outgoing.setHeader("content-type", "application/xml");
    outgoing.setHeader("content-length", bytes.length);
    outgoing.end(incoming.method === "HEAD" ? undefined : bytes);
  } else if (body) {
    // Rejects when the client disconnects. If the client disconnected earlier, the body has not ended and must be destroyed.
    await pipeline(body, outgoing).catch(() => undefined);
    body.destroy();
  } else {
    outgoing.end();
  }
}

/** Prints an error that was not caused by a client. */
export function reportBug(error: unknown): void {
  process.stderr.write(`The S3 endpoint failed to handle a request: ${inspect(error)}\n`);
}
