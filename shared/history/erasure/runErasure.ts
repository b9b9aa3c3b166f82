import {
  type Certificate,
  type ErasedTable,
  type ErasurePlan,
  type ErasureProgress,
  type ErasureRecord,
  MAX_LISTED,
} from "#shared/domain/erasures/erasure.ts";
import {
  completeErasure,
  expirePlan,
  lastBackup,
  markErasing,
  settleErasure,
} from "#shared/domain/erasures/erasureTransitions.ts";
import { lastErasureKey } from "#shared/lake/keys.ts";
import { putJson } from "#shared/lake/objects.ts";
import { now } from "#shared/runtime/ids.ts";
import { log } from "#shared/runtime/log.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { retryConditionFailed } from "#shared/store/dynamodb/change.ts";
import { workspaceDatabase } from "#shared/store/dynamodb/database.ts";
import { transact } from "#shared/store/dynamodb/items.ts";
import {
  allErasures,
  changeErasure,
  endErasureTurn,
  getErasure,
  takeErasureTurn,
} from "#shared/store/erasures.ts";
import { findTableById } from "#shared/store/tables.ts";
import { erasingWrite } from "#shared/store/tableWrites.ts";
import { correctVersions } from "./correctVersions.ts";
import { eraseLoadRecords, replaceLists } from "./eraseLoads.ts";
import { eraseQueries } from "./eraseQueries.ts";
import { eraseTaskRecords, replacePinned } from "./eraseTasks.ts";
import { type ErasureSearch, readObjectsAgain, SearchPaused, searchErasure } from "./erasureSearch.ts";
import { readAllFound, storeAllFound } from "./foundFiles.ts";
import { planOf } from "./planErasure.ts";
import { removeObjects } from "./removeObjects.ts";
import { commitErasure, replaceVersions } from "./replaceTables.ts";

/** Interval between checks by an erasure that is waiting for another one, in milliseconds. */
const TURN_MS = 2_000;
/** Minimum interval between progress writes, in milliseconds. */
const PROGRESS_MS = 1_000;

/** Outcome of a call: whether the work is done and, if not, when to call again. */
export interface ErasureOutcome {
  ended: boolean;
  next_at: string;
}

export interface ErasureOptions {
  /** Time after which everything is searched again, in milliseconds. */
  settleMs: number;
  /** Deadline after which a search pauses, in milliseconds since 1970. */
  deadline: number;
  signal: AbortSignal;
}

/** Maximum number of searches for matching rows that arrive during the work. */
const MAX_ROUNDS = 5;

/**
 * Erases the rows of a confirmed erasure everywhere, and searches everything once more after `settleMs`, because a reader of
 * the rows may have written something in the meantime. Each part can be interrupted anywhere, and is then repeated as a whole
 * from the state left by the first run.
 */
export async function runErasure(
  scope: WorkspaceScope,
  id: string,
  attempt: number,
  { settleMs, deadline, signal }: ErasureOptions,
): Promise<ErasureOutcome> {
  const erasure = await getErasure(scope, id);
  if (erasure.attempt !== attempt || erasure.phase === "DONE") return { ended: true, next_at: now() };
  if (erasure.recheck_at !== null && erasure.recheck_at > now()) {
    return { ended: false, next_at: erasure.recheck_at };
  }
  if (!(await takeErasureTurn(scope, id))) return { ended: false, next_at: inMs(TURN_MS) };
  const limits = { deadline, signal };
  try {
    const after =
      erasure.phase === "SETTLE"
        ? await recheck(scope, erasure, limits)
        : await erase(scope, erasure, settleMs, limits);
    await endErasureTurn(scope, id);
    return { ended: after.phase === "DONE", next_at: after.recheck_at ?? now() };
  } catch (error) {
    if (error instanceof SearchPaused) return { ended: false, next_at: now() };
    throw error;
  }
}

type Limits = Pick<ErasureOptions, "deadline" | "signal">;

