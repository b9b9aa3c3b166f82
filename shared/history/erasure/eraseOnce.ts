import { ERASED } from "#shared/domain/erasures/erasedText.ts";
import type { ErasurePlan, ErasureProgress, ErasureRecord } from "#shared/domain/erasures/erasure.ts";
import { isAbandoned, markErasing, markWriting } from "#shared/domain/erasures/erasureTransitions.ts";
import { inParallel } from "#shared/history/inParallel.ts";
import { lastErasureKey } from "#shared/objects/keys.ts";
import { putJson } from "#shared/objects/objects.ts";
import { now } from "#shared/runtime/ids.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { changeErasure } from "#shared/store/erasures.ts";
import { eraseOrders } from "./affectedOrders.ts";
import { planWithEarlier } from "./certificateOf.ts";
import { closeOthers } from "./closeOthers.ts";
import { correctVersions } from "./correctVersions.ts";
import { erasedPlaces } from "./erasedPlaces.ts";
import type { ErasedTexts } from "./erasedTexts.ts";
import { eraseLoadRecords, replaceLists } from "./eraseLoads.ts";
import { eraseQueries } from "./eraseQueries.ts";
import { eraseTaskRecords, replacePinned } from "./eraseTasks.ts";
import { readObjectsAgain, searchErasure } from "./erasureSearch.ts";
import { readAllFound, storeAllFound } from "./foundFiles.ts";
import { planOf } from "./planErasure.ts";
import { markTable } from "./releaseErasure.ts";
import { removeObjects } from "./removeObjects.ts";
import { commitErasure, replaceVersions } from "./replaceTables.ts";
import type { ErasureSearch } from "./searchedTable.ts";

/** Minimum interval between progress writes, in milliseconds. */
const PROGRESS_MS = 1_000;

/** Limits of one call. */
export interface Limits {
  /** Deadline after which a search pauses, in milliseconds since 1970. */
  deadline: number;
  signal: AbortSignal;
}

/** Searches everything for erased rows and removes them. Returns what was found, now or earlier. */
export async function eraseOnce(
  scope: WorkspaceScope,
  erasure: ErasureRecord,
  removed: Set<string>,
  limits: Limits,
): Promise<{ plan: ErasurePlan; texts: ErasedTexts; fresh: number }> {
  const { id } = erasure;
  const report = progressOf(scope, erasure);
  const known = await readAllFound(scope, id);
  await report({ phase: "SEARCHING", done: 0, total: 1 }, true);
  const search = await searchErasure(scope, erasure, known, {
    erasureId: id,
    keepTexts: erasure.keep_texts === true,
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
  const progress: ErasureProgress = { phase: "COMMITTING", done: 0, total: search.tables.size };
  await changeCurrent(scope, erasure, (before) => markWriting(markErasing(before, progress)));
  // A repeated run finds no values once the objects are gone.
  await closeOthers(scope, id, (text) => search.texts.areQuoted(text));
  await changeErasure(scope, id, (before) =>
    before.reason !== null && search.texts.areQuoted(before.reason) ? { ...before, reason: ERASED } : before,
  );
  await replaceLists(scope, search);
  await commitErasure(scope, id, search);
  // Later commits contain no erased rows; versions committed during the search may contain some.
  await readObjectsAgain(scope, search);
  const places = await erasedPlaces(scope, search);
  const plan = planWithEarlier(await planOf(scope, search, places), erasure.plan);
  const manifests = await replaceAllVersions(scope, search, (done) =>
    report({ phase: "COMMITTING", done, total: search.tables.size }),
  );
  await replacePinned(scope, search, manifests);
  await report({ phase: "REMOVING", done: 0, total: 1 }, true);
  const [uploads] = await Promise.all([
    eraseLoadRecords(scope, search),
    eraseTaskRecords(scope, search),
    eraseQueries(scope, search.texts),
  ]);
  if (erasure.keep_texts !== true) await inParallel(places, async ({ replace }) => void (await replace()));
  await eraseOrders(scope, search, (key) => removed.add(key));
  await removeObjects(scope, search, uploads, manifests.keys(), (key) => removed.add(key));
  await putJson(scope, lastErasureKey(scope.id), { at: now() });
  await inParallel(search.tables.keys(), (tableId) => markTable(scope, tableId, id, false));
  return { plan, texts: search.texts, fresh: search.fresh };
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

/** Stops an erasure that was cancelled, or that another attempt continues. */
export class Superseded extends Error {
  override readonly name = "Superseded";
}

/** Applies a rule to the record of an erasure. Throws `Superseded` if this attempt must not continue. */
async function changeCurrent(
  scope: WorkspaceScope,
  { id, attempt }: Pick<ErasureRecord, "id" | "attempt">,
  rule: (erasure: ErasureRecord) => ErasureRecord,
): Promise<void> {
  const isCurrent = (erasure: ErasureRecord): boolean => erasure.attempt === attempt && !isAbandoned(erasure);
  const after = await changeErasure(scope, id, (before) => (isCurrent(before) ? rule(before) : before));
  if (!isCurrent(after)) throw new Superseded();
}

/** Returns a function that stores the progress at limited intervals. */
function progressOf(
  scope: WorkspaceScope,
  erasure: ErasureRecord,
): (progress: ErasureProgress, force?: boolean) => Promise<void> {
  let last = 0;
  return async (progress, force = false) => {
    if (!force && Date.now() - last < PROGRESS_MS) return;
    last = Date.now();
    await changeCurrent(scope, erasure, (before) => markErasing(before, progress));
  };
}
