import { readReference } from "@pdp/basics/proteins";
import type { KnownReference } from "#shared/proposals/fitReference.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { getProject } from "#shared/store/projects.ts";

/**
 * Returns the references that a preview may use to propose sequences: the stated one or, if there is none, those of the
 * project.
 */
export async function previewReferences(
  scope: WorkspaceScope,
  projectId: string | null,
  stated: string | null,
): Promise<KnownReference[]> {
  // A project of another workspace is an error even if its references are not needed.
  const { references = [] } = projectId === null ? {} : await getProject(scope, projectId);
  if (stated !== null) return [{ monomer: readReference(stated, ["query", "reference"]) }];
  return references.map(({ name, monomer, first_position, positions }) => ({
    name,
    monomer,
    first_position,
    positions,
  }));
}
