import type { Column } from "@pdp/basics/columns";
import { invalidField } from "@pdp/basics/errors";
import * as v from "valibot";
import { type ColumnsInput, columnsFrom } from "#shared/domain/columns/columnsInput.ts";
import { keepMetadata } from "#shared/domain/columns/keepMetadata.ts";
import { requireViewColumns } from "#shared/domain/columns/requireViewColumns.ts";
import { keptMetadata, statedViewColumns } from "#shared/domain/columns/statedViewColumns.ts";
import { updateColumns } from "#shared/domain/columns/updateColumns.ts";
import { applyChanges } from "#shared/domain/fields.ts";
import { requireTableFits } from "#shared/domain/itemSizeLimits.ts";
import {
  requireKind,
  requireTableOfUsers,
  Table,
  TableReference,
  TableUpdate,
} from "#shared/domain/table.ts";
import { isStricter, keyFrom, refuseKey } from "#shared/domain/tableKey.ts";
import { commitTableEdit, type TableEdit } from "#shared/history/tableCommits.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { wantsStrictAnswer, withHiddenTypes } from "#shared/http/strictAnswer.ts";
import { describeView } from "#shared/jobs/describeView.ts";
import { requireKeyHolds } from "#shared/jobs/requireKeyHolds.ts";
import { stampOf } from "#shared/runtime/ids.ts";
import { runJob } from "#shared/runtime/runJob.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { readTableByReference } from "#shared/store/tables.ts";

export const updateTable = operation(
  {
    summary: "Update a table or a view",
    description:
      "`columns` is the full list. You can add nullable columns and make existing columns nullable. You cannot remove, rename or retype columns, or make them non-nullable. Omitted `metadata`, or omitted fields in it, keep their values; null clears a field. You can change a view's `query` freely; its columns keep their metadata unless `columns` changes it. A `key` violated by existing rows is a 409 with examples. 409 for a table created by a task.",
    method: "POST",
    path: "/v2/workspace/{workspace}/data/table:update",
    tag: "Tables and views",
    audience: "member",
    role: "scientist",
    needs: ["table:write", "lake:write", "sql", "duckdb"],
    query: v.object({ reference: TableReference }),
    body: TableUpdate,
    response: Table,
    errors: [400, 404, 409, 429],
  },
  async ({ workspace, caller, query, body, signal, headers, settings }) => {
    const isStrict = wantsStrictAnswer({ headers, settings });
    const stamp = stampOf(caller);
    return commitTableEdit(
      workspace,
      "TABLE_UPDATE",
      stamp,
      () => readTableByReference(workspace, query.reference),
      async (record) => {
        requireTableOfUsers(record);
        requireKind(record, body.kind);
        const description = body.description === undefined ? record.description : body.description;
        const edit =
          record.kind === "VIEW"
            ? await viewEdit(workspace, record, body, isStrict, signal)
            : tableEdit(record, body, isStrict);
        const key = keyFrom(record, body, edit.columns ?? record.columns);
        if (isStricter(record, key)) await requireKeyHolds(workspace, record, key, signal);
        if (edit.columns) requireTableFits({ ...edit.table, columns: edit.columns });
        const { key: _, key_rule: __, ...unkeyed } = edit.table;
        return { ...edit, table: { ...applyChanges<Table>(unkeyed, { description }, stamp), ...key } };
      },
    );
  },
);

async function viewEdit(
  workspace: WorkspaceScope,
  view: Table,
  body: TableUpdate,
  isStrict: boolean,
  signal: AbortSignal,
): Promise<TableEdit> {
  refuseKey(body);
  const { reference } = view;
  const { query } = body;
  const loc = ["body", "columns"];
  if (!query) {
    if (!body.columns) return { table: view };
    const stated = realColumns(view.columns, body.columns, isStrict);
    return { table: view, columns: statedViewColumns(view.columns, stated, loc) };
  }
  const { columns, reads } = await runJob(describeView, workspace, { reference, query }, signal);
  requireViewColumns(columns);
  const stated = realColumns(columns, body.columns, isStrict);
  const kept = statedViewColumns(keptMetadata(view.columns, columns), stated, loc);
  return { table: { ...view, query, reads }, columns: kept };
}

function tableEdit(table: Table, body: TableUpdate, isStrict: boolean): TableEdit {
  if (body.query) throw invalidField(["body", "query"], "Only a VIEW can have a query");
  if (!body.columns) return { table };
  const loc = ["body", "columns"];
  const stated = columnsFrom(realColumns(table.columns, body.columns, isStrict), loc);
  const wanted = updateColumns(table.columns, stated, loc);
  return { table, columns: keepMetadata(table.columns, wanted, body.columns) };
}

function realColumns<T extends ColumnsInput | null | undefined>(
  current: readonly Column[],
  stated: T,
  isStrict: boolean,
): T | ColumnsInput {
  return isStrict && stated ? withHiddenTypes(stated, current) : stated;
}
