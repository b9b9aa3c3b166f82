import { notFound } from "#shared/domain/errors.ts";
import { lastIdAt, sortableId } from "#shared/domain/id.ts";
import type { LoadFileRecord, LoadRecord } from "#shared/domain/loads/load.ts";
import { lookNow } from "#shared/runtime/lookUntil.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { contextIsActive } from "./contexts.ts";
import { changeItem } from "./dynamodb/change.ts";
import { workspaceDatabase } from "./dynamodb/database.ts";
import {
  deleteItems,
  entryWrite,
  getItem,
  getItems,
  listAll,
  listItems,
  type Stored,
  transact,
  type Write,
} from "./dynamodb/items.ts";
import { contextKeys, type Key } from "./dynamodb/keyParts.ts";
import {
  fileKey,
  ingestedFiles,
  loadFileKey,
  loadFiles,
  loadKey,
  loads,
  loadUnderWayKey,
} from "./dynamodb/keys.ts";
import { contentKey, contentWrites } from "./fileContents.ts";
import type { ProjectChange } from "./projects.ts";
import { newBytesWrites, stagedBytesWrites } from "./stagedBytes.ts";

export type StoredLoad = Stored<LoadRecord>;

/** Ids of a load's files, if there are only a few, so that a page of loads can read the files of all of them together. */
export interface NamedFiles {
  file_ids?: string[];
}

/** Maximum number of file ids in a load's record. A load with more files needs a separate request in a page. */
const MAX_NAMED_FILES = 8;

/** Stores a new load together with a change to its project, on condition that its project and round are active. */
export async function createLoadRecord(
  scope: WorkspaceScope,
  load: LoadRecord,
  change: ProjectChange | null,
): Promise<void> {
  const writes = [...newLoadWrites(scope, load), ...contextIsActive(scope, load.context, change)];
  await transact(workspaceDatabase(scope), writes);
}

/** Returns the writes that store a new load with its list entries. */
export function newLoadWrites(scope: WorkspaceScope, load: LoadRecord): Write[] {
  const { context, id } = load;
  const listed = contextKeys(loads(scope.id), context, id);
  return [
    { kind: "create", key: loadKey(scope.id, id), item: load },
    ...listed.map((key): Write => ({ kind: "put", key, item: { id } })),
  ];
}

export async function findLoad(scope: WorkspaceScope, id: string): Promise<LoadRecord | null> {
  const load = await getItem<LoadRecord>(workspaceDatabase(scope), loadKey(scope.id, id));
  return load?.item ?? null;
}

export async function getLoad(scope: WorkspaceScope, id: string): Promise<LoadRecord> {
  return (await readLoad(scope, id)).item;
}

export async function readLoad(scope: WorkspaceScope, id: string): Promise<StoredLoad> {
  const load = await getItem<LoadRecord>(workspaceDatabase(scope), loadKey(scope.id, id));
  if (!load) throw notFound("load", id);
  return load;
}

/**
 * Returns the writes that replace a load if it has not changed since it was read. A load with an action has a mark in the list
 * of loads in progress, which the sweeper reads.
 */
export function loadWrites(
  scope: WorkspaceScope,
  { item: before, revision }: StoredLoad,
  after: LoadRecord,
): Write[] {
  const mark = { workspace_id: scope.id, load_id: after.id };
  return [
    { kind: "replace", key: loadKey(scope.id, after.id), item: after, revision },
    ...stagedBytesWrites(scope, before, after),
    entryWrite(loadUnderWayKey(scope.id, after.id), after.action !== null, mark),
  ];
}

type LoadRule = (load: LoadRecord) => LoadRecord | Promise<LoadRecord>;

/** Applies a rule to the stored load; `conditions` are additional conditions of the transaction. */
export async function changeLoad(
  scope: WorkspaceScope,
  id: string,
  rule: LoadRule,
  conditions: (load: LoadRecord) => Write[] = () => [],
): Promise<LoadRecord> {
  const load = await changeItem(
    workspaceDatabase(scope),
    () => readLoad(scope, id),
    rule,
    (before, after) => [...loadWrites(scope, before, after), ...conditions(after)],
  );
  lookNow(scope, id);
  return load;
}

