/** Responses of API Gateway itself, in the documented error format: status, code and message by type. */
const RESPONSES: Record<string, [status: number, code: string, detail: string]> = {
  DEFAULT_4XX: [400, "bad_request", "The request cannot be read."],
  DEFAULT_5XX: [
    500,
    "internal_error",
    "Something went wrong on our side. Nothing is known to be wrong with your request; error_id $context.requestId finds it in our log.",
  ],
  API_CONFIGURATION_ERROR: [500, "internal_error", "Something went wrong on our side."],
  INTEGRATION_FAILURE: [503, "unavailable", "The service did not answer. Try again in 2 seconds."],
  INTEGRATION_TIMEOUT: [504, "timeout", "This took longer than a request may take. Ask for less at once."],
  BAD_REQUEST_BODY: [400, "invalid_json", "The body cannot be read."],
  BAD_REQUEST_PARAMETERS: [400, "bad_request", "The parameters cannot be read."],
  INVALID_API_KEY: [
    403,
    "not_public",
    "This is not a public address: use the addresses of the documentation.",
  ],
  ACCESS_DENIED: [403, "forbidden", "This is not allowed."],
  WAF_FILTERED: [403, "request_refused", "The request looks like an attack and was refused."],
  // Only unknown paths lead here, because no method requires AWS credentials.
  MISSING_AUTHENTICATION_TOKEN: [404, "path_not_found", "There is nothing at this path."],
  RESOURCE_NOT_FOUND: [404, "path_not_found", "There is nothing at this path."],
  REQUEST_TOO_LARGE: [413, "body_too_large", "A request may have at most 10 MB."],
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
