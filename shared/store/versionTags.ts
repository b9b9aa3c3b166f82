import { isTagName } from "@pdp/trino/parse";
import type { Version } from "#shared/domain/loads/version.ts";
import {
  addTag,
  foldTag,
  removeTag,
  tagTaken,
  unknownTag,
  type VersionTag,
} from "#shared/domain/loads/versionTag.ts";
import type { Page, PageRequest } from "#shared/domain/page.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { retryConditionFailed } from "./dynamodb/change.ts";
import { workspaceDatabase } from "./dynamodb/database.ts";
import { getItem, itemWrite, listAll, type Stored, transact } from "./dynamodb/items.ts";
import { tagKey, tags, versionKey } from "./dynamodb/keys.ts";
import { readPage } from "./dynamodb/readPage.ts";
import { readVersion } from "./versions.ts";

/** Stores a tag, and adds it to its version. If the version already has the tag, it is returned unchanged. */
export function createTag(scope: WorkspaceScope, tag: VersionTag): Promise<VersionTag> {
  const database = workspaceDatabase(scope);
  return retryConditionFailed(async () => {
    const version = await readVersion(scope, tag.version_id);
    const stored = await readTag(scope, tag.name);
    if (stored && stored.item.version_id !== tag.version_id) throw tagTaken(stored.item);
    if (stored) return stored.item;
    await transact(database, [
      { kind: "create", key: tagKey(scope.id, foldTag(tag.name)), item: tag },
      itemWrite(versionKey(scope.id, tag.version_id), version, addTag(version.item, tag)),
    ]);
    return tag;
  });
}

/** Removes a tag, including from its version. */
export function deleteTag(scope: WorkspaceScope, name: string): Promise<VersionTag> {
  return retryConditionFailed(async () => {
    const tag = await getTag(scope, name);
    const version: Stored<Version> = await readVersion(scope, tag.version_id);
    await transact(workspaceDatabase(scope), [
      { kind: "delete", key: tagKey(scope.id, foldTag(name)) },
      itemWrite(versionKey(scope.id, tag.version_id), version, removeTag(version.item, tag)),
    ]);
    return tag;
  });
}

/** Gives a tag another name, which no tag has, including in its version. Has no effect if the tag no longer exists. */
export function renameTag(scope: WorkspaceScope, { name }: VersionTag, to: string): Promise<void> {
  return retryConditionFailed(async () => {
    const stored = await readTag(scope, name);
    if (!stored) return;
    const renamed = { ...stored.item, name: to };
    const version: Stored<Version> = await readVersion(scope, renamed.version_id);
    const tagged = addTag(removeTag(version.item, stored.item), renamed);
    await transact(workspaceDatabase(scope), [
      { kind: "delete", key: tagKey(scope.id, foldTag(name)) },
      { kind: "create", key: tagKey(scope.id, foldTag(to)), item: renamed },
      itemWrite(versionKey(scope.id, renamed.version_id), version, tagged),
    ]);
  });
}

export async function getTag(scope: WorkspaceScope, name: string): Promise<VersionTag> {
  const stored = await readTag(scope, name);
  if (!stored) throw unknownTag(name);
  return stored.item;
}

/** Returns the id of the data version with this id or tag. Throws 404 for an unknown tag; ids are not looked up. */
export async function versionIdOf(scope: WorkspaceScope, name: string): Promise<string> {
  return isTagName(name) ? (await getTag(scope, name)).version_id : name;
}

async function readTag(scope: WorkspaceScope, name: string): Promise<Stored<VersionTag> | null> {
  if (!isTagName(name)) return null;
  return getItem<VersionTag>(workspaceDatabase(scope), tagKey(scope.id, foldTag(name)));
}

/** Lists the tags of a workspace by name. */
export function listTags(scope: WorkspaceScope, request: PageRequest): Promise<Page<VersionTag>> {
  const list = { pk: tags(scope.id), identity: "", resolve: async (listed: VersionTag[]) => listed };
  return readPage(workspaceDatabase(scope), list, request);
}

/** Returns all tags of a workspace. */
export async function allTags(scope: WorkspaceScope): Promise<VersionTag[]> {
  return listAll<VersionTag>(workspaceDatabase(scope), tags(scope.id));
}
