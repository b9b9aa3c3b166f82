import * as v from "valibot";
import { ProjectId } from "#shared/domain/id.ts";
import { Project } from "#shared/domain/project.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { getProject as readProject } from "#shared/store/projects.ts";

export const getProject = operation(
  {
    summary: "Get a project",
    method: "GET",
    path: "/v2/workspace/{workspace}/project:get",
    tag: "Projects",
    audience: "member",
    role: "reader",
    needs: ["table:read"],
    query: v.object({ id: ProjectId }),
    response: Project,
    errors: [404],
  },
  async ({ workspace, query }) => readProject(workspace, query.id),
);
