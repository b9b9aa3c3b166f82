import { invalidField } from "@pdp/basics/errors";
import { columnsFrom } from "#shared/domain/columns/columnsInput.ts";
import { requireViewColumns } from "#shared/domain/columns/requireViewColumns.ts";
import { statedViewColumns } from "#shared/domain/columns/statedViewColumns.ts";
import { requireTableFits } from "#shared/domain/itemSizeLimits.ts";
import { type NewTable, Table, TableCreate } from "#shared/domain/table.ts";
import { keyFrom, refuseKey } from "#shared/domain/tableKey.ts";
import { commitNewTable, requireFreeReference } from "#shared/history/tableCommits.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { wantsStrictAnswer, withHiddenTypes } from "#shared/http/strictAnswer.ts";
import { describeView } from "#shared/jobs/describeView.ts";
import { stampOf } from "#shared/runtime/ids.ts";
import { runJob } from "#shared/runtime/runJob.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";

export const createTable = operation(
  {
    summary: "Create a table or a view",
    description:
      "A `TABLE` requires `columns`. A `VIEW` requires `query`, a single `SELECT` in Trino's dialect; its columns are inferred. To set column metadata on a view, list the query's columns in `columns` with the same names, types and order.",
    method: "POST",
    path: "/v2/workspace/{workspace}/data/table:create",
    tag: "Tables and views",
    audience: "member",
    role: "scientist",
    needs: ["table:write", "lake:write", "duckdb"],
    body: TableCreate,
    response: Table,
    errors: [400, 409],
  },
  async ({ workspace, caller, body, signal, headers, settings }) => {
    await requireFreeReference(workspace, body.reference);
    const fields = await newTable(workspace, body, wantsStrictAnswer({ headers, settings }), signal);
    requireTableFits(fields);
    return commitNewTable(workspace, fields, stampOf(caller));
  },
);

async function newTable(
  workspace: WorkspaceScope,
  body: TableCreate,
  isStrict: boolean,
  signal: AbortSignal,
): Promise<NewTable> {
  const { reference, description, query } = body;
  if (body.kind === "VIEW") {
    if (!query) throw invalidField(["body", "query"], "A VIEW requires a query");
    refuseKey(body);
    const { columns, reads } = await runJob(describeView, workspace, { reference, query }, signal);
    requireViewColumns(columns);
    const stated = isStrict && body.columns ? withHiddenTypes(body.columns, columns) : body.columns;
    const kept = statedViewColumns(columns, stated, ["body", "columns"]);
    return { reference, description, columns: kept, query, reads };
  }
  if (query) throw invalidField(["body", "query"], "Only a VIEW can have a query");
  if (!body.columns) throw invalidField(["body", "columns"], "A TABLE requires at least one column");
  const columns = columnsFrom(body.columns, ["body", "columns"]);
  return { reference, description, columns, ...keyFrom({}, body, columns) };
}
