import { conflict, invalidField, notFound } from "@pdp/basics/errors";
import * as v from "valibot";
import { ArtifactId } from "#shared/domain/id.ts";
import { requireAuthorOrManager } from "#shared/domain/role.ts";
import { Artifact, type ArtifactRecord, STRUCTURE } from "#shared/domain/tasks/artifact.ts";
import type { Contract } from "#shared/http/operations/contract.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { stampOf } from "#shared/runtime/ids.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { changeArtifact } from "#shared/store/artifacts.ts";

export const archiveStructure = operation(
  contractOf("archive", {
    summary: "Archive a structure",
    description:
      "Hides a structure from regular lists, and from new tasks. Tasks that were created with it, and their models, are unchanged. Only a manager can archive the structure of another member.",
    errors: [404, 409],
  }),
  ({ workspace, caller, query }) => {
    const { at, by } = stampOf(caller);
    return changeStructure(workspace, query.id, (structure) => {
      if (structure.archived_at !== undefined)
        throw conflict("structure_archived", `The structure ${structure.id} is already archived.`);
      requireAuthorOrManager(caller, "archive", "structure", structure);
      return { ...structure, archived_at: at, archived_by: by };
    });
  },
);

export const unarchiveStructure = operation(
  contractOf("unarchive", {
    summary: "Unarchive a structure",
    description: "422 if the structure is not archived.",
    errors: [404, 422],
  }),
  ({ workspace, query }) =>
    changeStructure(workspace, query.id, ({ archived_at: archivedAt, archived_by: _, ...structure }) => {
      if (archivedAt === undefined)
        throw invalidField(["query", "id"], `The structure ${structure.id} is not archived.`, structure.id);
      return structure;
    }),
);

function contractOf(
  verb: "archive" | "unarchive",
  contract: Pick<Contract, "summary" | "description" | "errors">,
) {
  return {
    ...contract,
    method: "POST" as const,
    path: `/v2/workspace/{workspace}/data/structure:${verb}`,
    tag: "Artifacts",
    audience: "member" as const,
    role: "scientist" as const,
    needs: ["table:write" as const],
    query: v.object({ id: ArtifactId }),
    response: Artifact,
  };
}

async function changeStructure(
  scope: WorkspaceScope,
  id: string,
  change: (structure: ArtifactRecord) => ArtifactRecord,
): Promise<Artifact> {
  const changed = await changeArtifact(scope, id, (artifact) => {
    if (artifact.type !== STRUCTURE) throw notFound("artifact", id);
    return change(artifact);
  });
  if (changed === null) throw notFound("artifact", id);
  return changed;
}
