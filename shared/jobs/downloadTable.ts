import type { ResultFormat } from "#shared/domain/resultFormat.ts";
import { againIfErased } from "#shared/history/relations/againIfErased.ts";
import { sqlEngine } from "#shared/history/relations/sqlEngine.ts";
import { wholeTable } from "#shared/history/relations/wholeTable.ts";
import type { Job } from "#shared/runtime/scope.ts";
import { queryStopped } from "./queryStopped.ts";
import { type Result, STORE_MS, storeResult } from "./storeResult.ts";

export interface DownloadInput {
  tableId: string;
  format: ResultFormat;
  /** Data version to read; null for the latest. */
  version: string | null;
  /** Whether a large result is written to the object store. */
  isStored: boolean;
}

/** Reads all rows of a table or view. The result is a stream in the requested format, or an object that contains it. */
export const downloadTable: Job<DownloadInput, Result> = {
  name: "downloadTable",
  kind: "query",
  run: (scope, { tableId, format, version, isStored }, signal, clock) =>
    againIfErased(async () => {
      const query = await wholeTable(scope, tableId, version);
      const result = await sqlEngine(scope).run(query, { format, compression: null, signal });
      return isStored ? await storeResult(scope, result, clock) : result;
    }),
  writeMs: ({ isStored }) => (isStored ? STORE_MS : 0),
  stopped: queryStopped,
};
