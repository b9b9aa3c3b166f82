import { notFound } from "#shared/domain/errors.ts";
import type { Load, LoadFile, LoadRecord } from "#shared/domain/loads/load.ts";
import type { Page, PageRequest } from "#shared/domain/page.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { retryConditionFailed } from "./dynamodb/change.ts";
import { workspaceDatabase } from "./dynamodb/database.ts";
import {
  ConditionFailed,
  getItem,
  getItems,
  listAll,
  type Stored,
  transact,
  type Write,
} from "./dynamodb/items.ts";
import {
  fileKey,
  loadFileKey,
  loadFiles,
  loadKey,
  loadOfProjectKey,
  loadOfRoundKey,
  loads,
  loadsOfProject,
  loadsOfRound,
  loadUnderWayKey,
} from "./dynamodb/keys.ts";
import { readPage } from "./dynamodb/readPage.ts";
import { archivedMeanwhile, projectIsActive } from "./projects.ts";
import { roundIsActive } from "./rounds.ts";

export type StoredLoad = Stored<LoadRecord>;

/** Ids of a load's files, if they are few, so that a page of loads can read the files of all of them together. */
interface NamedFiles {
  file_ids?: string[];
}

/** Maximum number of file ids in a load's record. A load with more files needs a request of its own in a page. */
const MAX_NAMED_FILES = 8;

/** Stores a new load, on condition that its project and round are active. */
export async function createLoadRecord(scope: WorkspaceScope, load: LoadRecord): Promise<void> {
  const { context } = load;
  const writes = newLoadWrites(scope, load);
  const first = writes.length;
  if (context.kind !== "WORKSPACE") writes.push(projectIsActive(scope, context.project_id));
  if (context.kind === "ROUND") writes.push(roundIsActive(scope, context.round_id));
  try {
    await transact(workspaceDatabase(scope), writes);
  } catch (error) {
    if (context.kind === "WORKSPACE") throw error;
    if (context.kind === "ROUND" && error instanceof ConditionFailed && error.index === first + 1) {
      throw archivedMeanwhile(error, first + 1, "round", context.round_id);
    }
    throw archivedMeanwhile(error, first, "project", context.project_id);
  }
}

/** Returns the writes that store a new load with its list entries. */
export function newLoadWrites(scope: WorkspaceScope, load: LoadRecord): Write[] {
  const { context, id } = load;
  const writes: Write[] = [{ kind: "create", key: loadKey(scope.id, id), item: load }];
  const item = { id };
  if (context.kind !== "WORKSPACE")
    writes.push({ kind: "put", key: loadOfProjectKey(scope.id, context.project_id, id), item });
  if (context.kind === "ROUND")
    writes.push({ kind: "put", key: loadOfRoundKey(scope.id, context.round_id, id), item });
  return writes;
}

export async function findLoad(scope: WorkspaceScope, id: string): Promise<StoredLoad | null> {
  return getItem<LoadRecord>(workspaceDatabase(scope), loadKey(scope.id, id));
}

export async function getLoad(scope: WorkspaceScope, id: string): Promise<StoredLoad> {
  const load = await findLoad(scope, id);
  if (!load) throw notFound("load", id);
  return load;
}

/**
 * Returns the writes that replace a load as it was read. A load with an action has a mark in the list of loads in
 * progress, which the sweeper reads.
 */
export function loadWrites(scope: WorkspaceScope, before: StoredLoad, after: LoadRecord): Write[] {
  const mark = loadUnderWayKey(scope.id, after.id);
  return [
    { kind: "replace", key: loadKey(scope.id, after.id), item: after, revision: before.revision },
    after.action === null
      ? { kind: "delete", key: mark }
      : { kind: "put", key: mark, item: { workspace_id: scope.id, load_id: after.id } },
  ];
}

export function changeLoad(
  scope: WorkspaceScope,
  id: string,
  rule: (load: StoredLoad) => LoadRecord | Promise<LoadRecord>,
): Promise<LoadRecord> {
  return retryConditionFailed(async () => {
    const before = await getLoad(scope, id);
    const { revision: _, ...after } = (await rule(before)) as StoredLoad;
    await transact(workspaceDatabase(scope), loadWrites(scope, before, after));
    return after;
  });
}

/** Stores a file's record and the load's updated file count, on condition that `rule` accepts the load. */
export async function addLoadFile(
  scope: WorkspaceScope,
  loadId: string,
  file: LoadFile,
  rule: (load: LoadRecord) => LoadRecord,
): Promise<void> {
  await retryConditionFailed(async () => {
    const before = await getLoad(scope, loadId);
    const { revision: _, ...after } = rule(before) as StoredLoad;
    const { file_ids = [] } = before as NamedFiles;
    const isNamed = file_ids.length === before.file_count && file_ids.length < MAX_NAMED_FILES;
    const item: LoadRecord & NamedFiles = { ...after, file_ids: isNamed ? [...file_ids, file.id] : [] };
    await transact(workspaceDatabase(scope), [
      { kind: "replace", key: loadKey(scope.id, loadId), item, revision: before.revision },
      { kind: "create", key: loadFileKey(scope.id, loadId, file.id), item: file },
      { kind: "create", key: fileKey(scope.id, file.id), item: { load_id: loadId } },
    ]);
  });
}

