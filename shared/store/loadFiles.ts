import { notFound } from "@pdp/basics/errors";
import type { LoadFileRecord, LoadRecord } from "#shared/domain/loads/load.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { contextIsActive } from "./contexts.ts";
import { changeItem } from "./dynamodb/change.ts";
import { workspaceDatabase } from "./dynamodb/database.ts";
import {
  deleteItems,
  getItem,
  getItems,
  itemWrite,
  listAll,
  transact,
  type Write,
} from "./dynamodb/items.ts";
import type { Key } from "./dynamodb/keyParts.ts";
import { fileKey, loadFileKey, loadFiles, loadKey } from "./dynamodb/keys.ts";
import { contentKey, contentWrites } from "./fileContents.ts";
import { changeLoad, readLoad } from "./loads.ts";
import { newBytesWrites, stagedBytesWrites } from "./stagedBytes.ts";

/** Ids of a load's files, if there are only a few, so that the files of all loads on a page can be read together. */
export interface NamedFiles {
  file_ids?: string[];
}

/** Number of file records that are written together. */
const MAX_WRITES = 50;
/** Maximum number of file ids in a load's record. A load with more files needs a separate request when a page is read. */
const MAX_NAMED_FILES = 8;

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
export function fileKeys(scope: WorkspaceScope, loadId: string, file: LoadFileRecord): Key[] {
  const content = contentKey(scope, file);
  const keysOfFile = [loadFileKey(scope.id, loadId, file.id), fileKey(scope.id, file.id)];
  return content === null ? keysOfFile : [...keysOfFile, content];
}

/** Returns the files of a load with the given ids, in id order. */
export async function loadFilesById(
  scope: WorkspaceScope,
  loadId: string,
  ids: readonly string[],
): Promise<LoadFileRecord[]> {
  const keys = ids.map((id) => loadFileKey(scope.id, loadId, id));
  const files = await getItems<LoadFileRecord>(workspaceDatabase(scope), keys);
  if (files.length < ids.length) throw notFound("file", ids.join(", "));
  return files;
}

/** Returns the ids of a load's files in order, if its record names all of them; otherwise null. */
export function namedFileIds({ file_ids = [], file_count }: LoadRecord & NamedFiles): string[] | null {
  return file_ids.length === file_count ? file_ids.toSorted((a, b) => Number(a) - Number(b)) : null;
}

/** Returns the ids of a load's files in order. */
export async function fileIdsOfLoad(scope: WorkspaceScope, load: LoadRecord): Promise<string[]> {
  return namedFileIds(load) ?? (await filesOfLoad(scope, load.id)).map(({ id }) => id);
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

/** Applies a rule to the texts of a file. Cached lists of the load's files are no longer used. */
export async function changeLoadFile(
  scope: WorkspaceScope,
  loadId: string,
  fileId: string,
  rule: (file: LoadFileRecord) => LoadFileRecord,
): Promise<void> {
  const key = loadFileKey(scope.id, loadId, fileId);
  // Before and after the change: a repetition after an interruption finds nothing to change.
  const forgetLists = () =>
    changeLoad(scope, loadId, (load) => ({ ...load, removed_files: (load.removed_files ?? 0) + 1 }));
  await forgetLists();
  await changeItem<LoadFileRecord>(
    workspaceDatabase(scope),
    async () => {
      const stored = await getItem<LoadFileRecord>(workspaceDatabase(scope), key);
      if (!stored) throw notFound("file", fileId);
      return stored;
    },
    rule,
    (before, after) => [itemWrite(key, before, after), ...contentWrites(scope, loadId, after)],
  );
  await forgetLists();
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
  const contents = files.flatMap((file) => contentKey(scope, file) ?? []);
  await deleteItems(workspaceDatabase(scope), contents);
  const erased = files.map((file): Write => {
    const { sha256: _, same_as: __, ...rest } = file;
    const key = loadFileKey(scope.id, loadId, file.id);
    const item = { ...rest, description: null, problem_count: 0, erased_at: file.erased_at ?? at };
    return { kind: "put", key, item };
  });
  for (let start = 0; start < erased.length; start += MAX_WRITES) {
    await transact(workspaceDatabase(scope), erased.slice(start, start + MAX_WRITES));
  }
}