async function erase(
  scope: WorkspaceScope,
  erasure: ErasureRecord,
  settleMs: number,
  limits: Limits,
): Promise<ErasureRecord> {
  const removed = new Set<string>();
  let { plan, fresh } = await eraseOnce(scope, erasure, removed, limits);
  for (let round = 1; erasure.where !== null && fresh > 0 && round < MAX_ROUNDS; round += 1) {
    const more = await eraseOnce(scope, erasure, removed, limits);
    plan = planWithEarlier(more.plan, plan);
    fresh = more.fresh;
  }
  await expireOtherPlans(scope, erasure.id);
  const certificate = certificateOf(scope, await getErasure(scope, erasure.id), plan, removed);
  const done = await changeErasure(scope, erasure.id, (before) =>
    before.state === "COMPLETED" ? before : completeErasure(before, certificate, inMs(settleMs)),
  );
  logErasure(scope, done, "rows were erased");
  return done;
}

async function recheck(
  scope: WorkspaceScope,
  erasure: ErasureRecord,
  limits: Limits,
): Promise<ErasureRecord> {
  const removed = new Set<string>();
  await eraseOnce(scope, erasure, removed, limits);
  const done = await changeErasure(scope, erasure.id, (before) => {
    if (before.certificate === null || before.phase === "DONE") return before;
    const { certificate } = before;
    const objects = [...new Set([...certificate.objects, ...removed])];
    const more = {
      ...certificate,
      version_ids: before.version_ids,
      objects: objects.slice(0, MAX_LISTED),
      object_count: certificate.object_count + removed.size,
    };
    return settleErasure(before, more, now());
  });
  logErasure(scope, done, "an erasure was checked again");
  return done;
}

/** Searches everything for erased rows and removes them. Returns what was found, now or earlier. */
async function eraseOnce(
  scope: WorkspaceScope,
  erasure: ErasureRecord,
  removed: Set<string>,
  limits: Limits,
): Promise<{ plan: ErasurePlan; fresh: number }> {
  const { id } = erasure;
  const report = progressOf(scope, id);
  const known = await readAllFound(scope, id);
  await report({ phase: "SEARCHING", done: 0, total: 1 }, true);
  const search = await searchErasure(scope, erasure, known, {
    erasureId: id,
    beforeTable: (tableId) => markTable(scope, tableId, id, true),
    onProgress: (done, total) => report({ phase: "REWRITING", done, total }),
    ...limits,
  });
  // The references to these loads, tasks and tables are removed below, so a repeated run can find them only here.
  await storeAllFound(scope, id, {
    loads: [...search.wholeLoads],
    tasks: [...search.affected.keys()],
    tables: [...search.tables.keys()],
  });
  await report({ phase: "COMMITTING", done: 0, total: search.tables.size }, true);
  await replaceLists(scope, search);
  await commitErasure(scope, id, search);
  // Later commits contain no erased rows; versions committed during the search may contain some.
  await readObjectsAgain(scope, search);
  const plan = planWithEarlier(await planOf(scope, search), erasure.plan);
  const manifests = await replaceAllVersions(scope, search, (done) =>
    report({ phase: "COMMITTING", done, total: search.tables.size }),
  );
  await replacePinned(scope, search, manifests);
  await report({ phase: "REMOVING", done: 0, total: 1 }, true);
  const uploads = await eraseLoadRecords(scope, search);
  await eraseTaskRecords(scope, search);
  await eraseQueries(scope, search.texts);
  await removeObjects(scope, search, uploads, manifests.keys(), (key) => removed.add(key));
  await putJson(scope, lastErasureKey(scope.id), { at: now() });
  for (const tableId of search.tables.keys()) await markTable(scope, tableId, id, false);
  return { plan, fresh: search.fresh };
}

async function replaceAllVersions(
  scope: WorkspaceScope,
  { tables }: ErasureSearch,
  report: (done: number) => Promise<void>,
): Promise<Map<string, string>> {
  const manifests = new Map<string, string>();
  let done = 0;
  for (const [tableId, searched] of tables) {
    for (const [from, to] of await replaceVersions(scope, searched)) manifests.set(from, to);
    await correctVersions(scope, tableId);
    done += 1;
    await report(done);
  }
  return manifests;
}

