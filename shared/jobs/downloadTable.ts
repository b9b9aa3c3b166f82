import type { ResultFormat } from "#shared/domain/resultFormat.ts";
import { relationOfTable } from "#shared/history/relations/relationOfTable.ts";
import { sqlEngine } from "#shared/history/relations/sqlEngine.ts";
import type { Job } from "#shared/runtime/scope.ts";
import { compileQuery } from "#shared/sql/compileQuery.ts";
import { queryStopped } from "./queryStopped.ts";

export interface DownloadInput {
  tableId: string;
  format: ResultFormat;
  /** Data version to read; null: the latest. */
  version: string | null;
}

/** Reads all rows of a table or view. The result is a stream in the format. */
export const downloadTable: Job<DownloadInput, AsyncIterable<Uint8Array>> = {
  name: "downloadTable",
  kind: "query",
  run: async (scope, { tableId, format, version }, signal) => {
    const relation = await relationOfTable(scope, tableId, version);
    const query = await compileQuery("SELECT * FROM downloaded", { resolve: async () => relation });
    return sqlEngine(scope).run(query, { format, compression: null, signal });
  },
  stopped: queryStopped,
};
