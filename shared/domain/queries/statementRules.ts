import type { QueryFailure, QueryRecord } from "./query.ts";

export type Statement = Pick<QueryRecord, "created_at" | "trino">;

/** Maximum number of records of the latest request within the client timeout. */
const RECORDED_POLLS = 10;

/**
 * Returns why a statement of Trino's protocol must end: its client has requested nothing for too long, or it exceeds the
 * client's time limit. Null if it may continue, and for all other queries.
 */
export function statementFault(
  { created_at, trino }: Statement,
  at: number,
  clientTimeoutMs: number,
): QueryFailure | null {
  if (!trino) return null;
  const { polled_at = created_at, max_run_ms } = trino;
  if (max_run_ms !== undefined && at - Date.parse(created_at) > max_run_ms) return maxRunExceeded(max_run_ms);
  if (at - Date.parse(polled_at) <= clientTimeoutMs) return null;
  return {
    code: "query_abandoned",
    detail: `The client requested nothing for ${clientTimeoutMs / 1000} s. Send the statement again.`,
  };
}

export function maxRunExceeded(maxRunMs: number): QueryFailure {
  return {
    code: "query_timeout",
    detail: `The query exceeded the maximum run time of ${maxRunMs / 1000} s set by its client. Read fewer rows, or raise the limit.`,
  };
}

/** Returns the statement with the time of a client's request, or unchanged if an earlier request is recent enough. */
export function withPoll<T extends Statement>(query: T, at: number, clientTimeoutMs: number): T {
  const { created_at, trino } = query;
  const isRecent = at - Date.parse(trino?.polled_at ?? created_at) < clientTimeoutMs / RECORDED_POLLS;
  return !trino || isRecent
    ? query
    : { ...query, trino: { ...trino, polled_at: new Date(at).toISOString() } };
}

/** Returns a waiting statement as a query to execute, with its parameters replaced by values. */
export function executed<T extends Statement>(query: T, text: string): T {
  if (!query.trino?.waiting) return query;
  const { waiting: _, ...trino } = query.trino;
  return { ...query, query: text, trino };
}
