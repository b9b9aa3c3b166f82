import { LRUCache } from "lru-cache";
import * as v from "valibot";
import type { ContextFilter } from "#shared/domain/context.ts";
import { notFound } from "#shared/domain/errors.ts";
import { type Load, type LoadFile, type LoadRecord, LoadState } from "#shared/domain/loads/load.ts";
import type { Page, PageRequest } from "#shared/domain/page.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { contextIsActive } from "./contexts.ts";
import { changeItem } from "./dynamodb/change.ts";
import { workspaceDatabase } from "./dynamodb/database.ts";
import {
  entryWrite,
  getItem,
  getItems,
  listAll,
  type Stored,
  transact,
  type Write,
} from "./dynamodb/items.ts";
import { contextKeys, type Key, listInContext } from "./dynamodb/key.ts";
import { fileKey, loadFileKey, loadFiles, loadKey, loads, loadUnderWayKey } from "./dynamodb/keys.ts";
import { emptyPage, readEntityPage, readPage } from "./dynamodb/readPage.ts";

export type StoredLoad = Stored<LoadRecord>;

/** Ids of a load's files, if they are few, so that a page of loads can read the files of all of them together. */
interface NamedFiles {
  file_ids?: string[];
}

/** Maximum number of file ids in a load's record. A load with more files needs a request of its own in a page. */
const MAX_NAMED_FILES = 8;

/** Stores a new load, on condition that its project and round are active. */
export async function createLoadRecord(scope: WorkspaceScope, load: LoadRecord): Promise<void> {
  const writes = [...newLoadWrites(scope, load), ...contextIsActive(scope, load.context)];
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
 * Returns the writes that replace a load as it was read. A load with an action has a mark in the list of loads in
 * progress, which the sweeper reads.
 */
export function loadWrites(scope: WorkspaceScope, { revision }: StoredLoad, after: LoadRecord): Write[] {
  const mark = { workspace_id: scope.id, load_id: after.id };
  return [
    { kind: "replace", key: loadKey(scope.id, after.id), item: after, revision },
    entryWrite(loadUnderWayKey(scope.id, after.id), after.action !== null, mark),
  ];
}

type LoadRule = (load: LoadRecord) => LoadRecord | Promise<LoadRecord>;

/** Applies a rule to the stored load; `conditions` are further conditions of the transaction. */
export function changeLoad(
  scope: WorkspaceScope,
  id: string,
  rule: LoadRule,
  conditions: (load: LoadRecord) => Write[] = () => [],
): Promise<LoadRecord> {
  return changeItem(
    workspaceDatabase(scope),
    () => readLoad(scope, id),
    rule,
    (before, after) => [...loadWrites(scope, before, after), ...conditions(after)],
  );
}

/** Applies a rule to the stored load, on condition that its project and round are active. */
export function changeActiveLoad(scope: WorkspaceScope, id: string, rule: LoadRule): Promise<LoadRecord> {
  return changeLoad(scope, id, rule, ({ context }) => contextIsActive(scope, context));
}

/**
 * Stores a file's record and the load's updated file count, on condition that `rule` accepts the load and that its
 * project and round are active.
 */
export async function addLoadFile(
  scope: WorkspaceScope,
  loadId: string,
  file: LoadFile,
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
    ({ revision }, item) => [
      { kind: "replace", key: loadKey(scope.id, loadId), item, revision },
      { kind: "create", key: loadFileKey(scope.id, loadId, file.id), item: file },
      { kind: "create", key: fileKey(scope.id, file.id), item: { load_id: loadId } },
      ...contextIsActive(scope, item.context),
    ],
  );
}

export function filesOfLoad(scope: WorkspaceScope, loadId: string): Promise<LoadFile[]> {
  return listAll<LoadFile>(workspaceDatabase(scope), loadFiles(scope.id, loadId));
}

/** Returns files of a load by their ids, in the order of the ids. */
export async function loadFilesById(
  scope: WorkspaceScope,
  loadId: string,
  ids: readonly string[],
): Promise<LoadFile[]> {
  const keys = ids.map((id) => loadFileKey(scope.id, loadId, id));
  const found = await getItems<LoadFile>(workspaceDatabase(scope), keys);
  if (found.length < ids.length) throw notFound("file", ids.join(", "));
  return found;
}

const knownFiles = new LRUCache<string, LoadFile[]>({ max: 100 });

/**
 * Returns the files of a load. They are cached by their number, because a file's record never changes, so that polling
 * clients cause no second read.
 */
async function listFiles(scope: WorkspaceScope, load: LoadRecord): Promise<LoadFile[]> {
  const key = `${scope.settings.platformUrl} ${scope.id} ${load.id} ${load.file_count}`;
  const known = knownFiles.get(key);
  if (known) return known;
  const files = await filesOfLoad(scope, load.id);
  if (files.length === load.file_count) knownFiles.set(key, files);
  return files;
}

