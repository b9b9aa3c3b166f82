import { conflict } from "@pdp/basics/errors";
import * as v from "valibot";
import { EXAMPLE_ID, QueryId } from "#shared/domain/id.ts";
import { Query, shownQuery } from "#shared/domain/queries/query.ts";
import { cancelQuery as cancelled } from "#shared/domain/queries/queryTransitions.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { queryExecution, stopOutdatedExecution } from "#shared/runtime/executions.ts";
import { now } from "#shared/runtime/ids.ts";
import { changeQuery, getQuery } from "#shared/store/queries.ts";

export const cancelQuery = operation(
  {
    summary: "Cancel a query",
    description:
      "The query becomes CANCELLED immediately and has no result. Cancelling it again has no effect. 409 if the query has completed or failed.",
    method: "POST",
    path: "/v2/workspace/{workspace}/data/query:cancel",
    tag: "SQL",
    audience: "member",
    role: "reader",
    needs: ["table:write", "query:start"],
    query: v.object({ id: QueryId }),
    response: Query,
    errors: [404, 409],
    examples: {
      response: { state: "CANCELLED", cost: null, result: null },
      errors: {
        409: conflict(
          "query_ended",
          `The query ${EXAMPLE_ID.query} is COMPLETED: only a query that has not finished can be cancelled.`,
        ),
      },
    },
  },
  async ({ workspace, query }) => {
    await getQuery(workspace, query.id);
    const after = await changeQuery(workspace, query.id, (before) => cancelled(before, now()));
    await stopOutdatedExecution(workspace, queryExecution(workspace, after.id, after.attempt - 1));
    return shownQuery(after);
  },
);