/**
 * Applies a rule to the stored load, on condition that its project and round are active. `changeOf` returns the change to its
 * project made by the last run of the rule.
 */
export function changeActiveLoad(
  scope: WorkspaceScope,
  id: string,
  rule: LoadRule,
  changeOf: () => ProjectChange | null = () => null,
): Promise<LoadRecord> {
  return changeLoad(scope, id, rule, ({ context }) => contextIsActive(scope, context, changeOf()));
}

/**
 * Stores a file's record and the load's updated file count, on condition that `rule` accepts the load and that its
 * project and round are active.
 */
export async function addLoadFile(
  scope: WorkspaceScope,
  loadId: string,
  file: LoadFileRecord,
  rule: (load: LoadRecord) => LoadRecord,
): Promise<void> {
  const named = (load: LoadRecord & NamedFiles): LoadRecord & NamedFiles => {
    const { file_ids = [], file_count } = load;
    const isNamed = file_ids.length === file_count && file_ids.length < MAX_NAMED_FILES;
    return { ...rule(load), file_ids: isNamed ? [...file_ids, file.id] : [] };
  };
  await changeItem(
    workspaceDatabase(scope),
    () => readLoad(scope, loadId),
    named,
    ({ revision, item: before }, item) => [
      { kind: "replace", key: loadKey(scope.id, loadId), item, revision },
      ...newBytesWrites(scope, (item.bytes ?? 0) - (before.bytes ?? 0)),
      { kind: "create", key: loadFileKey(scope.id, loadId, file.id), item: file },
      { kind: "create", key: fileKey(scope.id, file.id), item: { load_id: loadId } },
      ...contentWrites(scope, loadId, file),
      ...contextIsActive(scope, item.context),
    ],
  );
}

/**
 * Removes a file's record, on condition that `rule` accepts the load with its current files. Returns the load.
 */
export async function removeLoadFile(
  scope: WorkspaceScope,
  loadId: string,
  file: LoadFileRecord,
  rule: (load: LoadRecord, files: LoadFileRecord[]) => LoadRecord,
): Promise<LoadRecord> {
  const keys = fileKeys(scope, loadId, file);
  return changeItem<LoadRecord & NamedFiles>(
    workspaceDatabase(scope),
    () => readLoad(scope, loadId),
    async (load) => {
      const { file_ids = [] } = load;
      const after = rule(load, await filesOfLoad(scope, loadId));
      return { ...after, file_ids: file_ids.filter((id) => id !== file.id) };
    },
    ({ revision, item: before }, item) => [
      { kind: "replace", key: loadKey(scope.id, loadId), item, revision },
      ...stagedBytesWrites(scope, before, item),
      ...keys.map((key): Write => ({ kind: "delete", key })),
      ...contextIsActive(scope, item.context),
    ],
  );
}

/** Returns the keys of all items of a file. */
function fileKeys(scope: WorkspaceScope, loadId: string, file: LoadFileRecord): Key[] {
  const content = contentKey(scope, file);
  const own = [loadFileKey(scope.id, loadId, file.id), fileKey(scope.id, file.id)];
  return content === null ? own : [...own, content];
}

/** Returns the files of a load with the given ids, in id order. */
export async function loadFilesById(
  scope: WorkspaceScope,
  loadId: string,
  ids: readonly string[],
): Promise<LoadFileRecord[]> {
  const keys = ids.map((id) => loadFileKey(scope.id, loadId, id));
  const found = await getItems<LoadFileRecord>(workspaceDatabase(scope), keys);
  if (found.length < ids.length) throw notFound("file", ids.join(", "));
  return found;
}

