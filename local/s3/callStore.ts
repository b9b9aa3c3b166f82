import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import type { ObjectsCall, ObjectsRequest } from "#shared/runtime/scope.ts";
import type { S3Request, S3Response } from "./operations/exchange.ts";
import { parseTarget } from "./protocol/target.ts";
import { handleRequest } from "./routes.ts";
import { errorResponse, type Service } from "./serveRequest.ts";

/** Handles a request from this process, without a connection or a signature. */
export function callStore(service: Service): ObjectsCall {
  return async (request) => {
    const requestId = randomBytes(8).toString("hex").toUpperCase();
    let response: S3Response;
    try {
      response = await handleRequest(request.method, ownRequest(service, request));
    } catch (error) {
      // The caller's stream failed, not the store.
      if (request.body instanceof Readable && request.body.errored) throw request.body.errored;
      response = errorResponse(error, request.path, requestId);
    }
    const { status, headers = {}, body } = response;
    const present = Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as const],
    );
    return {
      status,
      headers: { ...Object.fromEntries(present), "x-amz-request-id": requestId },
      body: bodyOf(request.method === "HEAD" ? undefined : body),
    };
  };
}

function bodyOf(body: S3Response["body"]): Buffer | Readable {
  return typeof body === "string" ? Buffer.from(body) : (body ?? Readable.from([]));
}

function ownRequest(
  { store, uploads }: Service,
  { path, query, headers, body = "" }: ObjectsRequest,
): S3Request {
  const { bucket, key } = parseTarget(path);
  return {
    store,
    uploads,
    bucket,
    key,
    query: new Map(Object.entries(query).map(([name, value]) => [name, [value ?? ""].flat().join(",")])),
    headers,
    authentication: {
      region: "",
      presigned: false,
      payload: headers["x-amz-content-sha256"] ?? "UNSIGNED-PAYLOAD",
    },
    isOwn: true,
    openBody: () =>
      body instanceof Readable ? body : Readable.from([Buffer.from(body)], { objectMode: false }),
  };
}
