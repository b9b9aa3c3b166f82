import type { ResultFormat } from "#shared/domain/resultFormat.ts";
import { againIfErased } from "#shared/history/relations/againIfErased.ts";
import { sqlEngine } from "#shared/history/relations/sqlEngine.ts";
import { type RowDiffInput, rowDiff } from "#shared/history/rowDiff.ts";
import type { Job } from "#shared/runtime/scope.ts";
import { queryStopped } from "./queryStopped.ts";
import { type Result, STORE_MS, storeResult } from "./storeResult.ts";

export interface DiffRowsInput extends RowDiffInput {
  format: ResultFormat;
  /** Whether a large result is written to the object store. */
  isStored: boolean;
}

/**
 * Compares the rows of a table at two versions. The result is a stream in the requested format, or an object that contains it.
 */
export const diffRows: Job<DiffRowsInput, Result> = {
  name: "diffRows",
  kind: "query",
  run: (scope, { format, isStored, ...input }, signal, clock) =>
    againIfErased(async () => {
      const query = await rowDiff(scope, input);
      const result = await sqlEngine(scope).run(query, { format, compression: null, signal });
      return isStored ? await storeResult(scope, result, clock) : result;
    }),
  writeMs: ({ isStored }) => (isStored ? STORE_MS : 0),
  stopped: queryStopped,
};
