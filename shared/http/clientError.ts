import type { QueryFailure } from "#shared/domain/queries/query.ts";

/** Query error, as described by Trino's protocol. */
export interface ClientError {
  message: string;
  errorCode: number;
  errorName: string;
  errorType: "USER_ERROR" | "INTERNAL_ERROR" | "INSUFFICIENT_RESOURCES";
  errorLocation?: { lineNumber: number; columnNumber: number };
  failureInfo: { type: string; message: string; suppressed: never[]; stack: never[]; errorInfo: object };
}

interface Known {
  code: number;
  name: string;
  type: ClientError["errorType"];
}

const user = (code: number, name: string): Known => ({ code, name, type: "USER_ERROR" });
const GENERIC_USER_ERROR = user(0, "GENERIC_USER_ERROR");
const resources = (code: number, name: string): Known => ({ code, name, type: "INSUFFICIENT_RESOURCES" });
const RESOURCES = resources(131_072, "GENERIC_INSUFFICIENT_RESOURCES");
const QUEUE_FULL = resources(131_074, "QUERY_QUEUE_FULL");
const INTERNAL: Known = { code: 65_536, name: "GENERIC_INTERNAL_ERROR", type: "INTERNAL_ERROR" };

/** Trino errors by our codes, with the numbers that clients know. */
const KNOWN: Record<string, Known> = {
  invalid_sql: user(1, "SYNTAX_ERROR"),
  statement_not_allowed: user(13, "NOT_SUPPORTED"),
  invalid_session_property: user(14, "INVALID_SESSION_PROPERTY"),
  query_abandoned: user(2, "ABANDONED_QUERY"),
  query_cancelled: user(3, "USER_CANCELED"),
  unknown_function: user(6, "FUNCTION_NOT_FOUND"),
  unknown_table: user(46, "TABLE_NOT_FOUND"),
  internal_error: INTERNAL,
  query_stopped: INTERNAL,
  sql_unavailable: INTERNAL,
  query_timeout: resources(131_075, "EXCEEDED_TIME_LIMIT"),
  query_out_of_memory: resources(131_079, "EXCEEDED_LOCAL_MEMORY_LIMIT"),
  query_failed: RESOURCES,
  query_reads_too_much: RESOURCES,
  query_result_too_large: RESOURCES,
  storage_full: RESOURCES,
  sql_busy: QUEUE_FULL,
  throttled: QUEUE_FULL,
  too_many_queries: QUEUE_FULL,
  too_many_requests: QUEUE_FULL,
};

export function clientError({ code, detail, position }: QueryFailure): ClientError {
  const { code: errorCode, name: errorName, type: errorType } = KNOWN[code] ?? GENERIC_USER_ERROR;
  const errorInfo = { code: errorCode, name: errorName, type: errorType };
  return {
    message: detail,
    errorCode,
    errorName,
    errorType,
    ...(position && { errorLocation: { lineNumber: position.line, columnNumber: position.column } }),
    failureInfo: { type: code, message: detail, suppressed: [], stack: [], errorInfo },
  };
}
