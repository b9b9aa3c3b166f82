import type { QueryCost } from "#shared/domain/queries/query.ts";
import type { ResultFormat } from "#shared/domain/resultFormat.ts";
import type { CompiledQuery } from "#shared/trino/relation.ts";
import type { Type } from "#shared/trino/types/type.ts";

export interface RunOptions {
  /** Format of the result. Defaults to an Arrow IPC stream. */
  format?: ResultFormat | undefined;
  /** Types of the columns, for rows as Trino's protocol has them, in place of a format. */
  rowsOf?: readonly Type[] | undefined;
  /** Compression of an Arrow stream. */
  compression: "zstd" | "lz4" | null;
  /** Limit of computing time in milliseconds, in place of the engine's. */
  timeoutMs?: number | undefined;
  /** Called from time to time with the bytes read from the tables' files so far; the values may go down. */
  onRead?: ((bytes: number) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** Engine for queries that `compileQuery` has checked. Errors that the query's author can fix are DomainErrors. */
export interface SqlEngine {
  /**
   * Returns the result in the format. Rejects with any error before the first bytes. The stream must be read
   * to the end or ended with `return()`: the query keeps its slot until then.
   */
  run(query: CompiledQuery, options: RunOptions): Promise<AsyncIterable<Uint8Array>>;
  /** Returns the number and the size of the files that a run of the query reads. */
  cost(query: CompiledQuery): QueryCost;
}
