import { notFound } from "#shared/domain/errors.ts";
import type { Page, PageRequest } from "#shared/domain/page.ts";
import type { ArtifactRecord } from "#shared/domain/tasks/artifact.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { workspaceDatabase } from "./dynamodb/database.ts";
import { getItem, getItems, type Stored, type Write } from "./dynamodb/items.ts";
import { withJsonRead, withJsonText } from "./dynamodb/jsonFields.ts";
import {
  artifactKey,
  artifactOfProjectKey,
  artifactOfRoundKey,
  artifacts,
  artifactsOfProject,
  artifactsOfRound,
} from "./dynamodb/keys.ts";
import { readPage } from "./dynamodb/readPage.ts";

/** Returns the writes that store a new artifact, for the transaction that completes its task. */
export function artifactWrites(scope: WorkspaceScope, artifact: ArtifactRecord): Write[] {
  const { id, context } = artifact;
  const writes: Write[] = [
    { kind: "create", key: artifactKey(scope.id, id), item: withJsonText(artifact, ["data"]) },
  ];
  if (context.kind !== "WORKSPACE") {
    writes.push({ kind: "put", key: artifactOfProjectKey(scope.id, context.project_id, id), item: { id } });
  }
  if (context.kind === "ROUND") {
    writes.push({ kind: "put", key: artifactOfRoundKey(scope.id, context.round_id, id), item: { id } });
  }
  return writes;
}

export async function findArtifact(
  scope: WorkspaceScope,
  id: string,
): Promise<Stored<ArtifactRecord> | null> {
  const item = await getItem<ArtifactRecord>(workspaceDatabase(scope), artifactKey(scope.id, id));
  return item && withJsonRead(item, ["data"]);
}

export async function getArtifact(scope: WorkspaceScope, id: string): Promise<Stored<ArtifactRecord>> {
  const artifact = await findArtifact(scope, id);
  if (!artifact) throw notFound("artifact", id);
  return artifact;
}

export interface ArtifactFilter {
  type: string | null;
  projectId: string | null;
  roundId: string | null;
}

/** Lists artifacts; those of a project include those of its rounds. */
export function listArtifacts(
  scope: WorkspaceScope,
  { type, projectId, roundId }: ArtifactFilter,
  request: PageRequest,
): Promise<Page<ArtifactRecord>> {
  const database = workspaceDatabase(scope);
  const ofProject = projectId === null ? artifacts(scope.id) : artifactsOfProject(scope.id, projectId);
  return readPage<{ id: string }, ArtifactRecord>(
    database,
    {
      pk: roundId === null ? ofProject : artifactsOfRound(scope.id, roundId),
      identity: type ?? "",
      resolve: async (entries) => {
        const keys = entries.map(({ id }) => artifactKey(scope.id, id));
        const found = new Map((await getItems<ArtifactRecord>(database, keys)).map((one) => [one.id, one]));
        return entries.map(({ id }) => {
          const artifact = found.get(id);
          return artifact && (type === null || artifact.type === type)
            ? withJsonRead(artifact, ["data"])
            : null;
        });
      },
    },
    request,
  );
}
