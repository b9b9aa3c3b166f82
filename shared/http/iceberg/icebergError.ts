import type { Reply } from "../apiEvent.ts";

/** Error types of Iceberg's REST catalog, by status. */
const TYPES: Record<number, string> = {
  400: "BadRequestException",
  401: "NotAuthorizedException",
  403: "ForbiddenException",
  405: "UnsupportedOperationException",
  // The catalog is read-only, so a conflict never comes from a commit.
  409: "ConflictException",
  422: "BadRequestException",
  429: "SlowDownException",
  503: "ServiceUnavailableException",
};
/** Types for missing resources, by our codes. */
const MISSING: Record<string, string> = {
  namespace_not_found: "NoSuchNamespaceException",
  table_not_found: "NoSuchTableException",
};

/** Tells whether a path belongs to the catalog. */
export function isIcebergPath(path: string): boolean {
  return path.startsWith("/iceberg/");
}

/** Returns an error with the field `error` of Iceberg's REST catalog, in addition to the fields common to all errors. */
export function icebergError(reply: Reply): Reply {
  if (typeof reply.body !== "string") return reply;
  return { ...reply, body: icebergBody(reply.statusCode, reply.body) };
}

/** Returns an error body with the field `error`. */
export function icebergBody(status: number, body: string): string {
  const fields = JSON.parse(body) as { detail?: unknown; code?: string };
  const { detail, code = "" } = fields;
  const error = {
    message: typeof detail === "string" ? detail : JSON.stringify(detail),
    type: status === 404 ? (MISSING[code] ?? "NotFoundException") : (TYPES[status] ?? "ServerError"),
    code: status,
  };
  return JSON.stringify({ ...fields, error });
}

/** Codes of OAuth 2.0 that the token endpoint has as ours; any other error is about the token. */
const OAUTH_CODES: readonly string[] = ["invalid_request", "unsupported_grant_type"];

/** Returns an error with the fields `error` and `error_description` of OAuth 2.0, in addition to the fields common to all errors. */
export function oauthError(reply: Reply): Reply {
  if (typeof reply.body !== "string") return reply;
  const fields = JSON.parse(reply.body) as { detail?: unknown; code?: string };
  const { detail, code = "" } = fields;
  const ofToken = reply.statusCode === 401 ? "invalid_client" : "temporarily_unavailable";
  const error = {
    error: OAUTH_CODES.includes(code) ? code : ofToken,
    error_description: typeof detail === "string" ? detail : JSON.stringify(detail),
  };
  return { ...reply, body: JSON.stringify({ ...fields, ...error }) };
}