/** Finds a file and its load by the file's id. */
export async function getLoadFile(
  scope: WorkspaceScope,
  fileId: string,
): Promise<{ loadId: string; file: LoadFile }> {
  const database = workspaceDatabase(scope);
  const owner = await getItem<{ load_id: string }>(database, fileKey(scope.id, fileId));
  const loadId = owner?.item.load_id ?? "";
  const file = owner && (await getItem<LoadFile>(database, loadFileKey(scope.id, loadId, fileId)));
  if (!file) throw notFound("file", fileId);
  return { loadId, file: file.item };
}

/** Returns a load with its files, as the API shows it. */
export async function withFiles(scope: WorkspaceScope, load: LoadRecord): Promise<Load> {
  return showLoad(load, load.file_count > 0 ? await listFiles(scope, load) : []);
}

/** Returns a load as the API shows it, without empty warnings: clients that know the specification alone may refuse fields that it does not name. */
export function showLoad({ warnings, ...load }: LoadRecord, files: LoadFile[]): Load {
  return { ...load, ...(warnings.length > 0 && { warnings }), files };
}

export interface LoadFilter extends ContextFilter {
  state: string | null;
}

/** Lists loads; those of a project include those of its rounds. */
export async function listLoads(
  scope: WorkspaceScope,
  filter: LoadFilter,
  request: PageRequest,
): Promise<Page<Load>> {
  const { projectId, roundId, state } = filter;
  const list = { pk: listInContext(loads(scope.id), filter), identity: state ?? "" };
  if (state !== null && !v.is(LoadState, state)) return emptyPage(list, request);
  const database = workspaceDatabase(scope);
  const isLeftOut = (load: LoadRecord): boolean => state !== null && load.state !== state;
  if (projectId === null && roundId === null) {
    const resolve = (found: LoadRecord[]): Promise<Load[]> => addFiles(scope, found);
    return readPage<LoadRecord, Load>(database, { ...list, leavesOut: isLeftOut, resolve }, request);
  }
  const idOf = ({ id }: { id: string }): string => id;
  const keyOf = (id: string) => loadKey(scope.id, id);
  const show = (found: LoadRecord[]): Promise<Load[]> =>
    addFiles(
      scope,
      found.filter((load) => !isLeftOut(load)),
    );
  return readEntityPage(database, { ...list, idOf, keyOf, show }, request);
}

/**
 * Returns loads with their files: files whose ids are in the load's record are read together, the others a few loads at
 * a time.
 */
async function addFiles(scope: WorkspaceScope, found: readonly (LoadRecord & NamedFiles)[]): Promise<Load[]> {
  const named = new Map(
    found.flatMap((load) => {
      const { id, file_ids = [], file_count } = load;
      return file_ids.length === file_count ? [[id, file_ids.toSorted(byNumber)] as const] : [];
    }),
  );
  const keys = [...named].flatMap(([loadId, ids]) => ids.map((id) => loadFileKey(scope.id, loadId, id)));
  const files = await getItems<LoadFile>(workspaceDatabase(scope), keys);
  const byId = new Map(files.map((file) => [file.id, file]));
  const shown: Load[] = [];
  for (let start = 0; start < found.length; start += 16) {
    const group = found.slice(start, start + 16).map((load) => {
      const ids = named.get(load.id);
      return ids
        ? showLoad(
            load,
            ids.flatMap((id) => byId.get(id) ?? []),
          )
        : withFiles(scope, load);
    });
    shown.push(...(await Promise.all(group)));
  }
  return shown;
}

const byNumber = (one: string, other: string): number => Number(one) - Number(other);

/** Removes all records of a load, the load itself last; may be interrupted and repeated. */
export async function deleteLoadRecords(scope: WorkspaceScope, { id, context }: LoadRecord): Promise<void> {
  const database = workspaceDatabase(scope);
  const files = await filesOfLoad(scope, id);
  const deletions = (keys: Key[]): Write[] => keys.map((key) => ({ kind: "delete", key }));
  for (let start = 0; start < files.length; start += 45) {
    const part = files.slice(start, start + 45);
    const keys = part.flatMap((file) => [loadFileKey(scope.id, id, file.id), fileKey(scope.id, file.id)]);
    await transact(database, deletions(keys));
  }
  const listed = contextKeys(loads(scope.id), context, id);
  await transact(database, deletions([loadUnderWayKey(scope.id, id), ...listed, loadKey(scope.id, id)]));
}

/** Reads loads by their ids, without their files; unknown ones are left out. */
export async function loadsById(
  scope: WorkspaceScope,
  ids: readonly string[],
): Promise<Map<string, LoadRecord>> {
  const keys = [...new Set(ids)].map((id) => loadKey(scope.id, id));
  const found = await getItems<LoadRecord>(workspaceDatabase(scope), keys);
  return new Map(found.map((load) => [load.id, load]));
}
