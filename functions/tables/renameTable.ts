import * as v from "valibot";
import { operation } from "#shared/api/operation.ts";
import { applyChanges } from "#shared/domain/fields.ts";
import {
  foldReference,
  Reference,
  requireTableOfUsers,
  Table,
  TableReference,
} from "#shared/domain/table.ts";
import { commitTableEdit, requireFreeReference } from "#shared/history/tableCommits.ts";
import { stampOf } from "#shared/runtime/ids.ts";
import { readTableByReference } from "#shared/store/tables.ts";

export const renameTable = operation(
  {
    summary: "Rename a table or a view",
    description:
      "Loads and versions go by the table's id: they are not affected. 409 for a table that a task created.",
    method: "POST",
    path: "/v2/workspace/{workspace}/data/table:rename",
    tag: "Tables and views",
    audience: "member",
    needs: ["table:write", "lake:read"],
    query: v.object({ reference: TableReference }),
    body: v.object({ new_reference: Reference }),
    response: Table,
    errors: [404, 409],
  },
  async ({ workspace, caller, query, body }) => {
    const stamp = stampOf(caller);
    const reference = body.new_reference;
    return commitTableEdit(
      workspace,
      "TABLE_RENAME",
      stamp,
      () => readTableByReference(workspace, query.reference),
      async (table) => {
        requireTableOfUsers(table);
        if (foldReference(reference) !== foldReference(table.reference)) {
          await requireFreeReference(workspace, reference);
        }
        return { table: applyChanges(table, { reference }, stamp) };
      },
    );
  },
);
