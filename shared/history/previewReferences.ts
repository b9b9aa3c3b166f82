import { readReference } from "#shared/domain/mutations/readReference.ts";
import type { KnownReference } from "#shared/formats/preview/fitReference.ts";
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
  if (stated !== null) return [{ monomer: readReference(stated, ["query", "reference"]) }];
  if (projectId === null) return [];
  const { references = [] } = await getProject(scope, projectId);
  return references.map(({ name, monomer, first_position, positions }) => ({
    name,
    monomer,
    first_position,
    positions,
  }));
}
