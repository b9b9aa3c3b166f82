import { conflict, type DomainError } from "#shared/domain/errors.ts";
import type { AuditStamp } from "#shared/domain/fields.ts";
import type { Version, VersionKind } from "#shared/domain/loads/version.ts";
import { PendingObjects } from "#shared/lake/manifests.ts";
import { backoff } from "#shared/runtime/backoff.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { ConditionFailed, type Write } from "#shared/store/dynamodb/items.ts";
import { type StoredTable, type TableRecord, tableWrites } from "#shared/store/tables.ts";
import { readHead, versionAfter, writeVersion } from "#shared/store/versions.ts";

/** Change of one table in a commit: as it was read (null: new) and its new state. */
export interface TableChange {
  before: StoredTable | null;
  after: TableRecord;
}

/** Changes of one commit, which is atomic. */
export interface Commit {
  kind: VersionKind;
  stamp: AuditStamp;
  loadId?: string;
  tables: TableChange[];
  /** Further writes of the same transaction, such as the load's settlement. */
  writes?: Write[];
}

/**
 * Time that a commit retries on conflicts, in milliseconds. Clients of a request are cut off after 29 s and would not
 * learn the outcome; for a step, a state machine waits.
 */
export const PATIENCE = { request: 20_000, step: 60_000 };

/**
 * Appends one version to the workspace's history. `build` reads the current state and returns the changes; on a
 * conflict with another commit or a change of something that it read, it is called again with the new head, until the
 * patience (in milliseconds) ends (`busy`). `build` throws if a rule no longer holds.
 */
export async function commit(
  scope: WorkspaceScope,
  patience: number,
  build: (versionId: string, objects: PendingObjects) => Promise<Commit>,
): Promise<Commit> {
  const deadline = Date.now() + patience;
  for (let attempt = 0; ; attempt += 1) {
    const head = await readHead(scope);
    const versionId = versionAfter(head.item);
    const objects = new PendingObjects(scope);
    const plan = await build(versionId, objects);
    await objects.written();
    try {
      await writeVersion(scope, head, versionOf(versionId, plan), [
        ...plan.tables.flatMap(({ before, after }) => tableWrites(scope, before, after)),
        ...(plan.writes ?? []),
      ]);
      return plan;
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      if (Date.now() > deadline) throw tooManyConflicts();
    }
    await backoff(attempt, 10, 500);
  }
}

function versionOf(id: string, plan: Commit): Version {
  const version: Version = {
    id,
    kind: plan.kind,
    created_at: plan.stamp.at,
    created_by: plan.stamp.by,
    tables: plan.tables.map(({ after }) => ({ table_id: after.id, reference: after.reference })),
  };
  if (plan.loadId !== undefined) version.load_id = plan.loadId;
  return version;
}

/** Returns the error for too many conflicts; the same request may succeed later. */
export function tooManyConflicts(): DomainError {
  return conflict("busy", "Too many changes are being made to this workspace at once. Please try again.");
}
