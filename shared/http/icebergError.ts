import type { Reply } from "./apiEvent.ts";

/** Error types of Iceberg's REST catalog, by status. */
const TYPES: Record<number, string> = {
  400: "BadRequestException",
  401: "NotAuthorizedException",
  403: "ForbiddenException",
  409: "CommitFailedException",
  422: "BadRequestException",
  429: "SlowDownException",
  503: "ServiceUnavailableException",
};
/** Types of what does not exist, by our codes. */
const MISSING: Record<string, string> = {
  namespace_not_found: "NoSuchNamespaceException",
  table_not_found: "NoSuchTableException",
};

/** Returns an error with the field `error` of Iceberg's REST catalog, beside the fields that all errors have. */
export function icebergError(reply: Reply): Reply {
  if (typeof reply.body !== "string") return reply;
  const fields = JSON.parse(reply.body) as { detail?: unknown; code?: string };
  const { statusCode } = reply;
  const { detail, code = "" } = fields;
  const error = {
    message: typeof detail === "string" ? detail : JSON.stringify(detail),
    type: statusCode === 404 ? (MISSING[code] ?? "NotFoundException") : (TYPES[statusCode] ?? "ServerError"),
    code: statusCode,
  };
  return { ...reply, body: JSON.stringify({ ...fields, error }) };
}
