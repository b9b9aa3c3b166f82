import { previousId } from "#shared/domain/id.ts";
import type { Version } from "#shared/domain/loads/version.ts";
import { foldReference, isInternal } from "#shared/domain/table.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { allReleases, releasedAfter } from "#shared/store/releasedReferences.ts";
import { type Holder, headAndHolder, holderOf, type TableRecord, tableById } from "#shared/store/tables.ts";
import { tableVersionAt } from "#shared/store/tableVersions.ts";
import { getVersion, versionsDownFrom } from "#shared/store/versions.ts";

/** Table that a reference means at a version. */
export interface HolderAt {
  holder: Holder | null;
  /** True if the table held the reference then; otherwise it is today's holder. */
  isPast: boolean;
}

/**
 * Returns the table that held a reference at a version, which may be archived or have another reference today. A
 * reference that nobody held then means the table that holds it today. Where an earlier version of the service did not
 * store who gave up a reference, the log of versions says so.
 */
export async function holderAt(scope: WorkspaceScope, reference: string, point: string): Promise<HolderAt> {
  const folded = foldReference(reference);
  const { namesSince, holder } = await headAndHolder(scope, reference);
  // A table that a task created keeps its reference.
  if (isInternal({ reference })) return { holder, isPast: false };
  if (Number(point) < Number(namesSince)) {
    const id = await holderInLog(scope, folded, point, holder);
    return id === null ? { holder, isPast: false } : heldBy(scope, id, holder);
  }
  if (holder && Number(holder.since ?? 0) <= Number(point)) return { holder, isPast: true };
  const released = await releasedAfter(scope, folded, point);
  const isHeld = released !== null && Number(released.from ?? 0) <= Number(point);
  return isHeld ? heldBy(scope, released.table_id, holder) : { holder, isPast: false };
}

/** Returns the table that a reference means at a version, or null. */
export async function findTableAt(
  scope: WorkspaceScope,
  reference: string,
  point: string,
): Promise<TableRecord | null> {
  const { holder } = await holderAt(scope, reference, point);
  return holder && tableById(scope, holder.table_id);
}

/**
 * Tells whether a table has held a reference up to a version. Where earlier versions of the service did not store that,
 * it has, unless it is younger than the version.
 */
export async function hasHeld(
  scope: WorkspaceScope,
  tableId: string,
  reference: string,
  point: string,
): Promise<boolean> {
  if ((await tableVersionAt(scope, tableId, point)) === null) return false;
  const folded = foldReference(reference);
  const { namesSince, holder } = await headAndHolder(scope, reference);
  if (Number(point) < Number(namesSince)) return true;
  const releases = await allReleases(scope, folded);
  const own = releases.filter(({ table_id }) => table_id === tableId).map(({ from }) => from ?? "0");
  const held = holder?.table_id === tableId ? [holder.since ?? "0", ...own] : own;
  return held.some((from) => Number(from) <= Number(point));
}

async function heldBy(scope: WorkspaceScope, id: string, today: Holder | null): Promise<HolderAt> {
  const holder = today?.table_id === id ? today : holderOf(await tableById(scope, id));
  return { holder, isPast: true };
}

/** Finds the id of the table that held a reference at a version in the log of versions. */
async function holderInLog(
  scope: WorkspaceScope,
  folded: string,
  point: string,
  today: Holder | null,
): Promise<string | null> {
  // Most references have belonged to one table all the time.
  if (today && (await heldThen(scope, today.table_id, folded, point))) return today.table_id;
  const later = new Set<string>();
  for await (const version of versionsDownFrom(scope, point)) {
    if (!tellsNames(version)) continue;
    const found = version.tables.find(({ reference }) => foldReference(reference) === folded);
    // The latest change under the reference tells who held it, unless that table had another one afterwards.
    if (found) return isHeld(version) && !later.has(found.table_id) ? found.table_id : null;
    for (const { table_id } of version.tables) later.add(table_id);
  }
  return null;
}

async function heldThen(
  scope: WorkspaceScope,
  tableId: string,
  folded: string,
  point: string,
): Promise<boolean> {
  for (let upTo = point; ; ) {
    const at = await tableVersionAt(scope, tableId, upTo);
    if (!at) return false;
    const version = await getVersion(scope, at.version_id);
    const change = version.tables.find(({ table_id }) => table_id === tableId);
    if (tellsNames(version)) {
      return isHeld(version) && change !== undefined && foldReference(change.reference) === folded;
    }
    upTo = previousId(at.version_id);
  }
}

/** Tells whether the tables of a version are active after it, or archived by it: an undo may change archived ones. */
function tellsNames({ kind }: Version): boolean {
  return kind !== "UNDO_LOAD" && kind !== "REDO_LOAD";
}

function isHeld({ kind }: Version): boolean {
  return kind !== "TABLE_ARCHIVE";
}
