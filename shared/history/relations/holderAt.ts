import { foldReference, isInternal } from "#shared/domain/table.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { allReleases, releasedAfter } from "#shared/store/releasedReferences.ts";
import { findHolder, type Holder, holderOf, type TableRecord, tableById } from "#shared/store/tables.ts";
import { tableVersionAt } from "#shared/store/tableVersions.ts";

/** Table that a reference denotes at a version. */
export interface HolderAt {
  holder: Holder | null;
  /** True if the table had the reference at that time; otherwise it is the table that has it today. */
  isPast: boolean;
}

/**
 * Returns the table that had a reference at a version; it may now be archived or have another reference. A reference that no
 * table had at that time denotes the table that has it today.
 */
export async function holderAt(scope: WorkspaceScope, reference: string, point: string): Promise<HolderAt> {
  const folded = foldReference(reference);
  const holder = await findHolder(scope, reference);
  // A table created by a task keeps its reference.
  if (isInternal({ reference })) return { holder, isPast: false };
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

/** Returns whether a table had a reference at or before a given version. */
export async function hasHeld(
  scope: WorkspaceScope,
  tableId: string,
  reference: string,
  point: string,
): Promise<boolean> {
  if ((await tableVersionAt(scope, tableId, point)) === null) return false;
  const folded = foldReference(reference);
  const holder = await findHolder(scope, reference);
  const releases = await allReleases(scope, folded);
  const releasedFrom = releases.filter(({ table_id }) => table_id === tableId).map(({ from }) => from ?? "0");
  const heldFrom = holder?.table_id === tableId ? [holder.since ?? "0", ...releasedFrom] : releasedFrom;
  return heldFrom.some((from) => Number(from) <= Number(point));
}

async function heldBy(scope: WorkspaceScope, id: string, today: Holder | null): Promise<HolderAt> {
  const holder = today?.table_id === id ? today : holderOf(await tableById(scope, id));
  return { holder, isPast: true };
}
