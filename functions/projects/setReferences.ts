import { ReferencesUpdate } from "@pdp/basics/proteins";
import * as v from "valibot";
import { ProjectId } from "#shared/domain/id.ts";
import { Project, setReferences as replaceReferences } from "#shared/domain/project.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { stampOf } from "#shared/runtime/ids.ts";
import { changeProject } from "#shared/store/projects.ts";

export const setReferences = operation(
  {
    summary: "Set the references of a project",
    description:
      "Sets the project's reference sequences and their residue numbering, which imports, tasks, heatmaps, reports and orders use. The list replaces the existing one.",
    method: "POST",
    path: "/v2/workspace/{workspace}/project:setReferences",
    tag: "Projects",
    audience: "member",
    role: "scientist",
    needs: ["table:write"],
    query: v.object({ id: ProjectId }),
    body: ReferencesUpdate,
    response: Project,
    errors: [404],
  },
  async ({ workspace, caller, query, body }) =>
    changeProject(workspace, query.id, (project) => replaceReferences(project, body, stampOf(caller))),
);
