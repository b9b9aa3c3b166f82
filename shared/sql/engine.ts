import type { CompiledQuery } from "./relation.ts";

export interface RunOptions {
  compression: "zstd" | "lz4" | null;
  signal?: AbortSignal | undefined;
}

/** Runs queries that `compileQuery` has checked. What the query's author can mend is a DomainError. */
export interface SqlEngine {
  /**
   * The result as an Arrow IPC stream. The promise is rejected by whatever goes wrong before the first bytes are there.
   * Reading must go on to the end, or be ended with `return()`: the query holds its place until then.
   */
  run(query: CompiledQuery, options: RunOptions): Promise<AsyncIterable<Uint8Array>>;
}
