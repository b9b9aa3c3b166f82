import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DuckDBConnection } from "@duckdb/node-api";
import { lockDown } from "@pdp/formats/ingest";
import { type InstanceOptions, openInstance } from "#shared/engines/duckdb/openInstance.ts";

/** Sealed instance for queries that read no files. */
export interface EmptyInstance {
  connection: DuckDBConnection;
  close: () => Promise<void>;
}

export async function emptyInstance(
  limits: Omit<InstanceOptions, "temporaryDirectory">,
): Promise<EmptyInstance> {
  const temporaryDirectory = await mkdtemp(join(tmpdir(), "sql-instance-"));
  const { connection, close } = await openInstance({ ...limits, temporaryDirectory });
  await lockDown(connection, []);
  return {
    connection,
    async close() {
      close();
      await rm(temporaryDirectory, { recursive: true });
    },
  };
}
