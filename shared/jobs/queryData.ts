import { compileStatement } from "@pdp/trino/compile";
import { visibleInQuery } from "#shared/domain/context.ts";
import type { QueryCost } from "#shared/domain/queries/query.ts";
import type { ResultFormat } from "#shared/domain/resultFormat.ts";
import { againIfErased } from "#shared/history/relations/againIfErased.ts";
import { relationsOf } from "#shared/history/relations/relations.ts";
import { sqlEngine } from "#shared/history/relations/sqlEngine.ts";
import type { Job } from "#shared/runtime/scope.ts";
import { queryStopped } from "./queryStopped.ts";
import { withCost } from "./resultCost.ts";
import { isStored as isInStore, STORE_MS, type StoredResult, storeResult } from "./storeResult.ts";

export interface QueryInput {
  text: string;
  format: ResultFormat;
  compression: "zstd" | "lz4" | null;
  /** Project to which the visible rows are limited (including its rounds' rows); null for all rows of the workspace. */
  projectId: string | null;
  /** Id of the user who runs the query. */
  userId: string;
  /** Data version to read; null for the latest. */
  version: string | null;
  /** Whether a large result is written to the object store. */
  isStored: boolean;
}

/** Result in the object store with the cost of its query, or a stream that starts with the cost (`takeCost`). */
export type CostedResult = AsyncIterable<Uint8Array> | (StoredResult & { cost: QueryCost });

/** Compiles and runs a query. The result is a stream in the requested format, or an object that contains it. */
export const queryData: Job<QueryInput, CostedResult> = {
  name: "queryData",
  kind: "query",
  run: (scope, { text, format, compression, projectId, userId, version, isStored }, signal, clock) =>
    againIfErased(async () => {
      const query = await compileStatement(text, {
        resolve: relationsOf(scope, visibleInQuery(projectId), { informs: "api" }),
        user: userId,
        ...(version === null ? {} : { version }),
      });
      const engine = sqlEngine(scope);
      const cost = engine.cost(query);
      const rows = await engine.run(query, { format, compression, signal });
      const result = isStored ? await storeResult(scope, rows, clock) : rows;
      return isInStore(result) ? { ...result, cost } : withCost(cost, result);
    }),
  writeMs: ({ isStored }) => (isStored ? STORE_MS : 0),
  stopped: queryStopped,
};
