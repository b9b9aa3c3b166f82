import * as v from "valibot";
import { operation } from "#shared/api/operation.ts";
import { archive } from "#shared/domain/archive.ts";
import { ProjectId } from "#shared/domain/id.ts";
import { Project } from "#shared/domain/project.ts";
import { now } from "#shared/runtime/ids.ts";
import { changeProject } from "#shared/store/projects.ts";

export const archiveProject = operation(
  {
    summary: "Archive a project",
    description: "Its data stays available; nothing new can be created in it.",
    method: "POST",
    path: "/v2/workspace/{workspace}/project:archive",
    tag: "Projects",
    audience: "member",
    needs: ["table:write"],
    query: v.object({ id: ProjectId }),
    response: Project,
    errors: [404, 409],
    examples: {
      response: { archived_at: "2026-04-20T16:00:00.000Z", archived_by: "user_01KJ6Z3V8N2QX5T7WB9CDEFGHJ" },
    },
  },
  async ({ workspace, caller, query }) =>
    changeProject(workspace, query.id, (project) =>
      archive(project, "project", { by: caller.userId, at: now() }),
    ),
);
