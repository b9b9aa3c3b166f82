import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { workspaceDatabase } from "./dynamodb/database.ts";
import { listItems, type Write } from "./dynamodb/items.ts";
import { releasedReferenceKey, releasedReferences } from "./dynamodb/keys.ts";

/** Interval of versions in which a table held a reference that it has given up. */
export interface ReleasedReference {
  table_id: string;
  /** Version in which it took the reference; null if an earlier release stored that version. */
  from: string | null;
  /** Version in which it gave up the reference, and no longer held it. */
  to: string;
}

/** Maximum number of entries of one reference that are read. */
const MAX_READ = 1_000;

/** Returns the write that stores that a table gives up a reference. */
export function releaseWrite(
  scope: WorkspaceScope,
  folded: string,
  table: { id: string; named_since?: string },
  versionId: string,
): Write {
  const item: ReleasedReference = { table_id: table.id, from: table.named_since ?? null, to: versionId };
  return { kind: "put", key: releasedReferenceKey(scope.id, folded, versionId), item };
}

/** Returns the table that first gave up a reference after a version; null if none has. */
export async function releasedAfter(
  scope: WorkspaceScope,
  folded: string,
  versionId: string,
): Promise<ReleasedReference | null> {
  const [first] = await releases(scope, folded, releasedReferenceKey(scope.id, folded, versionId).sk, 1);
  return first ?? null;
}

/** Returns the tables that gave up a reference, the oldest first. */
export function allReleases(scope: WorkspaceScope, folded: string): Promise<ReleasedReference[]> {
  return releases(scope, folded, `${folded}#`, MAX_READ);
}

async function releases(
  scope: WorkspaceScope,
  folded: string,
  after: string,
  limit: number,
): Promise<ReleasedReference[]> {
  const pk = releasedReferences(scope.id);
  const { items } = await listItems<ReleasedReference>(workspaceDatabase(scope), pk, { after, limit });
  return items.flatMap(({ sk, item }) => (sk.startsWith(`${folded}#`) ? [item] : []));
}
