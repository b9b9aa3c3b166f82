import * as v from "valibot";
import { operation } from "#shared/api/operation.ts";
import { pageOf, pageQuery, QueryBoolean } from "#shared/api/pageQuery.ts";
import { Table } from "#shared/domain/table.ts";
import { listTables as readTables } from "#shared/store/tables.ts";

export const listTables = operation(
  {
    summary: "List tables and views",
    description:
      "`include_archived` adds archived ones, `include_internal` those that tasks created (`tasks.…`).",
    method: "GET",
    path: "/v2/workspace/{workspace}/data/table:list",
    tag: "Tables and views",
    audience: "member",
    needs: ["table:read"],
    query: v.object({ include_archived: QueryBoolean, include_internal: QueryBoolean, ...pageQuery }),
    response: pageOf(Table),
  },
  async ({ workspace, query }) => {
    const filter = { includeArchived: query.include_archived, includeInternal: query.include_internal };
    return readTables(workspace, filter, query);
  },
);
