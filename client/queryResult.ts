import type { Table } from "@uwdata/flechette";
import { readBatches, readBytes } from "./arrowStream.ts";
import { exactTable, withNumbers } from "./exactTable.ts";
import type { components } from "./schema.ts";

/** Number of data files that a query reads, and their size in bytes. */
export type QueryCost = NonNullable<components["schemas"]["Query"]["cost"]>;

export interface QueryOptions {
  /** Data version of the query. Defaults to the latest. */
  asOf?: string;
  /** Only rows of this project and its rounds. */
  project?: string;
  /**
   * True to stream rows as they are computed, to show the first ones early. Otherwise a large result comes from the
   * object store: complete before its first row, faster on AWS, and without the limit of 200 MB.
   */
  streamed?: boolean;
  /**
   * Called once with what the query reads. A large result that comes from the object store does not say so: use
   * `streamed`.
   */
  onCost?: (cost: QueryCost) => void;
  signal?: AbortSignal;
}

/**
 * Streamed result of a query. It can be read once: batch by batch (`for await`), or at once. Reading rejects with
 * `IncompleteResult` if it breaks off.
 */
export class QueryResult<Row = Record<string, unknown>> {
  readonly #stream: ReadableStream<Uint8Array>;

  constructor(stream: ReadableStream<Uint8Array>) {
    this.#stream = stream;
  }

  [Symbol.asyncIterator](): AsyncGenerator<Table> {
    return readBatches(this.#stream);
  }

  /** Returns the bytes of the Arrow IPC stream, for another Arrow library. */
  bytes(): Promise<Uint8Array> {
    return readBytes(this.#stream);
  }

  /** Returns the result as a table. All its integers of 64 bits are `bigint` if one of them is beyond 2^53. */
  async table(): Promise<Table> {
    return exactTable(await this.bytes());
  }

  /** Returns the rows as objects. Integers beyond 2^53 are `bigint`. */
  async rows(): Promise<Row[]> {
    return withNumbers(await this.table()) as Row[];
  }
}
