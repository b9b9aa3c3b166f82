import { ALLOWED_HEADERS, ALLOWED_METHODS, PREFLIGHT_SECONDS } from "#shared/http/gateway/corsLists.ts";

/**
 * Returns the code that the edge runs for each request, in CloudFront's JavaScript. It responds to preflight requests from the
 * web application without calling an origin, decodes %3A to a colon, and prepends the client's address to its user agent,
 * because the gateway's access log can contain the user agent but not the address of the client.
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
      headers["access-control-max-age"] = { value: "${PREFLIGHT_SECONDS}" };
    }
    return { statusCode: 204, statusDescription: "No Content", headers: headers };
  }
  var agent = request.headers["user-agent"];
  request.headers["user-agent"] = { value: event.viewer.ip + " " + (agent ? agent.value : "-") };
  request.uri = request.uri.replace(/%3a/gi, ":");
  return request;
}
`;
}
