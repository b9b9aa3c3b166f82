import { notFound } from "@pdp/basics/errors";
import * as v from "valibot";
import type { Context, ContextFilter } from "#shared/domain/context.ts";
import type { Page, PageRequest } from "#shared/domain/page.ts";
import { type ArtifactRecord, ArtifactType, producingTask } from "#shared/domain/tasks/artifact.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { retryConditionFailed } from "./dynamodb/change.ts";
import { workspaceDatabase } from "./dynamodb/database.ts";
import { getItem, itemWrite, transact, type Write } from "./dynamodb/items.ts";
import { withJsonRead, withJsonText } from "./dynamodb/jsonFields.ts";
import { contextKeys, listInContext } from "./dynamodb/keyParts.ts";
import { artifactKey, artifacts } from "./dynamodb/keys.ts";
import { emptyPage, readEntityPage } from "./dynamodb/readPage.ts";
import { movedEntries } from "./movedEntries.ts";

/** Returns the writes that store a new artifact, such as for the transaction that completes its task. */
export function artifactWrites(scope: WorkspaceScope, artifact: ArtifactRecord): Write[] {
  const { id, context } = artifact;
  const listed = contextKeys(artifacts(scope.id), context, id);
  return [
    { kind: "create", key: artifactKey(scope.id, id), item: withJsonText(artifact, ["data"]) },
    ...listed.map((key): Write => ({ kind: "put", key, item: { id } })),
  ];
}

export async function findArtifact(scope: WorkspaceScope, id: string): Promise<ArtifactRecord | null> {
  const artifact = await getItem<ArtifactRecord>(workspaceDatabase(scope), artifactKey(scope.id, id));
  return artifact && withJsonRead(artifact.item, ["data"]);
}

export async function getArtifact(scope: WorkspaceScope, id: string): Promise<ArtifactRecord> {
  const artifact = await findArtifact(scope, id);
  if (!artifact) throw notFound("artifact", id);
  return artifact;
}

/** Returns the writes that move an artifact of a task to another context; none for artifacts of other tasks. */
export async function artifactMoveWrites(
  scope: WorkspaceScope,
  taskId: string,
  id: string,
  context: Context,
): Promise<Write[]> {
  const key = artifactKey(scope.id, id);
  const before = await getItem<ArtifactRecord>(workspaceDatabase(scope), key);
  if (!before || producingTask(before.item) !== taskId) return [];
  return [
    itemWrite(key, before, { ...before.item, context }),
    ...movedEntries(artifacts(scope.id), before.item.context, context, id),
  ];
}

/** Stores an artifact that a user adds. */
export async function createArtifactRecord(scope: WorkspaceScope, artifact: ArtifactRecord): Promise<void> {
  await transact(workspaceDatabase(scope), artifactWrites(scope, artifact));
}

/** Changes an artifact, if it still exists. Returns the stored artifact; null if there is none. */
export function changeArtifact(
  scope: WorkspaceScope,
  id: string,
  change: (artifact: ArtifactRecord) => ArtifactRecord,
): Promise<ArtifactRecord | null> {
  const key = artifactKey(scope.id, id);
  return retryConditionFailed(async () => {
    const before = await getItem<ArtifactRecord>(workspaceDatabase(scope), key);
    if (!before) return null;
    const after = change(withJsonRead(before.item, ["data"]));
    await transact(workspaceDatabase(scope), [itemWrite(key, before, withJsonText(after, ["data"]))]);
    return after;
  });
}

export interface ArtifactFilter extends ContextFilter {
  type: string | null;
  includeArchived: boolean;
}

/** Lists artifacts; the list for a project includes the artifacts of its rounds. */
export async function listArtifacts(
  scope: WorkspaceScope,
  filter: ArtifactFilter,
  request: PageRequest,
): Promise<Page<ArtifactRecord>> {
  const { type, includeArchived } = filter;
  const list = {
    pk: listInContext(artifacts(scope.id), filter),
    identity: JSON.stringify([type, includeArchived]),
  };
  if (type !== null && !v.is(ArtifactType, type)) return emptyPage(list, request);
  return readEntityPage<{ id: string }, ArtifactRecord>(
    workspaceDatabase(scope),
    {
      ...list,
      idOf: ({ id }) => id,
      keyOf: (id) => artifactKey(scope.id, id),
      show: (artifacts) =>
        artifacts
          .filter((artifact) => type === null || artifact.type === type)
          .filter((artifact) => includeArchived || artifact.archived_at === undefined)
          .map((artifact) => withJsonRead(artifact, ["data"])),
    },
    request,
  );
}

/** Removes the content of an artifact derived from erased rows. Its record is kept. Can be repeated. */
export async function eraseArtifactRecord(scope: WorkspaceScope, id: string, at: string): Promise<void> {
  const artifact = await findArtifact(scope, id);
  if (!artifact || artifact.erased_at !== undefined) return;
  const item = withJsonText({ ...artifact, data: {}, payloads: {}, erased_at: at }, ["data"]);
  await transact(workspaceDatabase(scope), [{ kind: "put", key: artifactKey(scope.id, id), item }]);
}
