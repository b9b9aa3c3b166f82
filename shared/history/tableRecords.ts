import { emptyManifest, type Manifest } from "#shared/domain/loads/manifest.ts";
import type { Table } from "#shared/domain/table.ts";
import { type PendingObjects, readManifest, writeManifest } from "#shared/objects/manifests.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import type { TableRecord } from "#shared/store/tables.ts";

/** Returns the current manifest of a table as the base of its next version. */
export async function nextManifest(
  scope: WorkspaceScope,
  table: TableRecord,
  versionId: string,
): Promise<Manifest> {
  if (table.manifest_key === null) return emptyManifest(table.id, versionId, table.columns);
  const manifest = await readManifest(scope, table.manifest_key);
  return { ...manifest, version_id: versionId };
}

/** Stores the manifest and returns the table as of that version. Views have no rows, and therefore no manifest. */
export function withManifest(
  scope: WorkspaceScope,
  objects: PendingObjects,
  table: Table,
  manifest: Manifest,
): TableRecord {
  const { columns, version_id, rows, bytes } = manifest;
  const after = { ...table, columns, version_id, rows, bytes };
  return { ...after, manifest_key: writeManifest(scope, objects, manifest) };
}
