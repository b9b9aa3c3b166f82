import {
  CreatedProject,
  nameWarnings,
  createProject as newProject,
  ProjectCreate,
} from "#shared/domain/project.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { stampOf } from "#shared/runtime/ids.ts";
import { withNewId } from "#shared/store/dynamodb/withNewId.ts";
import { allProjects, createProjectRecord } from "#shared/store/projects.ts";

export const createProject = operation(
  {
    summary: "Create a project",
    description:
      "A project organizes the work on one protein or goal. Data is isolated per project. Names need not be unique; `warnings` reports another project with the same name.",
    method: "POST",
    path: "/v2/workspace/{workspace}/project:create",
    tag: "Projects",
    audience: "member",
    role: "scientist",
    needs: ["table:write"],
    body: ProjectCreate,
    response: CreatedProject,
  },
  async ({ workspace, caller, body }) => {
    return withNewId(async (id) => {
      const project = newProject(id, body, stampOf(caller));
      await createProjectRecord(workspace, project);
      const warnings = nameWarnings(project, await allProjects(workspace));
      return warnings.length > 0 ? { ...project, warnings } : project;
    });
  },
);
