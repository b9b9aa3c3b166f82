import { DomainError } from "@pdp/basics/errors";
import { queryOutOfMemory, queryTimeout } from "@pdp/trino/errors";
import type { StopReason, WorkspaceScope } from "#shared/runtime/scope.ts";

/** Returns the error for a query that was stopped from outside. */
export function queryStopped(reason: StopReason, { settings }: WorkspaceScope): DomainError {
  if (reason === "time") return queryTimeout(settings.queryTimeoutSeconds);
  if (reason === "memory") return queryOutOfMemory();
  return new DomainError(
    "malformed",
    "query_failed",
    "The engine could not finish this query and was restarted. The query exceeds the memory limit or is too complex. Read fewer rows or columns, or split the query.",
  );
}
