import { ProjectId } from "#shared/domain/id.ts";
import { Project } from "#shared/domain/project.ts";
import { archiveOperations } from "#shared/http/operations/archiveOperations.ts";
import { changeProject } from "#shared/store/projects.ts";

export const { archive: archiveProject, unarchive: unarchiveProject } = archiveOperations({
  name: "project",
  tag: "Projects",
  id: ProjectId,
  response: Project,
  description: "Its data remains available, but nothing new can be created in it.",
  unarchiveErrors: [404, 422],
  change: changeProject,
  show: (project) => project,
});
