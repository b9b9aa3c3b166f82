import type { Scale } from "#client/requests/trainRequest.ts";
import type { Workspace } from "#client/workspace.ts";

/** Number of models that are searched, latest first. */
const SEARCHED = 50;

/** Returns the scales of a project's latest models, by assay. */
export async function earlierScales(workspace: Workspace, project: string): Promise<Map<string, Scale>> {
  const scales = new Map<string, Scale>();
  for (const { data } of await workspace.artifacts(project, "model.scorer/v1", SEARCHED)) {
    const { assays = [] } = data as { assays?: { assay_id: string; scale_type?: Scale }[] };
    for (const { assay_id, scale_type } of assays)
      if (scale_type !== undefined && !scales.has(assay_id)) scales.set(assay_id, scale_type);
  }
  return scales;
}
