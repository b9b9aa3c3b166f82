/** Responses of API Gateway itself, in the documented error format: status, code and message by type. */
const RESPONSES: Record<string, [status: number, code: string, detail: string]> = {
  DEFAULT_4XX: [400, "bad_request", "The request cannot be read."],
  DEFAULT_5XX: [
    500,
    "internal_error",
    "An internal error occurred. It does not seem to be caused by your request. To report it, include error_id $context.requestId.",
  ],
  API_CONFIGURATION_ERROR: [500, "internal_error", "An internal error occurred."],
  INTEGRATION_FAILURE: [503, "unavailable", "The service did not respond. Try again in 2 seconds."],
  INTEGRATION_TIMEOUT: [504, "timeout", "The request exceeded the time limit. Request less data at a time."],
  BAD_REQUEST_BODY: [400, "invalid_json", "The body cannot be read."],
  BAD_REQUEST_PARAMETERS: [400, "bad_request", "The parameters cannot be read."],
  INVALID_API_KEY: [403, "not_public", "This URL is not public. Use the URLs in the documentation."],
  ACCESS_DENIED: [403, "forbidden", "This is not allowed."],
  WAF_FILTERED: [403, "request_refused", "The request was blocked because it looks like an attack."],
  // Only unknown paths lead here, because no method requires AWS credentials.
  MISSING_AUTHENTICATION_TOKEN: [404, "path_not_found", "Path not found."],
  RESOURCE_NOT_FOUND: [404, "path_not_found", "Path not found."],
  REQUEST_TOO_LARGE: [413, "body_too_large", "A request must not exceed 10 MB."],
  UNSUPPORTED_MEDIA_TYPE: [
    415,
    "unsupported_media_type",
    "Send JSON, with the header Content-Type: application/json.",
  ],
  THROTTLED: [429, "throttled", "Too many requests at once. Try again in 2 seconds."],
  QUOTA_EXCEEDED: [429, "throttled", "Too many requests. Try again in 2 seconds."],
};

/** Returns `x-amazon-apigateway-gateway-responses` of a definition. */
export function gatewayResponses(): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(RESPONSES).map(([type, [statusCode, code, detail]]) => [
      type,
      {
        statusCode,
        responseParameters: {
          "gatewayresponse.header.Content-Type": "'application/json; charset=utf-8'",
          "gatewayresponse.header.Cache-Control": "'no-store'",
          ...(statusCode === 429 || statusCode === 503
            ? { "gatewayresponse.header.Retry-After": "'2'" }
            : {}),
        },
        responseTemplates: { "application/json": errorTemplate(code, detail) },
      },
    ]),
  );
}

/** Returns the body of an error that API Gateway makes: `$context.requestId` is also in its access log. */
export function errorTemplate(code: string, detail: string): string {
  return JSON.stringify({ detail, code, error_id: "$context.requestId" });
}
