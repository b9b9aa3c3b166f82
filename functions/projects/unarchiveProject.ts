import * as v from "valibot";
import { operation } from "#shared/api/operation.ts";
import { unarchive } from "#shared/domain/archive.ts";
import { ProjectId } from "#shared/domain/id.ts";
import { Project } from "#shared/domain/project.ts";
import { now } from "#shared/runtime/ids.ts";
import { changeProject } from "#shared/store/projects.ts";

export const unarchiveProject = operation(
  {
    summary: "Unarchive a project",
    description: "422 if it is not archived.",
    method: "POST",
    path: "/v2/workspace/{workspace}/project:unarchive",
    tag: "Projects",
    audience: "member",
    needs: ["table:write"],
    query: v.object({ id: ProjectId }),
    response: Project,
    errors: [404, 422],
  },
  async ({ workspace, caller, query }) =>
    changeProject(workspace, query.id, (project) =>
      unarchive(project, "project", { by: caller.userId, at: now() }),
    ),
);
