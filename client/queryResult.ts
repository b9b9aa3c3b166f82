import type { Table } from "@uwdata/flechette";
import { readBatches, readBytes } from "./arrowStream.ts";
import { exactTable, withNumbers } from "./exactTable.ts";
import type { components } from "./schema.ts";

/** Number of data files that a query reads, and their size in bytes. */
export type QueryCost = NonNullable<components["schemas"]["Query"]["cost"]>;

export interface QueryOptions {
  /** Data version of the query. Defaults to the latest. */
  asOf?: string;
  /** Include only rows of this project and its rounds. */
  project?: string;
  /**
   * True to stream rows as they are computed, so that the first ones can be shown early. Otherwise, a large result comes from
   * the object store: it is complete before its first row arrives, faster on AWS, and not limited to 200 MB.
   */
  streamed?: boolean;
  /**
   * Called once with what the query reads. Not called for a large result from the object store: use `streamed`.
   */
  onCost?: (cost: QueryCost) => void;
  signal?: AbortSignal;
}

/**
 * Streamed query result. It can be read only once: batch by batch (`for await`) or all at once. Reading rejects with
 * `IncompleteResult` if the stream is cut off.
 */
export class QueryResult<Row = Record<string, unknown>> {
  readonly #stream: ReadableStream<Uint8Array>;

  constructor(stream: ReadableStream<Uint8Array>) {
    this.#stream = stream;
  }

  [Symbol.asyncIterator](): AsyncGenerator<Table> {
    return readBatches(this.#stream);
  }

  /** Returns the bytes of the Arrow IPC stream, for use with another Arrow library. */
  bytes(): Promise<Uint8Array> {
    return readBytes(this.#stream);
  }

  /** Returns the result as a table. All of its 64-bit integers are `bigint` if any of them is beyond 2^53. */
  async table(): Promise<Table> {
    return exactTable(await this.bytes());
  }

  /** Returns the rows as objects. Integers beyond 2^53 are `bigint`. */
  async rows(): Promise<Row[]> {
    return withNumbers(await this.table()) as Row[];
  }
}
