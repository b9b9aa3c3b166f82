import { previousId } from "#shared/domain/id.ts";
import { foldReference, isInternal } from "#shared/domain/table.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { allReleases, releasedAfter } from "#shared/store/releasedReferences.ts";
import { listArchivedTables } from "#shared/store/tableLists.ts";
import { type Holder, headAndHolder, holderOf, type TableRecord, tableById } from "#shared/store/tables.ts";
import { tableVersionAt } from "#shared/store/tableVersions.ts";
import { getVersion } from "#shared/store/versions.ts";
import { isHeld, type NamesInLog, namesOf, tellsNames } from "./namesInLog.ts";

/** Maximum number of archived tables to try for a reference before reading the version log. */
const MAX_ARCHIVED = 10;

/** Returns the names of tables at a version, as recorded in the version log. */
type NamesAt = (point: string) => Promise<NamesInLog>;

/** Table that a reference denotes at a version. */
export interface HolderAt {
  holder: Holder | null;
  /** True if the table had the reference at that time; otherwise it is the table that has it today. */
  isPast: boolean;
}

/**
 * Returns the table that had a reference at a version; it may now be archived or have another reference. A reference that no
 * table had at that time denotes the table that has it today. If an earlier version of the service did not record which table
 * released a reference, the version log is consulted; the lookups of a query share `names`, so the log is read only once.
 */
export async function holderAt(
  scope: WorkspaceScope,
  reference: string,
  point: string,
  names: NamesAt = namesOf(scope),
): Promise<HolderAt> {
  const folded = foldReference(reference);
  const { namesSince, holder } = await headAndHolder(scope, reference);
  // A table created by a task keeps its reference.
  if (isInternal({ reference })) return { holder, isPast: false };
  if (Number(point) < Number(namesSince)) {
    const id = await unrecordedHolder(scope, reference, point, holder, names);
    return id === null ? { holder, isPast: false } : heldBy(scope, id, holder);
  }
  if (holder && Number(holder.since ?? 0) <= Number(point)) return { holder, isPast: true };
  const released = await releasedAfter(scope, folded, point);
  const wasHeld = released !== null && Number(released.from ?? 0) <= Number(point);
  return wasHeld ? heldBy(scope, released.table_id, holder) : { holder, isPast: false };
}

/** Returns the table that a reference denotes at a version, or null. */
export async function findTableAt(
  scope: WorkspaceScope,
  reference: string,
  point: string,
): Promise<TableRecord | null> {
  const { holder } = await holderAt(scope, reference, point);
  return holder && tableById(scope, holder.table_id);
}

/**
 * Returns whether a table had a reference at or before a given version. If earlier versions of the service did not record
 * this, returns true unless the table is newer than the version.
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

/**
 * Finds the id of the table that had a reference at a version for which this was not recorded. Tables that have had the
 * reference since then are tried first; a table that now has another reference is found in the version log.
 */
async function unrecordedHolder(
  scope: WorkspaceScope,
  reference: string,
  point: string,
  today: Holder | null,
  names: NamesAt,
): Promise<string | null> {
  const folded = foldReference(reference);
  // Most references have always belonged to the same table.
  if (today && (await heldThen(scope, today.table_id, folded, point))) return today.table_id;
  const latest = { limit: MAX_ARCHIVED, cursor: null, order: "DESC" as const };
  const { items: archived } = await listArchivedTables(scope, reference, latest);
  for (const { id } of archived) {
    if (Number(id) <= Number(point) && (await heldThen(scope, id, folded, point))) return id;
  }
  return (await names(point)).get(folded) ?? null;
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
