import * as v from "valibot";
import { TableId } from "#shared/domain/id.ts";
import { unarchiveTable as applyUnarchive, Table } from "#shared/domain/table.ts";
import { commitTableEdit, requireFreeReference } from "#shared/history/tableCommits.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { stampOf } from "#shared/runtime/ids.ts";
import { readTable } from "#shared/store/tables.ts";

export const unarchiveTable = operation(
  {
    summary: "Unarchive a table or a view",
    description: "409 if an active table has the same reference.",
    method: "POST",
    path: "/v2/workspace/{workspace}/data/table:unarchive",
    tag: "Tables and views",
    audience: "member",
    role: "scientist",
    needs: ["table:write", "lake:read"],
    query: v.object({ id: TableId }),
    response: Table,
    errors: [404, 409],
  },
  async ({ workspace, caller, query }) => {
    const stamp = stampOf(caller);
    return commitTableEdit(
      workspace,
      "TABLE_UNARCHIVE",
      stamp,
      () => readTable(workspace, query.id),
      async (archived) => {
        const table = applyUnarchive(archived, stamp);
        await requireFreeReference(workspace, table.reference);
        return { table };
      },
    );
  },
);
