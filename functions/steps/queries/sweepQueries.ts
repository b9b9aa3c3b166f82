import * as v from "valibot";
import { hasQueryEnded, isCurrentAttempt, type QueryRecord } from "#shared/domain/queries/query.ts";
import { failQuery, restartQuery } from "#shared/domain/queries/queryTransitions.ts";
import { startStoredQuery } from "#shared/history/startStoredQuery.ts";
import { step, workspaceOfExecution } from "#shared/http/operations/step.ts";
import { executionStatus, queryExecution } from "#shared/runtime/executions.ts";
import { now } from "#shared/runtime/ids.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { sweepEach } from "#shared/runtime/sweepEach.ts";
import { unlessFrozen } from "#shared/store/freezes.ts";
import { changeQuery, findQuery } from "#shared/store/queries.ts";
import { clearQueryMark, queriesInProgress } from "#shared/store/underWay.ts";

const GIVEN_UP = {
  code: "query_stopped",
  detail:
    "The query was started several times but never finished. Read fewer rows or columns, or split the query.",
};

/** Finds queries with an execution that died or was never started, and restarts them as a new attempt. */
export const sweepQueries = step(
  {
    summary: "Restart queries that stopped executing",
    location: "region",
    needs: ["table:write", "query:start"],
    input: v.object({}),
  },
  async ({ settings }) => {
    const restarted = await sweepEach(
      await queriesInProgress(settings),
      unlessFrozen(settings, "READ", async ({ workspace_id, query_id }) => {
        const workspace = workspaceOfExecution(settings, workspace_id);
        const query = await findQuery(workspace, query_id);
        if (query && !hasQueryEnded(query)) return restart(workspace, query);
        await clearQueryMark(workspace, query_id);
        return false;
      }),
    );
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
