import { notFound } from "@pdp/basics/errors";
import * as v from "valibot";
import { EXAMPLE_ID, TableId } from "#shared/domain/id.ts";
import { Version } from "#shared/domain/loads/version.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { pageOf, pageQuery } from "#shared/http/operations/pageQuery.ts";
import { tableById } from "#shared/store/tables.ts";
import { listVersions } from "#shared/store/versions.ts";

export const listTableVersions = operation(
  {
    summary: "List the versions of a table",
    description: "You can use each `id` in `FOR VERSION AS OF` and as the `version_id` of a query.",
    method: "GET",
    path: "/v2/workspace/{workspace}/data/table:listVersions",
    tag: "Tables and views",
    audience: "member",
    role: "reader",
    needs: ["table:read"],
    query: v.object({ id: TableId, ...pageQuery }),
    response: pageOf(Version),
    errors: [404],
    examples: { errors: { 404: notFound("table", EXAMPLE_ID.table) } },
  },
  async ({ workspace, query }) => {
    const table = await tableById(workspace, query.id);
    return listVersions(workspace, table.id, "", query, async (versions) => versions.map(() => true));
  },
);
