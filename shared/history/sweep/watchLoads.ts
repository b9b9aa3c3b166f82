import { lastIdAt, timeOfId } from "#shared/domain/id.ts";
import type { LoadRecord } from "#shared/domain/loads/load.ts";
import { expireLoad } from "#shared/history/expireLoads.ts";
import { now } from "#shared/runtime/ids.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { loadsById, loadsCreatedUntil } from "#shared/store/loads.ts";
import { listWatchedLoads, unwatchLoads, type WatchedLoad, watchLoads } from "#shared/store/sweeps.ts";

const DAY_MS = 86_400_000;
/** Time after its last change for which an old load is watched: its files are compressed within two days. */
export const WATCH_MS = 7 * DAY_MS;
/** Number of records that are read and written together. */
const PAGE = 100;

/**
 * Updates the list of watched loads, whose objects are examined although they are old: loads that are not committed, and loads
 * that were committed or deleted lately. Removes expired loads. Reads the watched loads, and those created after the load
 * `after`. Returns the load after which the next call continues; null if all were read.
 */
export async function updateWatchedLoads(
  scope: WorkspaceScope,
  after: string,
  deadline: number,
): Promise<string | null> {
  const watched = new Map((await listWatchedLoads(scope)).map((load) => [load.load_id, load]));
  const ids = [...watched.keys()];
  for (let start = 0; start < ids.length; start += PAGE) {
    const page = ids.slice(start, start + PAGE);
    const loads = await loadsById(scope, page);
    await review(scope, watched, new Map(page.map((id) => [id, loads.get(id)])));
  }
  let page = new Map<string, LoadRecord>();
  for await (const load of loadsCreatedUntil(scope, Date.now() + DAY_MS, after)) {
    if (!watched.has(load.id)) page.set(load.id, load);
    if (page.size < PAGE) continue;
    await review(scope, watched, page);
    page = new Map();
    if (Date.now() > deadline) return load.id;
  }
  await review(scope, watched, page);
  return null;
}

/** Returns the position from which loads are read if the last sweep started at a time (ms since 1970). */
export function watchedFrom(time: number): string {
  return lastIdAt(time - WATCH_MS);
}

async function review(
  scope: WorkspaceScope,
  watched: ReadonlyMap<string, WatchedLoad>,
  loads: ReadonlyMap<string, LoadRecord | undefined>,
): Promise<void> {
  const at = now();
  const added: WatchedLoad[] = [];
  const removed: string[] = [];
  for (const [id, load] of loads) {
    const before = watched.get(id);
    const isGone = !load || (await expireLoad(scope, load, at));
    const next = isGone ? goneLoad(id, before, at) : changingLoad(load);
    if (next === null || isOld(next, at)) removed.push(...(before ? [id] : []));
    else if (next.changed_at !== before?.changed_at || next.is_gone !== before.is_gone) added.push(next);
  }
  await watchLoads(scope, added);
  await unwatchLoads(scope, removed);
}

/** Returns the entry of a load that is not committed, or was committed long after its creation; null for any other load. */
function changingLoad({ id, committed, updated_at: changed_at }: LoadRecord): WatchedLoad | null {
  const isLate = Date.parse(changed_at) - Date.parse(timeOfId(id)) > DAY_MS;
  if (!committed) return { load_id: id, changed_at };
  return isLate && Date.parse(changed_at) > Date.now() - WATCH_MS ? { load_id: id, changed_at } : null;
}

function goneLoad(load_id: string, before: WatchedLoad | undefined, at: string): WatchedLoad {
  return { load_id, changed_at: before?.is_gone ? before.changed_at : at, is_gone: true };
}

/** Returns whether a deleted load no longer needs to be watched. */
function isOld({ changed_at, is_gone: isGone = false }: WatchedLoad, at: string): boolean {
  return isGone && Date.parse(changed_at) < Date.parse(at) - WATCH_MS;
}
