import { conflict, type DomainError } from "#shared/domain/errors.ts";
import type { AuditStamp } from "#shared/domain/fields.ts";
import type { Version, VersionKind } from "#shared/domain/loads/version.ts";
import { PendingObjects } from "#shared/lake/manifests.ts";
import { backoff } from "#shared/runtime/backoff.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { ConditionFailed, type Stored, type Write } from "#shared/store/dynamodb/items.ts";
import { type TableRecord, tableWrites } from "#shared/store/tables.ts";
import { getHead, versionAfter, writeVersion } from "#shared/store/versions.ts";

/** One table in a commit: as it was read (null: new) and as it will be. */
export interface TableChange {
  before: Stored<TableRecord> | null;
  after: TableRecord;
}

/** What one commit does, all of it or nothing. */
export interface Commit {
  kind: VersionKind;
  stamp: AuditStamp;
  loadId?: string;
  tables: TableChange[];
  /** More writes of the same transaction, such as the load's settlement. */
  writes?: Write[];
}

/**
 * How long a commit goes on trying against others, in milliseconds. Whoever waits for a request is cut off after 29 s and
 * would never learn how it ended; a step is waited for by a state machine.
 */
export const PATIENCE = { request: 20_000, step: 60_000 };

/**
 * Appends one version to the workspace's history. `build` reads what it changes and says what the commit does; when
 * another commit (or another change of something it read) comes first, it is built anew on the new head, until patience
 * (milliseconds) ends (`busy`). A rule that no longer holds is thrown by `build` itself.
 */
export async function commit(
  scope: WorkspaceScope,
  patience: number,
  build: (versionId: string, objects: PendingObjects) => Promise<Commit>,
): Promise<Commit> {
  const deadline = Date.now() + patience;
  for (let attempt = 0; ; attempt += 1) {
    const head = await getHead(scope);
    const versionId = versionAfter(head);
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
      if (Date.now() > deadline) throw busy();
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

/** Others were faster for too long: the same request may well succeed now. */
export function busy(): DomainError {
  return conflict("busy", "Too many changes are being made to this workspace at once. Please try again.");
}
