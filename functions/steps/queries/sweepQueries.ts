import * as v from "valibot";
import { step, workspaceOfExecution } from "#shared/api/step.ts";
import { hasQueryEnded, isCurrentAttempt, type QueryRecord } from "#shared/domain/queries/query.ts";
import { failQuery, restartQuery } from "#shared/domain/queries/queryTransitions.ts";
import { startStoredQuery } from "#shared/history/startStoredQuery.ts";
import { now } from "#shared/runtime/ids.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { changeQuery, findQuery } from "#shared/store/queries.ts";
import { clearQueryMark, queriesInProgress } from "#shared/store/underWay.ts";
import { executionStatus, queryExecution } from "#shared/workflow/executions.ts";

const GIVEN_UP = {
  code: "query_stopped",
  detail:
    "The query was started several times and did not end. Read fewer rows or columns, or split the query.",
};

/** Finds queries whose execution was never started or died, and starts them again under a new attempt. */
export const sweepQueries = step(
  {
    summary: "Restart queries whose execution died",
    place: "region",
    needs: ["table:write", "query:start"],
    input: v.object({}),
  },
  async ({ settings }) => {
    let restarted = 0;
    for (const mark of await queriesInProgress(settings)) {
      const workspace = workspaceOfExecution(settings, mark.workspace_id);
      const query = await findQuery(workspace, mark.query_id);
      if (!query || hasQueryEnded(query)) await clearQueryMark(workspace, mark.query_id);
      else if (await restart(workspace, query)) restarted += 1;
    }
    return { restarted };
  },
);

async function restart(workspace: WorkspaceScope, query: QueryRecord): Promise<boolean> {
  const status = await executionStatus(workspace, queryExecution(workspace, query.id, query.attempt));
  if (status === "RUNNING") return false;
  if (status === null) {
    await startStoredQuery(workspace, query);
    return true;
  }
  const next = await changeQuery(workspace, query.id, (current) => {
    if (!isCurrentAttempt(current, query.attempt)) return current;
    return restartQuery(current) ?? failQuery(current, GIVEN_UP, now());
  });
  if (hasQueryEnded(next)) return false;
  await startStoredQuery(workspace, next);
  return true;
}
