import type { CompiledQuery } from "@pdp/trino/relations";
import type { Type } from "@pdp/trino/types";
import type { QueryCost } from "#shared/domain/queries/query.ts";
import type { ResultFormat } from "#shared/domain/resultFormat.ts";

export interface RunOptions {
  /** Result format. Defaults to an Arrow IPC stream. */
  format?: ResultFormat | undefined;
  /** Column types for returning rows in the form of Trino's protocol, in which case `format` is ignored. */
  rowsOf?: readonly Type[] | undefined;
  /** Compression of an Arrow stream. */
  compression: "zstd" | "lz4" | null;
  /** Limit on computing time in milliseconds; overrides the engine's limit. */
  timeoutMs?: number | undefined;
  /** Called periodically with the number of bytes read from the table files so far; the values may decrease. */
  onRead?: ((bytes: number) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** Engine for queries checked by `compileQuery`. Errors that the query's author can fix are DomainErrors. */
export interface SqlEngine {
  /**
   * Returns the result in the given format. Rejects if an error occurs before the first bytes. The stream must be read to the
   * end or closed with `return()`: the query keeps its slot until then.
   */
  run(query: CompiledQuery, options: RunOptions): Promise<AsyncIterable<Uint8Array>>;
  /** Returns the number and total size of the files that a run of the query would read. */
  cost(query: CompiledQuery): QueryCost;
}
