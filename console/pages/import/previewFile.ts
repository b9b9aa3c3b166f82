import type { PreviewQuery, TableConfig } from "#client/importFiles.ts";
import type { Workspace } from "#client/workspace.ts";
import { projectOrFirst } from "../../parts/chosenProject.ts";
import { openProjects } from "../../parts/openProjects.ts";
import { changedFile } from "./changedFile.ts";
import { withSheets } from "./chosenPart.ts";
import { nearestTable } from "./fitTable.ts";
import { problemsOfPreview } from "./foundProblems.ts";
import { changeDraft, draftOf } from "./importDraft.ts";
import { referenceOf, tablesOf } from "./importTables.ts";
import { keepChoices } from "./keepChoices.ts";
import type { Target } from "./useTarget.ts";

/** Previews a file: its columns, its problems, and the table that it fits. */
export async function previewFile(
  workspace: Workspace,
  file: File,
  query: PreviewQuery,
  { into, tables, projects }: Pick<Target, "into" | "tables" | "projects">,
): Promise<void> {
  const { step, config, project } = draftOf(workspace.name);
  changeDraft(workspace.name, { step: { name: "previewing", file } });
  try {
    const owner = projectOrFirst(projects ?? (await openProjects(workspace)), project);
    const [response, candidates] = await Promise.all([
      workspace.preview(file, file.name, given({ ...query, ...(owner && { project_id: owner.id }) })),
      tables ?? tablesOf(workspace),
    ]);
    const preview = withSheets(response, step.name === "columns" ? step.preview : null, query.sheet);
    const proposed = preview.config as TableConfig | null;
    const nearest = proposed && nearestTable(candidates, proposed);
    changeDraft(workspace.name, {
      config: query.reference || query.positions ? keepChoices(config, proposed) : proposed,
      into: into || (nearest?.reference ?? referenceOf(file.name)),
      step: { name: "columns", file, preview, problems: problemsOfPreview(preview), isPreview: true },
    });
  } catch (error) {
    changeDraft(workspace.name, { step: { name: "choose", error: (await changedFile(file)) ?? error } });
  }
}

/** Returns the parameters that are not empty. */
function given(query: PreviewQuery): PreviewQuery {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value));
}
