import * as v from "valibot";
import { requireAuthorOrManager } from "#shared/domain/role.ts";
import {
  archiveTable as applyArchive,
  ReleasedTable,
  requireTableOfUsers,
  TableReference,
} from "#shared/domain/table.ts";
import { tooManyConflicts } from "#shared/history/commit.ts";
import { commitTableEdit } from "#shared/history/tableCommits.ts";
import { readerWarnings } from "#shared/history/viewsThatRead.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { stampOf } from "#shared/runtime/ids.ts";
import { readTableByReference } from "#shared/store/tables.ts";

export const archiveTable = operation(
  {
    summary: "Archive a table or a view",
    description:
      "An archived table is hidden from regular operations, but SQL can still read versions in which it was active. Its reference can be reused. `warnings` lists the views that read it. Only a manager can archive the table of another member. 409 for a table created by a task.",
    method: "POST",
    path: "/v2/workspace/{workspace}/data/table:archive",
    tag: "Tables and views",
    audience: "member",
    role: "scientist",
    needs: ["table:write", "lake:read"],
    query: v.object({ reference: TableReference }),
    body: v.optional(v.nullable(v.object({}))),
    response: ReleasedTable,
    errors: [404, 409],
    examples: {
      response: { archived_at: "2026-04-20T16:00:00.000Z", archived_by: "user_01KJ6Z3V8N2QX5T7WB9CDEFGHJ" },
      errors: { 409: tooManyConflicts() },
    },
  },
  async ({ workspace, caller, query }) => {
    const stamp = stampOf(caller);
    let warnings: string[] = [];
    const archived = await commitTableEdit(
      workspace,
      "TABLE_ARCHIVE",
      stamp,
      () => readTableByReference(workspace, query.reference),
      async (table) => {
        requireTableOfUsers(table);
        requireAuthorOrManager(caller, "archive", "table", table);
        warnings = await readerWarnings(workspace, table);
        return { table: applyArchive(table, stamp) };
      },
    );
    return { ...archived, warnings };
  },
);
