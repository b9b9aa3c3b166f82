import { conflict } from "@pdp/basics/errors";
import * as v from "valibot";
import { EXAMPLE_ID } from "#shared/domain/id.ts";
import { Query } from "#shared/domain/queries/query.ts";
import { startTarget } from "#shared/history/startTarget.ts";
import { tableSides } from "#shared/history/tableSides.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { keyNames, ROW_DIFF_PARAMETERS } from "#shared/http/operations/tableFileParameters.ts";
import { getProject } from "#shared/store/projects.ts";
import { versionIdOf } from "#shared/store/versionTags.ts";

export const startTableRowDiff = operation(
  {
    summary: "Start the comparison of a table's rows between two versions",
    description:
      "Stores the file of `table:rowDiff` in the background, as `query:start` does with the result of SQL: `query:get` returns the state and the progress, `query:result` the file for one day, and `query:cancel` ends it. If `key` does not fit the table, the query is `FAILED` and has an `error`.",
    method: "POST",
    path: "/v2/workspace/{workspace}/data/table:startRowDiff",
    tag: "Tables and views",
    audience: "member",
    role: "reader",
    needs: ["table:write", "lake:read", "query:start"],
    query: v.object(ROW_DIFF_PARAMETERS),
    response: Query,
    errors: [404, 409, 429],
    examples: {
      query: { from: EXAMPLE_ID.earlierVersion },
      response: { state: "QUEUED", started_at: null, ended_at: null, cost: null, result: null },
      errors: { 409: conflict("table_is_view", '"best" is a view and has no stored rows to compare.') },
    },
  },
  async ({ workspace, caller, query }) => {
    if (query.project_id !== null) await getProject(workspace, query.project_id);
    const since = await versionIdOf(workspace, query.from);
    const until = query.to === null ? null : await versionIdOf(workspace, query.to);
    const { table } = await tableSides(workspace, query.id, since, until);
    const last = until ?? table.version_id;
    return startTarget(workspace, caller, {
      target: { kind: "ROW_DIFF", table_id: table.id, from: since, to: last, key: keyNames(query.key) },
      text: `-- rows of ${table.reference} that differ between the versions ${since} and ${last}`,
      format: query.format ?? "CSV",
      fileName: `${table.reference}_changes`,
      projectId: query.project_id,
      version: last,
    });
  },
);
