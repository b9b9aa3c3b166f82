import { hasQueryEnded } from "#shared/domain/queries/query.ts";
import { cancelQuery } from "#shared/domain/queries/queryTransitions.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { NO_BODY } from "#shared/http/staticReply.ts";
import { queryExecution, stopOutdatedExecution } from "#shared/runtime/executions.ts";
import { now } from "#shared/runtime/ids.ts";
import { getPagedQuery, getStatement } from "#shared/store/pagedQuery.ts";
import { changeQuery } from "#shared/store/queries.ts";

export const cancelStatement = operation(
  {
    summary: "Cancel a Trino protocol statement",
    description:
      "The URL is a `nextUri`, or contains only the id of the statement, as some clients send it; any member of the workspace may cancel it. A finished statement is left unchanged.",
    method: "DELETE",
    path: "/v1/statement/{workspace}/{query}/{slug}/{page}",
    alsoPath: "/v1/query/{query}",
    tag: "SQL for other tools",
    audience: "member",
    role: "reader",
    byCatalog: true,
    needs: ["table:write", "query:start"],
    response: { contentType: "application/json", example: {}, description: "Empty response" },
    transport: "stream",
    internal: true,
    errors: [404],
  },
  async ({ workspace, path }) => {
    const { query: id = "", slug, page = "" } = path;
    if (slug === undefined) await getStatement(workspace, id);
    else await getPagedQuery(workspace, { id, slug, page });
    const after = await changeQuery(workspace, id, (before) =>
      hasQueryEnded(before) ? before : cancelQuery(before, now()),
    );
    if (after.state === "CANCELLED")
      await stopOutdatedExecution(workspace, queryExecution(workspace, id, after.attempt - 1));
    return { statusCode: 204, headers: { "cache-control": "no-store" }, body: NO_BODY };
  },
);
