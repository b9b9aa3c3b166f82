import { notFound } from "@pdp/basics/errors";
import * as v from "valibot";
import { EXAMPLE_ID, TableId } from "#shared/domain/id.ts";
import { Table } from "#shared/domain/table.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { tableById } from "#shared/store/tables.ts";

export const getTableById = operation(
  {
    summary: "Get a table or view by its id",
    description: "Also finds archived tables and views.",
    method: "GET",
    path: "/v2/workspace/{workspace}/data/table:getById",
    tag: "Tables and views",
    audience: "member",
    role: "reader",
    needs: ["table:read"],
    query: v.object({ id: TableId }),
    response: Table,
    errors: [404],
    examples: { errors: { 404: notFound("table", EXAMPLE_ID.table) } },
  },
  async ({ workspace, query }) => tableById(workspace, query.id),
);
