import * as v from "valibot";
import { QueryId } from "#shared/domain/id.ts";
import { hasQueryEnded, Query, shownQuery } from "#shared/domain/queries/query.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { waitSeconds } from "#shared/http/operations/pageQuery.ts";
import { lookUntil } from "#shared/runtime/lookUntil.ts";
import { getQuery as readQuery } from "#shared/store/queries.ts";

export const getQuery = operation(
  {
    summary: "Get a query",
    description:
      "`progress` shows how much of the query has been processed; `cost` and `result` are present once it is `COMPLETED`, and `error` once it is `FAILED`. With `wait_seconds`, the response is sent when the query has finished, or after that time, or after one second if 50 requests from the workspace are already waiting. Queries are kept for one day.",
    method: "GET",
    path: "/v2/workspace/{workspace}/data/query:get",
    tag: "SQL",
    audience: "member",
    role: "reader",
    needs: ["table:read"],
    query: v.object({
      id: QueryId,
      wait_seconds: waitSeconds("the query"),
    }),
    response: Query,
    errors: [404],
  },
  async ({ workspace, query, signal }) => {
    const look = () => readQuery(workspace, query.id);
    return shownQuery(await lookUntil(workspace, look, hasQueryEnded, query.wait_seconds, signal));
  },
);
