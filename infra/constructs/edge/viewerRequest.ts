/** Time for which a browser may cache a preflight's answer, in seconds. */
const REMEMBERED = 7200;

export const ALLOWED_HEADERS = ["authorization", "content-type", "idempotency-key"];
export const ALLOWED_METHODS = ["GET", "POST", "PATCH", "DELETE"];
export const EXPOSED_HEADERS = [
  "content-disposition",
  "retry-after",
  "www-authenticate",
  "x-amzn-requestid",
  "x-request-id",
];

/**
 * Returns the code that the edge runs for each request, in CloudFront's JavaScript: it answers preflights of the web
 * application's pages without an origin, and decodes %3A to a colon.
 */
export function viewerRequestCode(appOrigin: string): string {
  return `function handler(event) {
  var request = event.request;
  var origin = request.headers.origin;
  if (request.method === "OPTIONS" && request.headers["access-control-request-method"]) {
    var headers = { "cache-control": { value: "no-store" }, vary: { value: "Origin" } };
    if (origin && origin.value === ${JSON.stringify(appOrigin)}) {
      headers["access-control-allow-origin"] = { value: origin.value };
      headers["access-control-allow-methods"] = { value: "${ALLOWED_METHODS.join(", ")}" };
      headers["access-control-allow-headers"] = { value: "${ALLOWED_HEADERS.join(", ")}" };
      headers["access-control-max-age"] = { value: "${REMEMBERED}" };
    }
    return { statusCode: 204, statusDescription: "No Content", headers: headers };
  }
  request.uri = request.uri.replace(/%3a/gi, ":");
  return request;
}
`;
}
