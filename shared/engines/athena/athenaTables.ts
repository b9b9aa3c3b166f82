import type { S3Client } from "@aws-sdk/client-s3";
import { log } from "#shared/runtime/log.ts";
import type { AthenaTable } from "./athenaRelation.ts";
import { awsCall, awsErrorName, tolerate } from "./awsCall.ts";
import { dropStaleTables } from "./dropStaleTables.ts";
import type { Glue } from "./glueClient.ts";
import { appendKey, putText, type S3Place, s3Uri } from "./s3Place.ts";

export interface AthenaTablesOptions {
  glue: Glue;
  s3: S3Client;
  /** Bucket that contains the table files. */
  bucket: string;
  throttledMs?: number | undefined;
}

/** Location of a workspace's declared tables. */
export interface TableHome {
  /** Name of the workspace's database in Glue. */
  database: string;
  /** Prefix of the file lists. */
  lists: S3Place;
}

interface CallOptions {
  signal?: AbortSignal | undefined;
  patienceMs?: number | undefined;
}

const MAX_KNOWN_TABLES = 10_000;
const MAX_CONCURRENT_CALLS = 8;

/**
 * Declares external tables on first use. A table's name is a digest of its columns and files, so an existing table is always
 * correct, and concurrent declarations are identical. Old tables are dropped along the way; they are declared again when used.
 */
export class AthenaTables {
  readonly #options: AthenaTablesOptions;
  /** Names of the tables declared or found so far, as `database/table`. */
  readonly #known = new Set<string>();

  constructor(options: AthenaTablesOptions) {
    this.#options = options;
  }

  async ensure(home: TableHome, tables: readonly AthenaTable[], signal?: AbortSignal): Promise<void> {
    const missing = new Map<string, AthenaTable>();
    for (const table of tables) {
      if (!this.#known.has(`${home.database}/${table.name}`)) missing.set(table.name, table);
    }
    if (missing.size === 0) return;
    const queue = [...missing.values()];
    const work = async (): Promise<void> => {
      for (let table = queue.pop(); table; table = queue.pop()) await this.#declare(home, table, signal);
    };
    const workers = Array.from({ length: Math.min(MAX_CONCURRENT_CALLS, queue.length) }, work);
    await Promise.all([...workers, this.#dropStale(home, tables, missing.size, signal)]);
  }

  /** Drops more old tables than were just declared, if there are that many. A failure does not fail the query. */
  async #dropStale(
    { database }: TableHome,
    tables: readonly AthenaTable[],
    declared: number,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const spared = new Set(tables.map(({ name }) => name));
    const maxTables = 2 * declared + 3;
    try {
      const dropped = await dropStaleTables(this.#options.glue, database, { maxTables, spared }, signal);
      for (const name of dropped) this.#known.delete(`${database}/${name}`);
    } catch (error) {
      // The database does not exist before a workspace's first query.
      if (signal?.aborted || awsErrorName(error) === "EntityNotFoundException") return;
      log().warn("older tables of Athena could not be dropped", { database, error: error as Error });
    }
  }

  /** Removes missing tables from the cache. */
  forget({ database }: TableHome, tables: readonly AthenaTable[]): void {
    for (const { name } of tables) this.#known.delete(`${database}/${name}`);
  }

  async #declare(home: TableHome, table: AthenaTable, signal: AbortSignal | undefined): Promise<void> {
    const { glue, s3, bucket, throttledMs: patienceMs } = this.#options;
    const calls: CallOptions = { signal, patienceMs };
    const listLocation = appendKey(home.lists, `${table.name}/`);
    const list = table.keys.map((key) => `${s3Uri({ bucket, key })}\n`).join("");
    await awsCall(() => putText(s3, appendKey(listLocation, "files"), list), calls);
    const input = { DatabaseName: home.database, TableInput: tableInput(table, s3Uri(listLocation)) };
    const create = (): Promise<unknown> => glue.call("CreateTable", input, signal);
    try {
      await createUnlessExists(create, calls);
    } catch (error) {
      if (awsErrorName(error) !== "EntityNotFoundException") throw error;
      const DatabaseInput = { Name: home.database };
      await createUnlessExists(() => glue.call("CreateDatabase", { DatabaseInput }, signal), calls);
      await createUnlessExists(create, calls);
    }
    if (this.#known.size >= MAX_KNOWN_TABLES) this.#known.clear();
    this.#known.add(`${home.database}/${table.name}`);
  }
}

/** Creates a resource, unless another process has created it in the meantime. */
function createUnlessExists(send: () => Promise<unknown>, calls: CallOptions): Promise<void> {
  return tolerate("AlreadyExistsException", () => awsCall(send, calls));
}

function tableInput({ name, columns }: AthenaTable, location: string): object {
  return {
    Name: name,
    TableType: "EXTERNAL_TABLE",
    Parameters: { EXTERNAL: "TRUE", classification: "parquet" },
    StorageDescriptor: {
      Columns: columns,
      Location: location,
      InputFormat: "org.apache.hadoop.hive.ql.io.SymlinkTextInputFormat",
      OutputFormat: "org.apache.hadoop.hive.ql.io.HiveIgnoreKeyTextOutputFormat",
      SerdeInfo: {
        SerializationLibrary: "org.apache.hadoop.hive.ql.io.parquet.serde.ParquetHiveSerDe",
        Parameters: { "serialization.format": "1" },
      },
    },
  };
}
