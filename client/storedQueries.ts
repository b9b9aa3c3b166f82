import { ApiError } from "./errors.ts";
import { type QueryOptions, QueryResult } from "./queryResult.ts";
import { bytesOf, dataOf, type RawClient } from "./rawClient.ts";
import type { components } from "./schema.ts";
import { type Waiting, waitFor } from "./waitFor.ts";

export type StoredQuery = components["schemas"]["Query"];
type ResultOptions = Pick<QueryOptions, "signal" | "onCost"> & Waiting<StoredQuery>;

/** Time for which one request waits for a query to finish, in seconds. */
const WAIT_SECONDS = 10;

/**
 * Queries that may take minutes and run independently of requests: they continue when the client disconnects, and are kept for
 * a day.
 */
export class StoredQueries {
  readonly #raw: RawClient;
  readonly #path: { workspace: string };

  constructor(raw: RawClient, path: { workspace: string }) {
    this.#raw = raw;
    this.#path = path;
  }

  /** Starts a query and returns its ID. */
  async start(
    query: string,
    { asOf, project }: Pick<QueryOptions, "asOf" | "project"> = {},
    format: "CSV" | "PARQUET" | "XLSX" | "ARROW" | "NDJSON" = "ARROW",
  ): Promise<string> {
    const body = {
      query,
      format,
      ...(asOf !== undefined && { version_id: asOf }),
      ...(project !== undefined && { project_id: project }),
    };
    const path = this.#path;
    const start = this.#raw.POST("/v2/workspace/{workspace}/data/query:start", { params: { path }, body });
    return (await dataOf(start)).id;
  }

  /** Returns a query with its state, progress, cost or error. */
  get(id: string, waitSeconds = 0, signal?: AbortSignal): Promise<StoredQuery> {
    const params = { path: this.#path, query: { id, wait_seconds: waitSeconds } };
    const options = { params, ...(signal && { signal }) };
    return dataOf(this.#raw.GET("/v2/workspace/{workspace}/data/query:get", options));
  }

  /** Waits for a query in the format `ARROW` and returns its result. The query continues if the signal aborts. */
  async result<Row = Record<string, unknown>>(
    id: string,
    options: ResultOptions = {},
  ): Promise<QueryResult<Row>> {
    return new QueryResult<Row>(await this.file(id, options));
  }

  /**
   * Waits for a query and returns its result as a file. If the query fails, rejects with an `ApiError` that contains its error
   * code and message.
   */
  async file(
    id: string,
    { signal, onProgress, onCost }: ResultOptions = {},
  ): Promise<ReadableStream<Uint8Array>> {
    const hasEnded = ({ state }: StoredQuery): boolean => state !== "QUEUED" && state !== "RUNNING";
    const waiting = { ...(onProgress && { onProgress }), ...(signal && { signal }) };
    const { error, cost } = await waitFor(() => this.get(id, WAIT_SECONDS, signal), hasEnded, waiting);
    if (error) throw new ApiError(400, error.code, error.detail, null, [], error.position ?? null);
    if (cost) onCost?.(cost);
    const params = { path: this.#path, query: { id, redirect: true } };
    const options = { params, parseAs: "stream", ...(signal && { signal }) } as const;
    return bytesOf(this.#raw.GET("/v2/workspace/{workspace}/data/query:result", options));
  }

  /** Does what `file` does, and cancels the query if the signal aborts. */
  fileOrCancel(id: string, options: ResultOptions = {}): Promise<ReadableStream<Uint8Array>> {
    return this.file(id, options).catch(async (error: unknown) => {
      // The query may have finished in the meantime.
      if (options.signal?.aborted) await this.cancel(id).catch(() => undefined);
      throw error;
    });
  }

  /** Cancels a query. Rejects if it has finished. */
  cancel(id: string): Promise<StoredQuery> {
    const params = { path: this.#path, query: { id } };
    return dataOf(this.#raw.POST("/v2/workspace/{workspace}/data/query:cancel", { params }));
  }
}
