import type { IncomingMessage, ServerResponse } from "node:http";
import type { S3Response } from "./operations/exchange.ts";

/** Browser pages may read and write objects at signed URLs, as the CORS rules of the buckets on AWS allow. */

const METHODS = ["GET", "HEAD", "PUT"];
const EXPOSED_HEADERS = ["content-disposition", "content-length", "content-range", "etag"];
/** Object URL with a signature in its query. */
const SIGNED_OBJECT = /^\/[^/?]+\/[^?]+\?(?:[^#]*&)?X-Amz-Signature=/;

/** Returns whether a request reads or writes an object at a signed URL. */
export function isSignedAccess({ method, url }: IncomingMessage): boolean {
  return METHODS.includes(method ?? "") && SIGNED_OBJECT.test(url ?? "");
}

/** Lets pages of any origin read the response at a signed URL, because a redirect hides the origin. */
export function letPagesRead(incoming: IncomingMessage, outgoing: ServerResponse): void {
  if (incoming.headers.origin === undefined || !isSignedAccess(incoming)) return;
  outgoing.setHeader("access-control-allow-origin", "*");
  outgoing.setHeader("access-control-expose-headers", EXPOSED_HEADERS.join(", "));
}

/** Returns the response to the preflight request for a signed URL; undefined for other requests. */
export function preflight({ method, url, headers }: IncomingMessage): S3Response | undefined {
  const requestedMethod = headers["access-control-request-method"];
  if (method !== "OPTIONS" || headers.origin === undefined || !METHODS.includes(requestedMethod ?? ""))
    return undefined;
  if (!SIGNED_OBJECT.test(url ?? "")) return undefined;
  return {
    status: 200,
    headers: {
      "access-control-allow-origin": "*",
      "access-control-allow-methods": METHODS.join(", "),
      "access-control-allow-headers": "api-compatibility, content-type, range",
      "access-control-max-age": "7200",
    },
  };
}
