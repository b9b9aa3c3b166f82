import { conflict, type DomainError } from "@pdp/basics/errors";
import type { AuditStamp } from "#shared/domain/fields.ts";
import { timeOfId } from "#shared/domain/id.ts";
import { mayNeedCompaction } from "#shared/domain/loads/compaction.ts";
import type { Version, VersionKind, VersionTable } from "#shared/domain/loads/version.ts";
import { PendingObjects, readManifest } from "#shared/objects/manifests.ts";
import { backoff } from "#shared/runtime/backoff.ts";
import { lookNow } from "#shared/runtime/lookUntil.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { compactionMarkWrite } from "#shared/store/compactions.ts";
import { ConditionFailed, type Write } from "#shared/store/dynamodb/items.ts";
import { MAX_WRITES } from "#shared/store/dynamodb/pendingItems.ts";
import type { StoredTable, TableRecord } from "#shared/store/tables.ts";
import { tableWrites } from "#shared/store/tableWrites.ts";
import { moveHead, readHead, versionAfter, versionWrite } from "#shared/store/versions.ts";
import { inTurn } from "./commitTurns.ts";

/** Change to one table in a commit: its state when it was read (null: new) and its new state. */
export interface TableChange {
  before: StoredTable | null;
  after: TableRecord;
}

/** Changes of one commit, which is atomic. */
export interface Commit {
  kind: VersionKind;
  stamp: AuditStamp;
  loadId?: string;
  erasureId?: string;
  tables: TableChange[];
  /** Additional writes in the same transaction, such as the load's settlement. */
  writes?: Write[];
}

/**
 * Time for which a commit retries on conflicts, in milliseconds. A client's request is cut off after 29 s, and the client
 * would not learn the outcome; a step has longer, because a state machine waits for it.
 */
export const PATIENCE = { request: 20_000, step: 60_000 };

/**
 * Appends one version to the workspace's history in a separate transaction. `build` reads the current state and returns the
 * changes. After a conflict with another commit, or if something that it read has changed, it is called again with the new
 * head; throws `busy` once `patience` (in milliseconds) is exhausted. `build` throws if a rule no longer holds.
 */
export async function commit(
  scope: WorkspaceScope,
  patience: number,
  build: (versionId: string, objects: PendingObjects) => Promise<Commit>,
): Promise<Commit> {
  const deadline = Date.now() + patience;
  return inTurn(scope, () => commitUntil(scope, deadline, build));
}

/**
 * Commits without waiting for a turn, until a time in milliseconds since 1970. `begin` starts reads of `build` together with the
 * read of the head.
 */
export async function commitUntil(
  scope: WorkspaceScope,
  deadline: number,
  build: (versionId: string, objects: PendingObjects) => Promise<Commit>,
  begin: () => void = () => undefined,
): Promise<Commit> {
  for (let attempt = 0; ; attempt += 1) {
    begin();
    const head = await readHead(scope);
    const versionId = versionAfter(head.item);
    const objects = new PendingObjects(scope);
    const plan = await build(versionId, objects);
    await objects.written();
    try {
      await moveHead(scope, head, versionId, await commitWrites(scope, versionId, plan));
      if (plan.loadId !== undefined) lookNow(scope, plan.loadId);
      return plan;
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      if (Date.now() > deadline) throw tooManyConflicts();
    }
    await backoff(attempt, 10, 500);
  }
}

/** Returns the writes of a commit, except the one that updates the head. */
export async function commitWrites(scope: WorkspaceScope, versionId: string, plan: Commit): Promise<Write[]> {
  const writes = [
    versionWrite(scope, await versionOf(scope, versionId, plan)),
    ...plan.tables.flatMap(({ before, after }) => tableWrites(scope, before, after)),
    ...(plan.writes ?? []),
  ];
  // A table without a mark is marked by its next commit.
  const marks = (await maintenanceMarks(scope, plan.tables)).slice(
    0,
    Math.max(0, MAX_WRITES - writes.length),
  );
  return [...writes, ...marks];
}

/** Returns the writes that mark tables with new files for the work in the background that they need. */
async function maintenanceMarks(scope: WorkspaceScope, tables: readonly TableChange[]): Promise<Write[]> {
  const { compaction, iceberg } = scope.settings;
  const marks = tables.map(async ({ before, after }): Promise<Write[]> => {
    if (after.manifest_key === null || after.manifest_key === before?.item.manifest_key) return [];
    const isDue =
      iceberg.isEager || mayNeedCompaction(await readManifest(scope, after.manifest_key), compaction);
    return isDue ? [compactionMarkWrite(scope, after.id, after.version_id)] : [];
  });
  return (await Promise.all(marks)).flat();
}

async function versionOf(scope: WorkspaceScope, id: string, plan: Commit): Promise<Version> {
  const version: Version = {
    id,
    kind: plan.kind,
    created_at: timeOfId(id),
    created_by: plan.stamp.by,
    tables: await Promise.all(plan.tables.map((change) => versionTable(scope, change))),
  };
  if (plan.loadId !== undefined) version.load_id = plan.loadId;
  if (plan.erasureId !== undefined) version.erasure_id = plan.erasureId;
  return version;
}

/** Counts the rows in a change. A load only adds rows and an undo only removes rows, so both counts follow from the totals. */
async function versionTable(scope: WorkspaceScope, { before, after }: TableChange): Promise<VersionTable> {
  const table: VersionTable = { table_id: after.id, reference: after.reference };
  if (after.manifest_key === null) return table;
  const rows = await rowsOf(scope, after);
  const earlier = before ? await rowsOf(scope, before.item) : 0;
  return {
    ...table,
    rows,
    rows_added: Math.max(0, rows - earlier),
    rows_removed: Math.max(0, earlier - rows),
  };
}

/** Returns the number of rows of a table; it is read from the manifest if an older record lacks it. */
async function rowsOf(scope: WorkspaceScope, table: TableRecord): Promise<number> {
  if (table.rows !== undefined || table.manifest_key === null) return table.rows ?? 0;
  return (await readManifest(scope, table.manifest_key)).rows;
}

/** Returns the error for too many conflicts; the same request may succeed later. */
export function tooManyConflicts(): DomainError {
  return conflict("busy", "Too many changes are being made to this workspace at once. Please try again.");
}
