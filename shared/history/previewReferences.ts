import { invalidField } from "#shared/domain/errors.ts";
import { readFasta } from "#shared/domain/mutations/readFasta.ts";
import { MAX_SEQUENCE_LENGTH } from "#shared/domain/tasks/sequence.ts";
import type { KnownReference } from "#shared/formats/preview/proposeSequences.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { getProject } from "#shared/store/projects.ts";

/** Returns the references by which a preview may propose sequences: the stated one, or else those of the project. */
export async function previewReferences(
  scope: WorkspaceScope,
  projectId: string | null,
  stated: string | null,
): Promise<KnownReference[]> {
  if (stated !== null) {
    const read = readFasta(stated);
    const loc = ["query", "reference"];
    if ("reason" in read) throw invalidField(loc, `The reference ${read.reason}`);
    if (read.sequence.length > MAX_SEQUENCE_LENGTH)
      throw invalidField(loc, `A reference has at most ${MAX_SEQUENCE_LENGTH} residues`);
    return [{ monomer: read.sequence }];
  }
  if (projectId === null) return [];
  const { references = [] } = await getProject(scope, projectId);
  return references.map(({ name, monomer, first_position, positions }) => ({
    name,
    monomer,
    first_position,
    positions,
  }));
}
