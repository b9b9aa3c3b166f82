import type { Settings, WorkspaceScope } from "#shared/runtime/scope.ts";
import { workspaceDatabase } from "./dynamodb/database.ts";
import { deleteItems, listItems, transact, type Write } from "./dynamodb/items.ts";
import {
  compactionMarkKey,
  compactionMarks,
  replacedManifestKey,
  replacedManifests,
  tableKey,
} from "./dynamodb/keys.ts";

/** Mark for a table that may have many small files, or versions without a description for Iceberg readers. */
export interface CompactionMark {
  workspace_id: string;
  table_id: string;
  /** Version of the table when it was marked. */
  version_id: string;
}

/** Manifest replaced by a compaction: queries and tasks that found it before may still read it. */
export interface ReplacedManifest {
  manifest_key: string;
  replaced_at: string;
}

/** Returns the write that marks a table for compaction and for the description of its new versions. */
export function compactionMarkWrite(scope: WorkspaceScope, tableId: string, versionId: string): Write {
  const item: CompactionMark = { workspace_id: scope.id, table_id: tableId, version_id: versionId };
  return { kind: "put", key: compactionMarkKey(scope.id, tableId), item };
}

/** Marks a table whose work in the background has not been finished. */
export function markForCompaction(scope: WorkspaceScope, tableId: string, versionId: string): Promise<void> {
  return transact(workspaceDatabase(scope), [compactionMarkWrite(scope, tableId, versionId)]);
}

/** Removes the mark of a table, provided that the table still has this manifest; otherwise throws `ConditionFailed`. */
export function clearCompactionMark(
  scope: WorkspaceScope,
  tableId: string,
  manifestKey: string | null,
): Promise<void> {
  return transact(workspaceDatabase(scope), [
    { kind: "check", key: tableKey(scope.id, tableId), equals: { manifest_key: manifestKey } },
    { kind: "delete", key: compactionMarkKey(scope.id, tableId) },
  ]);
}

/** Lists the tables of a region that are marked for compaction, across all workspaces. */
export async function markedForCompaction(settings: Settings): Promise<CompactionMark[]> {
  const { region } = settings;
  if (region === null) throw new Error("Tables are compacted region by region");
  const database = workspaceDatabase({ settings, region, id: "" });
  const marks: CompactionMark[] = [];
  for (let after: string | undefined; ; ) {
    const { items, more } = await listItems<CompactionMark>(database, compactionMarks, { after });
    marks.push(...items.map(({ item }) => item));
    if (!more) return marks;
    after = items.at(-1)?.sk;
  }
}

/** Returns the write that records the manifest replaced by a compaction. */
export function replacedManifestWrite(
  scope: WorkspaceScope,
  id: string,
  manifestKey: string,
  at: string,
): Write {
  const item: ReplacedManifest = { manifest_key: manifestKey, replaced_at: at };
  return { kind: "put", key: replacedManifestKey(scope.id, id), item };
}

/** Lists the records of replaced manifests, oldest first, with their sort keys. */
export async function listReplacedManifests(
  scope: WorkspaceScope,
): Promise<{ sk: string; item: ReplacedManifest }[]> {
  const all: { sk: string; item: ReplacedManifest }[] = [];
  for (let after: string | undefined; ; ) {
    const { items, more } = await listItems<ReplacedManifest>(
      workspaceDatabase(scope),
      replacedManifests(scope.id),
      { after },
    );
    all.push(...items);
    if (!more) return all;
    after = items.at(-1)?.sk;
  }
}

/** Removes records of replaced manifests by sort key. */
export function forgetReplacedManifests(scope: WorkspaceScope, sks: readonly string[]): Promise<void> {
  const pk = replacedManifests(scope.id);
  return deleteItems(
    workspaceDatabase(scope),
    sks.map((sk) => ({ pk, sk })),
  );
}
