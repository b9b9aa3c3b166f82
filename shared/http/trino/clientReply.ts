import type { ClientColumn } from "@pdp/trino/types";
import type { QueryProgress, QueryState } from "#shared/domain/queries/query.ts";
import type { ClientError } from "./clientError.ts";

/** Rows as JSON text, or a function that opens it: a page may be too large for the memory of a shared process. */
type RowsText = string | (() => Promise<AsyncIterable<Uint8Array>>);

/** Response in Trino's protocol. */
export interface ClientResponse {
  id: string;
  infoUri: string;
  state: QueryState;
  progress?: QueryProgress;
  rows?: number;
  columns?: readonly ClientColumn[] | undefined;
  data?: RowsText | undefined;
  nextUri?: string | undefined;
  error?: ClientError;
  /** Name of a statement that is not a query. */
  updateType?: string;
  /** Changes to the client's session. */
  headers?: Record<string, string>;
}

/** Names of the states in Trino. */
const STATES: Record<QueryState, string> = {
  QUEUED: "QUEUED",
  RUNNING: "RUNNING",
  COMPLETED: "FINISHED",
  FAILED: "FAILED",
  CANCELLED: "FAILED",
};

/** Returns an answer as an HTTP response. The rows are inserted as stored, without being parsed. */
export function clientReply(response: ClientResponse): {
  headers: Record<string, string>;
  body: AsyncIterable<Uint8Array>;
} {
  const { id, infoUri, columns, nextUri, error, updateType, data, headers = {} } = response;
  const rest = {
    ...(nextUri !== undefined && { nextUri }),
    stats: statsOf(response),
    ...(error && { error }),
    ...(updateType !== undefined && { updateType }),
    warnings: [],
  };
  const head = JSON.stringify({ id, infoUri, ...(columns && { columns }) });
  const tail = JSON.stringify(rest).slice(1);
  const parts: RowsText[] =
    data === undefined
      ? [`${head.slice(0, -1)},${tail}`]
      : [`${head.slice(0, -1)},"data":`, data, `,${tail}`];
  return {
    headers: { ...headers, "content-type": "application/json", "cache-control": "no-store" },
    body: bytesOf(parts),
  };
}

async function* bytesOf(parts: readonly RowsText[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    if (typeof part === "string") yield Buffer.from(part);
    else yield* await part();
  }
}

function statsOf({ state, progress, rows = 0, nextUri }: ClientResponse): object {
  const { bytes_read = 0, bytes_total = 0 } = progress ?? {};
  const isDone = state === "COMPLETED";
  return {
    state: isDone && nextUri !== undefined ? "FINISHING" : STATES[state],
    queued: state === "QUEUED",
    scheduled: state !== "QUEUED",
    nodes: 1,
    totalSplits: 1,
    queuedSplits: state === "QUEUED" ? 1 : 0,
    runningSplits: state === "RUNNING" ? 1 : 0,
    completedSplits: isDone ? 1 : 0,
    ...(bytes_total > 0 && { progressPercentage: (100 * bytes_read) / bytes_total }),
    cpuTimeMillis: 0,
    wallTimeMillis: 0,
    queuedTimeMillis: 0,
    elapsedTimeMillis: 0,
    processedRows: rows,
    processedBytes: bytes_read,
    physicalInputBytes: bytes_read,
    physicalWrittenBytes: 0,
    peakMemoryBytes: 0,
    spilledBytes: 0,
  };
}
