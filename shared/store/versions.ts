import { laterId, nextId } from "#shared/domain/id.ts";
import type { Version } from "#shared/domain/loads/version.ts";
import type { Page, PageRequest } from "#shared/domain/page.ts";
import { newId } from "#shared/runtime/ids.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { workspaceDatabase } from "./dynamodb/database.ts";
import { getItem, listItems, type Stored, transact, type Write } from "./dynamodb/items.ts";
import { headKey, tableVersions, versionKey, versions } from "./dynamodb/keys.ts";
import { readEntityPage, readPage } from "./dynamodb/readPage.ts";
import { recordsOf } from "./dynamodb/recordsOf.ts";
import type { Head } from "./tables.ts";

export const {
  get: getVersion,
  read: readVersion,
  byId: versionsById,
  change: changeVersion,
} = recordsOf<Version>({ name: "version", keyOf: versionKey, listOf: versions });

/** Creates the start of a workspace's history. Can be repeated. */
export async function createHead(scope: WorkspaceScope): Promise<void> {
  const key = headKey(scope.id);
  if (await getItem<Head>(workspaceDatabase(scope), key)) return;
  await transact(workspaceDatabase(scope), [
    { kind: "create", key, item: { version_id: "0" } satisfies Head },
  ]);
}

export async function getHead(scope: WorkspaceScope): Promise<Head> {
  return (await readHead(scope)).item;
}

export async function readHead(scope: WorkspaceScope): Promise<Stored<Head>> {
  const head = await getItem<Head>(workspaceDatabase(scope), headKey(scope.id));
  if (!head) throw new Error(`The workspace ${scope.id} has no head in its region`);
  return head;
}

/** Returns an id for the next commit: later than the head's id, even if the clock is slow. */
export function versionAfter(head: Head): string {
  return laterId(newId(), nextId(head.version_id));
}

/** Returns the write that stores a new version. */
export function versionWrite(scope: WorkspaceScope, version: Version): Write {
  return { kind: "create", key: versionKey(scope.id, version.id), item: version };
}

/**
 * Writes one or more commits, up to the version `last`. Throws `ConditionFailed` if the head has changed since it was read. A
 * concurrent commit also counts as a failure: it changes the head, so that a retry of this one would fail.
 */
export async function moveHead(
  scope: WorkspaceScope,
  head: Stored<Head>,
  last: string,
  writes: readonly Write[],
): Promise<void> {
  const item: Head = { version_id: last };
  await transact(workspaceDatabase(scope), [
    { kind: "replace", key: headKey(scope.id), item, revision: head.revision, failsOnConflict: true },
    ...writes,
  ]);
}

/** Returns the version in which a load was first committed, or null. */
export async function findLoadVersion(scope: WorkspaceScope, loadId: string): Promise<Version | null> {
  // A load is older than its first version, and most loads are committed soon after they are created.
  for (let after = versionKey(scope.id, loadId).sk; ; ) {
    const { items, more } = await listItems<Version>(workspaceDatabase(scope), versions(scope.id), {
      after,
      limit: 200,
    });
    const entry = items.find(({ item }) => item.load_id === loadId);
    const last = items.at(-1);
    if (entry || !more || !last) return entry?.item ?? null;
    after = last.sk;
  }
}

/** Returns the latest version with an id up to `id`, or null. */
export async function latestVersionUpTo(scope: WorkspaceScope, id: string): Promise<Version | null> {
  const after = versionKey(scope.id, nextId(id)).sk;
  return oneVersion(scope, { after, descending: true });
}

/** Yields the versions after an id, oldest first. */
export async function* versionsAfter(scope: WorkspaceScope, id: string): AsyncGenerator<Version> {
  for (let after = versionKey(scope.id, id).sk; ; ) {
    const pk = versions(scope.id);
    const { items, more } = await listItems<Version>(workspaceDatabase(scope), pk, { after });
    for (const { item } of items) yield item;
    const last = items.at(-1);
    if (!more || !last) return;
    after = last.sk;
  }
}

/** Returns the first version in the history, or null. */
export function firstVersion(scope: WorkspaceScope): Promise<Version | null> {
  return oneVersion(scope, {});
}

async function oneVersion(
  scope: WorkspaceScope,
  range: { after?: string; descending?: boolean },
): Promise<Version | null> {
  const listed = await listItems<Version>(workspaceDatabase(scope), versions(scope.id), {
    ...range,
    limit: 1,
  });
  return listed.items[0]?.item ?? null;
}

/** Lists the history of one table or of the whole workspace; `shown` filters versions. */
export function listVersions(
  scope: WorkspaceScope,
  tableId: string | null,
  identity: string,
  request: PageRequest,
  shown: (listed: Version[]) => Promise<boolean[]>,
): Promise<Page<Version>> {
  const database = workspaceDatabase(scope);
  const kept = async (listed: Version[]): Promise<(Version | null)[]> => {
    const keep = await shown(listed);
    return listed.map((version, index) => (keep[index] ? version : null));
  };
  if (tableId === null) {
    const list = { pk: versions(scope.id), identity, resolve: kept };
    return readPage<Version, Version>(database, list, request);
  }
  return readEntityPage<{ version_id: string }, Version>(
    database,
    {
      pk: tableVersions(scope.id, tableId),
      identity,
      idOf: (entry) => entry.version_id,
      keyOf: (id) => versionKey(scope.id, id),
      show: kept,
    },
    request,
  );
}
