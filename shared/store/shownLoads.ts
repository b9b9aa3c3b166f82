import { LRUCache } from "lru-cache";
import * as v from "valibot";
import type { ContextFilter } from "#shared/domain/context.ts";
import {
  type Load,
  type LoadFileRecord,
  type LoadProgress,
  type LoadRecord,
  LoadState,
} from "#shared/domain/loads/load.ts";
import { expiryOf } from "#shared/domain/loads/loadExpiry.ts";
import { fileWarnings } from "#shared/domain/loads/loadWarnings.ts";
import type { Page, PageRequest } from "#shared/domain/page.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { workspaceDatabase } from "./dynamodb/database.ts";
import { getItems, listAll } from "./dynamodb/items.ts";
import { listInContext } from "./dynamodb/keyParts.ts";
import { loadFileKey, loadKey, loads } from "./dynamodb/keys.ts";
import { emptyPage, readEntityPage, readPage } from "./dynamodb/readPage.ts";
import { filesOfLoad, type NamedFiles, namedFileIds } from "./loadFiles.ts";
import { readProgress } from "./loadProgress.ts";

/** Number of loads to read together. */
const BATCH_LOADS = 100;
const knownFiles = new LRUCache<string, LoadFileRecord[]>({ max: 100 });

/**
 * Returns the files of a load. They are cached by the change count of the file set: a file's record never changes, so polling
 * clients do not cause a second read.
 */
async function listFiles(scope: WorkspaceScope, load: LoadRecord): Promise<LoadFileRecord[]> {
  const key = `${scope.settings.platformUrl} ${scope.id} ${load.id} ${load.file_count} ${load.removed_files ?? 0}`;
  const known = knownFiles.get(key);
  if (known) return known;
  const files = await filesOfLoad(scope, load.id);
  if (files.length === load.file_count) knownFiles.set(key, files);
  return files;
}

/** Returns a load with its files in its API representation. */
export async function withFiles(scope: WorkspaceScope, load: LoadRecord): Promise<Load> {
  const files = load.file_count > 0 ? await listFiles(scope, load) : [];
  return showLoad(load, files, await readProgress(scope, load, files));
}

/**
 * Returns a load in its API representation. Fields not named in the specification are present only if they have a value,
 * because clients that only know the specification may reject them.
 */
export function showLoad(load: LoadRecord, files: LoadFileRecord[], progress?: LoadProgress): Load {
  const {
    warnings: stored,
    problem_count: count = 0,
    file_rows: rows = [],
    left_out: leftOut,
    ...rest
  } = load;
  const expiry = expiryOf(load);
  const warnings = load.state === "PENDING" ? [...stored, ...fileWarnings(files)] : stored;
  return {
    ...rest,
    ...(expiry !== null && { expires_at: expiry }),
    ...(count > 0 && { problem_count: count }),
    ...(warnings.length > 0 && { warnings }),
    ...(progress && { progress }),
    ...(leftOut && { rows_left_out: leftOut.rows }),
    files: files.map((file, index) => {
      const ofFile = rows[index] ?? null;
      return ofFile === null ? file : { ...file, rows: ofFile };
    }),
  };
}

export interface LoadFilter extends ContextFilter {
  state: string | null;
}

/** Lists loads; the list for a project includes the loads of its rounds. */
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
    const resolve = (records: LoadRecord[]): Promise<Load[]> => addFiles(scope, records);
    return readPage<LoadRecord, Load>(database, { ...list, leavesOut: isLeftOut, resolve }, request);
  }
  const idOf = ({ id }: { id: string }): string => id;
  const keyOf = (id: string) => loadKey(scope.id, id);
  const show = (records: LoadRecord[]): Promise<Load[]> =>
    addFiles(
      scope,
      records.filter((load) => !isLeftOut(load)),
    );
  return readEntityPage(database, { ...list, idOf, keyOf, show }, request);
}

/** Returns the ids of the tables named in the loads of a project or of its rounds. Reads each of these loads. */
export async function tablesOfProject(scope: WorkspaceScope, projectId: string): Promise<Set<string>> {
  const database = workspaceDatabase(scope);
  const ids = new Set<string>();
  for (const pk of [listInContext(loads(scope.id), { projectId, roundId: null })].flat()) {
    const entries = await listAll<{ id: string }>(database, pk);
    for (let start = 0; start < entries.length; start += BATCH_LOADS) {
      const keys = entries.slice(start, start + BATCH_LOADS).map(({ id }) => loadKey(scope.id, id));
      for (const { tables } of await getItems<LoadRecord>(database, keys)) {
        for (const { table_id } of Object.values(tables)) if (table_id !== null) ids.add(table_id);
      }
    }
  }
  return ids;
}

/**
 * Returns loads with their files: files with ids in the load's record are read together, the others a few loads at a time.
 */
async function addFiles(
  scope: WorkspaceScope,
  records: readonly (LoadRecord & NamedFiles)[],
): Promise<Load[]> {
  const named = new Map(
    records.flatMap((load) => {
      const ids = namedFileIds(load);
      return ids ? [[load.id, ids] as const] : [];
    }),
  );
  const keys = [...named].flatMap(([loadId, ids]) => ids.map((id) => loadFileKey(scope.id, loadId, id)));
  const files = await getItems<LoadFileRecord>(workspaceDatabase(scope), keys);
  const byId = new Map(files.map((file) => [file.id, file]));
  const shown: Load[] = [];
  for (let start = 0; start < records.length; start += 16) {
    const group = records.slice(start, start + 16).map(async (load) => {
      const ids = named.get(load.id);
      if (!ids) return withFiles(scope, load);
      const filesOfLoad = ids.flatMap((id) => byId.get(id) ?? []);
      return showLoad(load, filesOfLoad, await readProgress(scope, load, filesOfLoad));
    });
    shown.push(...(await Promise.all(group)));
  }
  return shown;
}
