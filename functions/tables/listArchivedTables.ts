import * as v from "valibot";
import { Table, TableReference } from "#shared/domain/table.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { pageOf, pageQuery } from "#shared/http/operations/pageQuery.ts";
import { listArchivedTables as readArchivedTables } from "#shared/store/tableLists.ts";

export const listArchivedTables = operation(
  {
    summary: "List archived tables that had a reference",
    method: "GET",
    path: "/v2/workspace/{workspace}/data/table:listArchived",
    tag: "Tables and views",
    audience: "member",
    role: "reader",
    needs: ["table:read"],
    query: v.object({ reference: TableReference, ...pageQuery }),
    response: pageOf(Table),
  },
  async ({ workspace, query }) => readArchivedTables(workspace, query.reference, query),
);