/** Marks a table so that its files are not merged in the meantime, or removes the mark. */
async function markTable(scope: WorkspaceScope, tableId: string, id: string, isOn: boolean): Promise<void> {
  await retryConditionFailed(async () => {
    const table = await findTableById(scope, tableId);
    if (!table || (isOn ? table.item.erasing === id : table.item.erasing === undefined)) return;
    await transact(workspaceDatabase(scope), [erasingWrite(scope, table, id, isOn)]);
  });
}

/** Returns a function that stores the progress at limited intervals. */
function progressOf(
  scope: WorkspaceScope,
  id: string,
): (progress: ErasureProgress, force?: boolean) => Promise<void> {
  let last = 0;
  return async (progress, force = false) => {
    if (!force && Date.now() - last < PROGRESS_MS) return;
    last = Date.now();
    await changeErasure(scope, id, (erasure) => markErasing(erasure, progress));
  };
}

/** Returns the findings, together with the plan's findings for objects that an earlier run has emptied. */
function planWithEarlier(found: ErasurePlan, planned: ErasurePlan): ErasurePlan {
  const tables = new Map<string, ErasedTable>(planned.tables.map((table) => [table.table_id, table]));
  for (const table of found.tables) {
    const before = tables.get(table.table_id);
    const isLess = before !== undefined && before.version_count > table.version_count;
    tables.set(table.table_id, isLess ? { ...before, rows: Math.max(before.rows, table.rows) } : table);
  }
  const union = (one: readonly string[], other: readonly string[]): string[] =>
    [...new Set([...one, ...other])].slice(0, MAX_LISTED);
  return {
    ...found,
    tables: [...tables.values()],
    tasks: union(planned.tasks, found.tasks),
    artifacts: union(planned.artifacts, found.artifacts),
    uploads: union(planned.uploads, found.uploads),
    views: union(planned.views, found.views),
  };
}

function certificateOf(
  scope: WorkspaceScope,
  erasure: ErasureRecord,
  plan: ErasurePlan,
  removed: ReadonlySet<string>,
): Certificate {
  const at = now();
  const { id, load_id, table_id, reference, reason, created_at, created_by, version_ids } = erasure;
  return {
    erasure_id: id,
    workspace_id: scope.id,
    target: { load_id, table_id, reference },
    reason,
    prepared_at: created_at,
    prepared_by: created_by,
    confirmed_at: erasure.confirmed_at ?? created_at,
    confirmed_by: erasure.confirmed_by ?? created_by,
    completed_at: at,
    rechecked_at: null,
    version_ids,
    tables: plan.tables,
    tasks: plan.tasks,
    artifacts: plan.artifacts,
    uploads: plan.uploads,
    views: plan.views,
    object_count: removed.size,
    objects: [...removed].slice(0, MAX_LISTED),
    last_backup_expires_at: lastBackup(at),
  };
}

/** Closes plans that were not confirmed, because they count erased rows, and their conditions may contain erased values. */
async function expireOtherPlans(scope: WorkspaceScope, id: string): Promise<void> {
  for (const other of await allErasures(scope)) {
    if (other.id !== id && other.state === "PREPARED") await changeErasure(scope, other.id, expirePlan);
  }
}

/** Writes the audit log entry, with ids and counts but without values. */
function logErasure(scope: WorkspaceScope, erasure: ErasureRecord, message: string): void {
  log().info(message, {
    audit: "erasure",
    workspace_id: scope.id,
    erasure_id: erasure.id,
    load_id: erasure.load_id,
    table_id: erasure.table_id,
    confirmed_by: erasure.confirmed_by,
    rows: erasure.certificate?.tables.reduce((sum, { rows }) => sum + rows, 0) ?? 0,
    objects: erasure.certificate?.object_count ?? 0,
    last_backup_expires_at: erasure.certificate?.last_backup_expires_at,
  });
}

function inMs(ms: number): string {
  return new Date(Date.now() + ms).toISOString();
}
