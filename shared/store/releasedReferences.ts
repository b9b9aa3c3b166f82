import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { workspaceDatabase } from "./dynamodb/database.ts";
import { listItems, type Write } from "./dynamodb/items.ts";
import { releasedReferenceKey, releasedReferences } from "./dynamodb/keys.ts";

/** Range of versions in which a table had a reference that it has since released. */
export interface ReleasedReference {
  table_id: string;
  /** Version in which it acquired the reference; null if an earlier release stored that version. */
  from: string | null;
  /** Version in which it released the reference; it no longer had the reference in this version. */
  to: string;
}

/** Maximum number of entries to read per reference. */
const MAX_READ = 1_000;

/** Returns the write that records that a table releases a reference. */
export function releaseWrite(
  scope: WorkspaceScope,
  folded: string,
  table: { id: string; named_since?: string },
  versionId: string,
): Write {
  const item: ReleasedReference = { table_id: table.id, from: table.named_since ?? null, to: versionId };
  return { kind: "put", key: releasedReferenceKey(scope.id, folded, versionId), item };
}

/** Returns the first table that released a reference after a given version; null if none did. */
export async function releasedAfter(
  scope: WorkspaceScope,
  folded: string,
  versionId: string,
): Promise<ReleasedReference | null> {
  const [first] = await releases(scope, folded, releasedReferenceKey(scope.id, folded, versionId).sk, 1);
  return first ?? null;
}

/** Returns the tables that have released a reference, oldest first. */
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
