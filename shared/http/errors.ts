import {
  DomainError,
  type ErrorCode,
  type ErrorKind,
  fullStorage,
  storageFull,
  type TextPosition,
} from "@pdp/basics/errors";
import { log } from "#shared/runtime/log.ts";
import type { ApiEvent, JsonReply } from "./apiEvent.ts";

/** HTTP status of each kind of domain error. */
const STATUS: Record<ErrorKind, number> = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  timeout: 408,
  conflict: 409,
  too_large: 413,
  unsupported_media_type: 415,
  invalid: 422,
  locked: 423,
  throttled: 429,
  unavailable: 503,
  storage_full: 507,
};

/** Body of every error except validation errors: a message, a stable code, and the request id in the log. */
export interface ErrorBody {
  detail: string;
  code: ErrorCode;
  error_id: string;
  /** Position in the request's SQL, for errors that refer to one. */
  position?: TextPosition;
}

/** Request that failed with an error. */
type Place = Pick<ApiEvent, "requestId" | "httpMethod" | "path"> & Partial<Pick<ApiEvent, "signal">>;

/** "Client closed request": the client does not see it, but it separates disconnects from faults in metrics. */
const CLIENT_CLOSED_REQUEST = 499;

/** Converts an error into a reply, and logs it if it is unexpected. */
export function errorReply(error: unknown, event: Place): JsonReply {
  if (error instanceof DomainError) return domainReply(error, event.requestId);
  const requestFields = { error_id: event.requestId, method: event.httpMethod, path: event.path };
  if (isAbandoned(error, event.signal)) {
    log().info("client closed the request", requestFields);
    const detail = "Client closed the request.";
    return jsonReply(CLIENT_CLOSED_REQUEST, { detail, code: "request_abandoned", error_id: event.requestId });
  }
  const storage = fullStorage(error);
  if (storage) {
    log().error("a storage is full", { ...requestFields, storage, error: error as Error });
    return domainReply(storageFull(storage), event.requestId);
  }
  log().error("unexpected error", { ...requestFields, error: error as Error });
  return jsonReply(500, {
    detail: `An internal error occurred. It does not seem to be caused by your request. To report it, include error_id ${event.requestId}.`,
    code: "internal_error",
    error_id: event.requestId,
  } satisfies ErrorBody);
}

/** Logs why a response was cut off partway, unless the client has disconnected. */
export function logBrokenAnswer(error: unknown, event: Place): void {
  if (isAbandoned(error, event.signal)) return;
  const requestFields = { error_id: event.requestId, method: event.httpMethod, path: event.path };
  if (error instanceof DomainError) {
    log().warn("a response was cut off", { ...requestFields, code: error.code, detail: error.message });
  } else log().error("a response was cut off", { ...requestFields, error: error as Error });
}

/** Returns whether an error was caused only by the caller disconnecting, as reported by `signal`. */
function isAbandoned(error: unknown, signal: AbortSignal | undefined): boolean {
  if (!signal?.aborted) return false;
  return error === signal.reason || (error instanceof Error && error.name === "AbortError");
}

function domainReply(error: DomainError, requestId: string): JsonReply {
  if (error.kind === "invalid") return jsonReply(422, { detail: error.problems });
  const reply = jsonReply(STATUS[error.kind], {
    detail: error.message,
    code: error.code,
    error_id: requestId,
    ...(error.position && { position: error.position }),
  } satisfies ErrorBody);
  if (error.kind === "unauthenticated") reply.headers["www-authenticate"] = "Bearer";
  if (error.kind === "throttled" || error.kind === "unavailable") reply.headers["retry-after"] = "2";
  return reply;
}

export function jsonReply(statusCode: number, body: unknown): JsonReply {
  return {
    statusCode,
    headers: {
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    },
    body: JSON.stringify(body),
  };
}
