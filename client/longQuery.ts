import { ApiError } from "./errors.ts";
import type { QueryOptions } from "./queryResult.ts";
import { bytesOf, dataOf, type RawClient } from "./rawClient.ts";
import type { components } from "./schema.ts";
import { type Waiting, waitFor } from "./waitFor.ts";

type Query = components["schemas"]["Query"];

/** Time for which one request waits for the end of a query, in seconds. */
const WAIT_SECONDS = 10;

/**
 * Runs a query that may take minutes, independently of its requests, and returns its result as a file. Cancels it when the
 * signal aborts. Rejects with an `ApiError` with the query's own code and message if it fails.
 */
export async function longQuery(
  raw: RawClient,
  path: { workspace: string },
  body: { query: string; format: "CSV" | "PARQUET" | "XLSX" | "ARROW" | "NDJSON" },
  { asOf, project, signal, onProgress, onCost }: QueryOptions & Waiting<Query>,
): Promise<ReadableStream<Uint8Array>> {
  const start = raw.POST("/v2/workspace/{workspace}/data/query:start", {
    params: { path },
    body: {
      ...body,
      ...(asOf !== undefined && { version_id: asOf }),
      ...(project !== undefined && { project_id: project }),
    },
  });
  const query = { id: (await dataOf(start)).id };
  const look = (): Promise<Query> =>
    dataOf(
      raw.GET("/v2/workspace/{workspace}/data/query:get", {
        params: { path, query: { ...query, wait_seconds: WAIT_SECONDS } },
        ...(signal && { signal }),
      }),
    );
  const hasEnded = ({ state }: Query): boolean => state !== "QUEUED" && state !== "RUNNING";
  const waiting = { ...(onProgress && { onProgress }), ...(signal && { signal }) };
  const ended = await waitFor(look, hasEnded, waiting).catch(async (error: unknown) => {
    if (signal?.aborted) {
      const cancel = raw.POST("/v2/workspace/{workspace}/data/query:cancel", { params: { path, query } });
      // The query may have ended meanwhile.
      await cancel.catch(() => undefined);
    }
    throw error;
  });
  const { error } = ended;
  if (error) throw new ApiError(400, error.code, error.detail, null, [], error.position ?? null);
  if (ended.cost) onCost?.(ended.cost);
  return bytesOf(
    raw.GET("/v2/workspace/{workspace}/data/query:result", {
      params: { path, query: { ...query, redirect: true } },
      parseAs: "stream",
      ...(signal && { signal }),
    }),
  );
}