/** Returns the files of a load in id order. */
export function filesOfLoad(scope: WorkspaceScope, loadId: string): Promise<LoadFileRecord[]> {
  return listAll<LoadFileRecord>(workspaceDatabase(scope), loadFiles(scope.id, loadId));
}

/** Finds a file and its load by the file's id. */
export async function getLoadFile(
  scope: WorkspaceScope,
  fileId: string,
): Promise<{ loadId: string; file: LoadFileRecord }> {
  const database = workspaceDatabase(scope);
  const owner = await getItem<{ load_id: string }>(database, fileKey(scope.id, fileId));
  const loadId = owner?.item.load_id ?? "";
  const file = owner && (await getItem<LoadFileRecord>(database, loadFileKey(scope.id, loadId, fileId)));
  if (!file) throw notFound("file", fileId);
  return { loadId, file: file.item };
}

/** Removes all records of a load, the load itself last. Can be interrupted and repeated. */
export async function deleteLoadRecords(scope: WorkspaceScope, load: LoadRecord): Promise<void> {
  const { id, context, attempt } = load;
  const database = workspaceDatabase(scope);
  const files = await filesOfLoad(scope, id);
  for (let passed = 1; passed <= attempt; passed += 1) {
    await deleteList(scope, ingestedFiles(scope.id, id, passed));
  }
  // The record of the file itself comes last, because the others are found through it.
  await deleteItems(
    database,
    files.flatMap((file) => fileKeys(scope, id, file).slice(1)),
  );
  await deleteItems(
    database,
    files.map((file) => loadFileKey(scope.id, id, file.id)),
  );
  const listed = contextKeys(loads(scope.id), context, id);
  const deletions = [loadUnderWayKey(scope.id, id), ...listed, loadKey(scope.id, id)];
  await transact(
    database,
    deletions.map((key): Write => ({ kind: "delete", key })),
  );
}

async function deleteList(scope: WorkspaceScope, pk: string): Promise<void> {
  const database = workspaceDatabase(scope);
  for (;;) {
    const { items, more } = await listItems<object>(database, pk);
    await deleteItems(
      database,
      items.map(({ sk }) => ({ pk, sk })),
    );
    if (!more) return;
  }
}

/** Reads loads by id, without their files; unknown loads are skipped. */
export async function loadsById(
  scope: WorkspaceScope,
  ids: readonly string[],
): Promise<Map<string, LoadRecord>> {
  const keys = [...new Set(ids)].map((id) => loadKey(scope.id, id));
  const found = await getItems<LoadRecord>(workspaceDatabase(scope), keys);
  return new Map(found.map((load) => [load.id, load]));
}

/** Reads the loads created up to a time (ms since 1970), without their files, oldest first. */
export async function* loadsCreatedUntil(scope: WorkspaceScope, time: number): AsyncGenerator<LoadRecord> {
  const last = sortableId(lastIdAt(time));
  for (let after: string | undefined; ; ) {
    const { items, more } = await listItems<LoadRecord>(workspaceDatabase(scope), loads(scope.id), { after });
    for (const { sk, item } of items) {
      if (sk > last) return;
      yield item;
    }
    if (!more) return;
    after = items.at(-1)?.sk;
  }
}

/**
 * Marks files of a load as erased and removes their descriptions, which may quote a value. They are no longer listed by
 * content, so that the same file counts as new when it is uploaded again. Can be repeated.
 */
export async function eraseFileRecords(
  scope: WorkspaceScope,
  loadId: string,
  files: readonly LoadFileRecord[],
  at: string,
): Promise<void> {
  for (const file of files) {
    const content = contentKey(scope, file);
    if (content !== null) await deleteItems(workspaceDatabase(scope), [content]);
    const { sha256: _, same_as: __, ...rest } = file;
    const key = loadFileKey(scope.id, loadId, file.id);
    const item = { ...rest, description: null, problem_count: 0, erased_at: file.erased_at ?? at };
    await transact(workspaceDatabase(scope), [{ kind: "put", key, item }]);
  }
}
