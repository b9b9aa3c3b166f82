import * as v from "valibot";
import { Project } from "#shared/domain/project.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { pageOf, pageQuery, QueryBoolean } from "#shared/http/operations/pageQuery.ts";
import { listProjects as readProjects } from "#shared/store/projects.ts";

export const listProjects = operation(
  {
    summary: "List projects",
    method: "GET",
    path: "/v2/workspace/{workspace}/project:list",
    tag: "Projects",
    audience: "member",
    role: "reader",
    needs: ["table:read"],
    query: v.object({ include_archived: QueryBoolean, ...pageQuery }),
    response: pageOf(Project),
  },
  async ({ workspace, query }) => readProjects(workspace, query.include_archived, query),
);
