import { conflict, DomainError } from "@pdp/basics/errors";
import type { AuditStamp } from "#shared/domain/fields.ts";
import {
  hasQueryEnded,
  QUERY_LIFETIME_MS,
  type QueryCost,
  type QueryFailure,
  type QueryProgress,
  type QueryRecord,
  type TrinoPages,
} from "./query.ts";

/** Number of failed executions after which a query is abandoned. */
const MAX_ATTEMPTS = 3;
/** Maximum number of unfinished queries per workspace. */
export const MAX_QUERIES_UNDER_WAY = 20;

export type QueryRequest = Pick<
  QueryRecord,
  | "query"
  | "format"
  | "arrow_compression"
  | "project_id"
  | "version_id"
  | "workspace_name"
  | "trino"
  | "target"
  | "file_name"
>;

export function newQuery(id: string, request: QueryRequest, { by, at }: AuditStamp): QueryRecord {
  return {
    ...request,
    id,
    state: "QUEUED",
    created_at: at,
    created_by: by,
    started_at: null,
    ended_at: null,
    expires_at: new Date(Date.parse(at) + QUERY_LIFETIME_MS).toISOString(),
    progress: { bytes_read: 0, bytes_total: 0, bytes_written: 0 },
    cost: null,
    result: null,
    error: null,
    attempt: 1,
    result_key: null,
  };
}

/** Marks a query as running. A query that is run again keeps its first start time and its progress. */
export function markRunning(query: QueryRecord, at: string): QueryRecord {
  return { ...query, state: "RUNNING", started_at: query.started_at ?? at };
}

/** Returns the query with updated progress; progress numbers never decrease. */
export function withProgress(query: QueryRecord, progress: QueryProgress): QueryRecord {
  const before = query.progress;
  const total = Math.max(before.bytes_total, progress.bytes_total);
  return {
    ...query,
    progress: {
      bytes_total: total,
      bytes_read: Math.min(total, Math.max(before.bytes_read, Math.floor(progress.bytes_read))),
      bytes_written: Math.max(before.bytes_written, progress.bytes_written),
    },
  };
}

export interface QueryOutcome {
  key: string;
  bytes: number;
  cost: QueryCost;
  /** Data version that it read; 0 before the first one. */
  version: string;
  pages?: Pick<TrinoPages, "count" | "rows">;
}

export function completeQuery(query: QueryRecord, outcome: QueryOutcome, at: string): QueryRecord {
  const { bytes, cost, key, version, pages } = outcome;
  const { bytes_total } = query.progress;
  const { trino } = query;
  return {
    ...withProgress(query, { bytes_total, bytes_read: bytes_total, bytes_written: bytes }),
    state: "COMPLETED",
    ended_at: at,
    cost,
    result: { bytes },
    result_key: key,
    read_version: version,
    ...(trino && pages && { trino: { ...trino, ...pages, prefix: key } }),
  };
}

/** Returns an error in the form shown with a query. */
export function failureOf({ code, message, position }: DomainError): QueryFailure {
  return { code, detail: message, ...(position && { position }) };
}

export function failQuery(query: QueryRecord, error: QueryFailure, at: string): QueryRecord {
  return { ...query, state: "FAILED", ended_at: at, error };
}

/** Cancels a query. A query that has already been canceled stays unchanged. */
export function cancelQuery(query: QueryRecord, at: string): QueryRecord {
  if (query.state === "CANCELLED") return query;
  if (hasQueryEnded(query)) {
    const sentence = `The query ${query.id} is ${query.state}: only a query that has not finished can be cancelled.`;
    throw conflict("query_ended", sentence);
  }
  return { ...query, state: "CANCELLED", ended_at: at, attempt: query.attempt + 1 };
}

/** Returns the query prepared for another execution; null if too many executions have died. */
export function restartQuery(query: QueryRecord): QueryRecord | null {
  return query.attempt >= MAX_ATTEMPTS ? null : { ...query, attempt: query.attempt + 1 };
}

export function tooManyQueries(count: number): DomainError {
  return new DomainError(
    "throttled",
    "too_many_queries",
    `${count} queries are in progress in this workspace, which is the maximum. Wait for some to finish, or cancel them.`,
  );
}
