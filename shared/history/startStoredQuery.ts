import type { QueryRecord } from "#shared/domain/queries/query.ts";
import { queryExecution, startMarkedWork } from "#shared/runtime/executions.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";

/** Starts the execution of a stored query; if that fails, the sweeper starts it. */
export async function startStoredQuery(scope: WorkspaceScope, query: QueryRecord): Promise<void> {
  await startMarkedWork(scope, "a query", queryExecution(scope, query.id, query.attempt));
}
