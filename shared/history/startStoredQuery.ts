import type { QueryRecord } from "#shared/domain/queries/query.ts";
import { queryExecution, startExecution } from "#shared/runtime/executions.ts";
import { log } from "#shared/runtime/log.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";

/** Starts the execution of a stored query; if that fails, the sweeper starts it. */
export async function startStoredQuery(scope: WorkspaceScope, query: QueryRecord): Promise<void> {
  try {
    await startExecution(scope, queryExecution(scope, query.id, query.attempt));
  } catch (error) {
    log().warn("a query could not be started immediately; the sweeper will start it", {
      workspace_id: scope.id,
      query_id: query.id,
      error: error as Error,
    });
  }
}