export function filesOfLoad(scope: WorkspaceScope, loadId: string): Promise<Stored<LoadFile>[]> {
  return listAll<LoadFile>(workspaceDatabase(scope), loadFiles(scope.id, loadId));
}

const MAX_REMEMBERED = 100;
const remembered = new Map<string, LoadFile[]>();

/**
 * Returns the files of a load. They are cached by their number, because a file's record never changes, so that polling
 * clients cause no second read.
 */
async function countedFiles(scope: WorkspaceScope, load: LoadRecord): Promise<LoadFile[]> {
  const key = `${scope.settings.platformUrl} ${scope.id} ${load.id} ${load.file_count}`;
  const known = remembered.get(key);
  if (known) return known;
  const files = await filesOfLoad(scope, load.id);
  if (files.length !== load.file_count) return files;
  remembered.set(key, files);
  const oldest = remembered.size > MAX_REMEMBERED ? remembered.keys().next().value : undefined;
  if (oldest !== undefined) remembered.delete(oldest);
  return files;
}

/** Finds a file and its load by the file's id. */
export async function getLoadFile(
  scope: WorkspaceScope,
  fileId: string,
): Promise<{ loadId: string; file: LoadFile }> {
  const database = workspaceDatabase(scope);
  const owner = await getItem<{ load_id: string }>(database, fileKey(scope.id, fileId));
  const file = owner && (await getItem<LoadFile>(database, loadFileKey(scope.id, owner.load_id, fileId)));
  if (!owner || !file) throw notFound("file", fileId);
  return { loadId: owner.load_id, file };
}

/** Returns a load with its files, as the API shows it. */
export async function withFiles(scope: WorkspaceScope, load: LoadRecord): Promise<Load> {
  return { ...load, files: load.file_count > 0 ? await countedFiles(scope, load) : [] };
}

export interface LoadFilter {
  projectId: string | null;
  roundId: string | null;
}

/** Lists loads; those of a project include those of its rounds. */
export function listLoads(
  scope: WorkspaceScope,
  { projectId, roundId }: LoadFilter,
  request: PageRequest,
): Promise<Page<Load>> {
  const database = workspaceDatabase(scope);
  const resolve = (found: LoadRecord[]): Promise<Load[]> => withTheirFiles(scope, found);
  if (projectId === null && roundId === null) {
    const list = { pk: loads(scope.id), identity: "", resolve };
    return readPage<LoadRecord, Load>(database, list, request);
  }
  const pk = roundId === null ? loadsOfProject(scope.id, projectId ?? "") : loadsOfRound(scope.id, roundId);
  return readPage<{ id: string }, Load>(
    database,
    {
      pk,
      identity: "",
      resolve: async (entries) => {
        const keys = entries.map(({ id }) => loadKey(scope.id, id));
        const found = await resolve(await getItems<LoadRecord>(database, keys));
        const byId = new Map(found.map((load) => [load.id, load]));
        return entries.map(({ id }) => byId.get(id) ?? null);
      },
    },
    request,
  );
}

/**
 * Returns loads with their files: files whose ids are in the load's record are read together, the others a few loads at
 * a time.
 */
async function withTheirFiles(
  scope: WorkspaceScope,
  found: readonly (LoadRecord & NamedFiles)[],
): Promise<Load[]> {
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
      return ids ? { ...load, files: ids.flatMap((id) => byId.get(id) ?? []) } : withFiles(scope, load);
    });
    shown.push(...(await Promise.all(group)));
  }
  return shown;
}

const byNumber = (one: string, other: string): number => Number(one) - Number(other);

/** Removes all records of a load, the load itself last; may be interrupted and repeated. */
export async function deleteLoadRecords(scope: WorkspaceScope, load: StoredLoad): Promise<void> {
  const database = workspaceDatabase(scope);
  const files = await filesOfLoad(scope, load.id);
  for (let start = 0; start < files.length; start += 45) {
    const part = files.slice(start, start + 45);
    await transact(
      database,
      part.flatMap((file): Write[] => [
        { kind: "delete", key: loadFileKey(scope.id, load.id, file.id) },
        { kind: "delete", key: fileKey(scope.id, file.id) },
      ]),
    );
  }
  const { context } = load;
  const writes: Write[] = [{ kind: "delete", key: loadUnderWayKey(scope.id, load.id) }];
  if (context.kind !== "WORKSPACE")
    writes.push({ kind: "delete", key: loadOfProjectKey(scope.id, context.project_id, load.id) });
  if (context.kind === "ROUND")
    writes.push({ kind: "delete", key: loadOfRoundKey(scope.id, context.round_id, load.id) });
  writes.push({ kind: "delete", key: loadKey(scope.id, load.id) });
  await transact(database, writes);
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
