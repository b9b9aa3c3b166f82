import { notFound } from "@pdp/basics/errors";
import { optional } from "@pdp/basics/schemas";
import * as v from "valibot";
import { EXAMPLE_ID, ProjectId } from "#shared/domain/id.ts";
import { Table } from "#shared/domain/table.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { pageOf, pageQuery, QueryAny, QueryBoolean } from "#shared/http/operations/pageQuery.ts";
import { getProject } from "#shared/store/projects.ts";
import { tablesOfProject } from "#shared/store/shownLoads.ts";
import { listTables as readTables } from "#shared/store/tableLists.ts";

export const listTables = operation(
  {
    summary: "List tables and views",
    description:
      "`include_archived` adds archived tables, and `include_internal` adds tables created by tasks (`tasks.…`). `project_id` selects tables used by loads in the project or its rounds; the response time grows with the number of loads.",
    method: "GET",
    path: "/v2/workspace/{workspace}/data/table:list",
    tag: "Tables and views",
    audience: "member",
    role: "reader",
    needs: ["table:read"],
    query: v.object({
      include_archived: QueryBoolean,
      include_internal: QueryAny,
      project_id: optional(ProjectId),
      q: v.pipe(
        optional(v.pipe(v.string(), v.maxLength(300, "String should have at most 300 characters"))),
        v.description("Part of the reference, case-insensitive"),
        v.examples(["variants"]),
      ),
      ...pageQuery,
    }),
    response: pageOf(Table),
    errors: [404],
    examples: { errors: { 404: notFound("project", EXAMPLE_ID.project) } },
  },
  async ({ workspace, query }) => {
    const { project_id: id, q, include_archived, include_internal } = query;
    if (id !== null) await getProject(workspace, id);
    const filter = {
      includeArchived: include_archived,
      includeInternal: include_internal,
      part: q,
      project: id === null ? null : { id, tableIds: await tablesOfProject(workspace, id) },
    };
    return readTables(workspace, filter, query);
  },
);
