import * as v from "valibot";
import { operation } from "#shared/api/operation.ts";
import { pageOf, pageQuery } from "#shared/api/pageQuery.ts";
import { Table, TableReference } from "#shared/domain/table.ts";
import { listArchivedTables as readArchivedTables } from "#shared/store/tableLists.ts";

export const listArchivedTables = operation(
  {
    summary: "List archived tables that had a reference",
    method: "GET",
    path: "/v2/workspace/{workspace}/data/table:listArchived",
    tag: "Tables and views",
    audience: "member",
    needs: ["table:read"],
    query: v.object({ reference: TableReference, ...pageQuery }),
    response: pageOf(Table),
  },
  async ({ workspace, query }) => readArchivedTables(workspace, query.reference, query),
);
