import * as v from "valibot";
import { operation } from "#shared/api/operation.ts";
import { Id } from "#shared/domain/id.ts";
import { Table } from "#shared/domain/table.ts";
import { tableById } from "#shared/store/tables.ts";

export const getTableById = operation(
  {
    summary: "Get a table or view by its id",
    description: "Also finds archived ones.",
    method: "GET",
    path: "/v2/workspace/{workspace}/data/table:getById",
    tag: "Tables and views",
    audience: "member",
    needs: ["table:read"],
    query: v.object({ id: Id }),
    response: Table,
    errors: [404],
  },
  async ({ workspace, query }) => tableById(workspace, query.id),
);
