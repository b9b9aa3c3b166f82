import * as v from "valibot";
import { Query, QueryState, shownQuery } from "#shared/domain/queries/query.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { pageOf, pageQuery, queryFilter } from "#shared/http/operations/pageQuery.ts";
import { listQueries as readQueries } from "#shared/store/queries.ts";

export const listQueries = operation(
  {
    summary: "List queries",
    description: "Lists queries started in the last day. Queries run with `data:query` are not listed.",
    method: "GET",
    path: "/v2/workspace/{workspace}/data/query:list",
    tag: "SQL",
    audience: "member",
    role: "reader",
    needs: ["table:read"],
    query: v.object({ state: queryFilter(QueryState.options), ...pageQuery }),
    response: pageOf(Query),
  },
  async ({ workspace, query }) => {
    const { items, cursor } = await readQueries(workspace, { state: query.state }, query);
    return { items: items.map(shownQuery), cursor };
  },
);
