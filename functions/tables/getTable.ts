import * as v from "valibot";
import { Table, TableReference } from "#shared/domain/table.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { tableByReference } from "#shared/store/tables.ts";

export const getTable = operation(
  {
    summary: "Get a table or view by its reference",
    method: "GET",
    path: "/v2/workspace/{workspace}/data/table:get",
    tag: "Tables and views",
    audience: "member",
    role: "reader",
    needs: ["table:read"],
    query: v.object({ reference: TableReference }),
    response: Table,
    errors: [404],
  },
  async ({ workspace, query }) => tableByReference(workspace, query.reference),
);
