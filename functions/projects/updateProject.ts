import * as v from "valibot";
import { ProjectId } from "#shared/domain/id.ts";
import { updateProject as applyUpdate, Project, ProjectUpdate } from "#shared/domain/project.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { stampOf } from "#shared/runtime/ids.ts";
import { changeProject } from "#shared/store/projects.ts";

export const updateProject = operation(
  {
    summary: "Update a project",
    description: "Omitted fields keep their values; `null` clears `description` or `modality`.",
    method: "POST",
    path: "/v2/workspace/{workspace}/project:update",
    tag: "Projects",
    audience: "member",
    role: "scientist",
    needs: ["table:write"],
    query: v.object({ id: ProjectId }),
    body: ProjectUpdate,
    response: Project,
    errors: [404],
  },
  async ({ workspace, caller, query, body }) =>
    changeProject(workspace, query.id, (project) => applyUpdate(project, body, stampOf(caller))),
);
