import * as v from "valibot";
import { Timestamp } from "#shared/domain/fields.ts";
import { IdString } from "#shared/domain/id.ts";
import { ResultFormat } from "#shared/domain/resultFormat.ts";

export const QueryState = v.picklist(["QUEUED", "RUNNING", "COMPLETED", "FAILED", "CANCELLED"]);
export type QueryState = v.InferOutput<typeof QueryState>;

/** Retention period of a query and its result, in milliseconds. Results in the object store expire after the same period. */
export const QUERY_LIFETIME_MS = 86_400_000;

/** Format of a stored result. Row pages for clients of Trino's protocol are served at addresses of that protocol. */
export const StoredFormat = v.picklist([...ResultFormat.options, "TRINO"]);
export type StoredFormat = v.InferOutput<typeof StoredFormat>;

export const QueryCost = v.object({
  files: v.pipe(v.number(), v.description("Number of files that the query reads"), v.examples([12])),
  bytes_read: v.pipe(v.number(), v.description("Number of bytes read by the query"), v.examples([4_812_544])),
});
export type QueryCost = v.InferOutput<typeof QueryCost>;

const QueryProgress = v.object({
  bytes_read: v.pipe(
    v.number(),
    v.description("Number of bytes of table files read so far"),
    v.examples([4_812_544]),
  ),
  bytes_total: v.pipe(
    v.number(),
    v.description("Total number of bytes of all files that the query reads"),
    v.examples([4_812_544]),
  ),
  bytes_written: v.pipe(
    v.number(),
    v.description("Number of result bytes written so far"),
    v.examples([91_204]),
  ),
});
export type QueryProgress = v.InferOutput<typeof QueryProgress>;

export const QueryFailure = v.object({
  code: v.pipe(v.string(), v.description("Code as in an error response"), v.examples(["unknown_table"])),
  detail: v.pipe(
    v.string(),
    v.description("User-facing message that states what to do"),
    v.examples(['There is no table "varients": did you mean "variants"?']),
  ),
  position: v.pipe(
    v.optional(v.object({ line: v.number(), column: v.number() })),
    v.description("Position in the SQL that the message refers to; line and column count from 1"),
    v.examples([{ line: 1, column: 15 }]),
  ),
});
export type QueryFailure = v.InferOutput<typeof QueryFailure>;

export const Query = v.object({
  id: IdString,
  state: QueryState,
  query: v.pipe(v.string(), v.examples(["SELECT mutations, tm_celsius FROM variants"])),
  format: v.pipe(
    StoredFormat,
    v.description("Format of the result. `TRINO` marks queries from clients that use the Trino protocol"),
    v.examples(["PARQUET"]),
  ),
  arrow_compression: v.pipe(v.nullable(v.picklist(["zstd", "lz4"])), v.examples([null])),
  project_id: v.nullable(IdString),
  version_id: v.pipe(v.nullable(IdString), v.examples([null])),
  created_at: Timestamp,
  created_by: v.pipe(v.string(), v.description("Id of the user or machine client that started it")),
  started_at: v.pipe(v.nullable(Timestamp), v.description("Time when it first left the queue")),
  ended_at: v.pipe(v.nullable(Timestamp), v.description("Time when it completed, failed or was cancelled")),
  expires_at: v.pipe(Timestamp, v.description("Time when the query and its result will be removed")),
  progress: v.pipe(QueryProgress, v.description("Progress of the query. Numbers never decrease")),
  cost: v.pipe(v.nullable(QueryCost), v.description("Amount of data read; null until it has completed")),
  result: v.pipe(
    v.nullable(
      v.object({ bytes: v.pipe(v.number(), v.description("Size of the result"), v.examples([91_204])) }),
    ),
    v.description("The stored result; null until it has completed"),
  ),
  error: v.pipe(v.nullable(QueryFailure), v.description("Reason for the failure"), v.examples([null])),
});
export type Query = v.InferOutput<typeof Query>;

/** Encodings of the segments that clients of Trino's protocol read from the object store, in order of preference. */
export const SEGMENT_ENCODINGS = ["json+zstd", "json"] as const;
export type SegmentEncoding = (typeof SEGMENT_ENCODINGS)[number];

/** Statement of a client of Trino's protocol: its session, and the pages of its rows. */
export interface TrinoPages {
  /** Prepared statements of the client, for a statement whose first request for rows has not arrived; absent once it is executed. */
  waiting?: { prepared: [name: string, text: string][] };
  /** Time of the client's latest request, give or take a tenth of its timeout; absent until it requests rows. */
  polled_at?: string;
  /** Maximum time from the start of the statement to its end, in milliseconds; absent if the client did not limit it. */
  max_run_ms?: number;
  /** Time zone of the client's session; absent for UTC. */
  time_zone?: string;
  /** Encoding of the pages, which clients read from the object store as segments; null if rows are sent in responses. */
  encoding: SegmentEncoding | null;
  /**
   * Random key with which the addresses of the pages are signed; absent in queries from earlier releases, which have no page
   * addresses.
   */
  slug_key?: string;
  /** Key prefix of the pages; null until the query has completed. */
  prefix: string | null;
  /** Number of pages. */
  count: number;
  rows: number;
}

/** Rows that a query without SQL of a user reads: those of a table, or those that differ between two of its versions. */
export type QueryTarget =
  | { kind: "TABLE"; table_id: string }
  | {
      kind: "ROW_DIFF";
      table_id: string;
      from: string;
      to: string;
      /** Column names; empty for whole rows; null for the table's key. */
      key: string[] | null;
    };

/** Stored form of a query. */
export interface QueryRecord extends Query {
  /** Name that the workspace had when the query was started, and that its SQL may use. */
  workspace_name: string;
  /** Incremented each time a state machine is started; writes of older executions are rejected. */
  attempt: number;
  /** Key of the result; null until it is stored. */
  result_key: string | null;
  /** Data version that it read; absent until it has completed, and in queries of earlier releases. */
  read_version?: string;
  /** Present for downloads and row differences; `query` then describes them. */
  target?: QueryTarget;
  /** Name of the file with the result; absent for SQL. */
  file_name?: string;
  trino?: TrinoPages;
}

/** Returns a query in its API representation. */
export function shownQuery(record: QueryRecord): Query {
  const {
    workspace_name: _,
    attempt: __,
    result_key: ___,
    trino: ____,
    read_version: _____,
    target: ______,
    file_name: _______,
    ...query
  } = record;
  return query;
}

/** Returns whether a query has an execution, or needs one. A statement of Trino's protocol has none until its client requests rows. */
export function isQueryUnderWay(query: Pick<QueryRecord, "state" | "trino">): boolean {
  return !hasQueryEnded(query) && !query.trino?.waiting;
}

export function hasQueryEnded({ state }: Pick<Query, "state">): boolean {
  return state !== "QUEUED" && state !== "RUNNING";
}

/** Returns whether an attempt is the query's latest, and may therefore still change it. */
export function isCurrentAttempt(query: Pick<QueryRecord, "attempt" | "state">, attempt: number): boolean {
  return query.attempt === attempt && !hasQueryEnded(query);
}

/** Returns whether a query is too old to be shown. */
export function isQueryExpired({ expires_at }: Pick<Query, "expires_at">, now: string): boolean {
  return expires_at <= now;
}
