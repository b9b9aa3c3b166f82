import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { afterAll, beforeAll } from "vitest";
import { type RemoteLake, remoteLake } from "./remoteLake.ts";

/** Stores of a test file, and an engine that reads their data files. Available once tests run. */
export interface HistoryStores {
  readonly lake: RemoteLake;
  readonly connection: DuckDBConnection;
}

/** Opens stores before the tests of a file, and closes them afterwards. */
export function historyStores(): HistoryStores {
  const opened = {} as { -readonly [Name in keyof HistoryStores]: HistoryStores[Name] };
  beforeAll(async () => {
    opened.lake = await remoteLake();
    opened.connection = await (await DuckDBInstance.create(":memory:", { threads: "1" })).connect();
  });
  afterAll(async () => {
    opened.connection.closeSync();
    await opened.lake.close();
  });
  return opened;
}
