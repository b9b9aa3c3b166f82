import type { DuckDBConnection } from "@duckdb/node-api";
import { withDuckDb } from "@pdp/formats/ingest";
import type { DataFile } from "#shared/domain/loads/manifest.ts";
import { LeasedFiles } from "#shared/engines/duckdb/leasedFiles.ts";
import { registerFunctions } from "#shared/engines/duckdb/registerFunctions.ts";
import { holdDataFile } from "#shared/objects/locate.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import type { Condition } from "./erasureCondition.ts";

const MEMORY = "256MB";

export interface DataFilesOptions {
  /** Condition evaluated in the engine, with the functions and the errors of a query; null if there is none. */
  condition: Condition | null;
  /** Path that may be written. */
  target?: string;
  signal: AbortSignal;
}

/** Runs `work` with an engine that can read data files; `pathOf` returns their local paths. */
export async function withDataFiles<Result>(
  scope: WorkspaceScope,
  files: readonly DataFile[],
  { condition, target, signal }: DataFilesOptions,
  work: (connection: DuckDBConnection, pathOf: (file: DataFile) => string) => Promise<Result>,
): Promise<Result> {
  const leased = new LeasedFiles((key) => holdDataFile(scope, key));
  try {
    await leased.hold(files.map(({ key }) => key));
    const paths = [...leased.paths.values(), ...(target === undefined ? [] : [target])];
    const pathOf = ({ key }: DataFile): string => leased.paths.get(key) ?? "";
    return await withDuckDb(paths, 1, { memoryLimit: MEMORY, signal }, (connection) => {
      if (condition !== null) registerFunctions(connection);
      return work(connection, pathOf);
    });
  } catch (error) {
    signal.throwIfAborted();
    throw condition === null ? error : condition.explain(error, MEMORY);
  } finally {
    await leased.release();
  }
}
