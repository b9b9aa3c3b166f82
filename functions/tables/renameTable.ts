import * as v from "valibot";
import { applyChanges } from "#shared/domain/fields.ts";
import {
  foldReference,
  Reference,
  ReleasedTable,
  requireTableOfUsers,
  TableReference,
} from "#shared/domain/table.ts";
import { commitTableEdit, requireFreeReference } from "#shared/history/tableCommits.ts";
import { readerWarnings } from "#shared/history/viewsThatRead.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { stampOf } from "#shared/runtime/ids.ts";
import { readTableByReference } from "#shared/store/tables.ts";

export const renameTable = operation(
  {
    summary: "Rename a table or a view",
    description:
      "Loads are not affected, because they use the table's id. SQL at an earlier version uses the reference of that version. Views use the reference: `warnings` lists views that read it. 409 for a table created by a task.",
    method: "POST",
    path: "/v2/workspace/{workspace}/data/table:rename",
    tag: "Tables and views",
    audience: "member",
    role: "scientist",
    needs: ["table:write", "lake:read"],
    query: v.object({ reference: TableReference }),
    body: v.object({ new_reference: Reference }),
    response: ReleasedTable,
    errors: [404, 409],
  },
  async ({ workspace, caller, query, body }) => {
    const stamp = stampOf(caller);
    const reference = body.new_reference;
    let warnings: string[] = [];
    const renamed = await commitTableEdit(
      workspace,
      "TABLE_RENAME",
      stamp,
      () => readTableByReference(workspace, query.reference),
      async (table) => {
        requireTableOfUsers(table);
        const after = applyChanges(table, { reference }, stamp);
        if (foldReference(reference) === foldReference(table.reference)) return { table: after };
        await requireFreeReference(workspace, reference);
        warnings = await readerWarnings(workspace, table);
        return { table: after };
      },
    );
    return { ...renamed, warnings };
  },
);
