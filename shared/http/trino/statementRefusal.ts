import { DomainError, type ErrorKind } from "@pdp/basics/errors";
import { failureOf } from "#shared/domain/queries/queryTransitions.ts";
import type { Reply } from "../apiEvent.ts";
import { clientError } from "./clientError.ts";
import { clientReply } from "./clientReply.ts";

/** Errors that clients of Trino's protocol recognize by their HTTP status: they sign in again, or retry. */
const BY_STATUS: readonly ErrorKind[] = [
  "unauthenticated",
  "forbidden",
  "locked",
  "throttled",
  "unavailable",
  "timeout",
  "storage_full",
];

/** Returns whether an error belongs to a statement, and is therefore reported in Trino's protocol. */
export function isStatementFault(error: unknown): error is DomainError {
  return error instanceof DomainError && !BY_STATUS.includes(error.kind);
}

/** Returns the response in Trino's protocol to a statement that was rejected before it was read; null for other errors. */
export function statementRefusal(error: unknown, id: string): Reply | null {
  if (!isStatementFault(error)) return null;
  return {
    statusCode: 200,
    ...clientReply({ id, infoUri: "/v1/info", state: "FAILED", error: clientError(failureOf(error)) }),
  };
}
