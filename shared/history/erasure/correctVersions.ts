import type { VersionTable } from "#shared/domain/loads/version.ts";
import { inParallel } from "#shared/history/inParallel.ts";
import { readManifest } from "#shared/objects/manifests.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { listTableVersions } from "#shared/store/tableVersions.ts";
import { changeVersion } from "#shared/store/versions.ts";

/** Corrects the row counts in the records of all versions of a table, based on their manifests. Can be repeated. */
export async function correctVersions(scope: WorkspaceScope, tableId: string): Promise<void> {
  const versions = await listTableVersions(scope, tableId);
  const rows = new Map<string, number>();
  await inParallel(versions, async ({ version_id, manifest_key }) => {
    if (manifest_key !== null) rows.set(version_id, (await readManifest(scope, manifest_key)).rows);
  });
  const numbered = versions.map(({ version_id }, index) => {
    const count = rows.get(version_id) ?? 0;
    const before = rows.get(versions[index - 1]?.version_id ?? "") ?? 0;
    return {
      version_id,
      rows: count,
      rows_added: Math.max(0, count - before),
      rows_removed: Math.max(0, before - count),
    };
  });
  await inParallel(numbered, async ({ version_id, ...counts }) => {
    await changeVersion(scope, version_id, (version) => {
      const tables = version.tables.map((table): VersionTable => {
        // Records of earlier versions of the service have no counts.
        return table.table_id !== tableId || table.rows === undefined ? table : { ...table, ...counts };
      });
      return JSON.stringify(tables) === JSON.stringify(version.tables) ? version : { ...version, tables };
    });
  });
}
