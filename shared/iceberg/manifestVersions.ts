import { LRUCache } from "lru-cache";
import { cacheName } from "#shared/objects/immutableJson.ts";
import { icebergPrefix } from "#shared/objects/keys.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import type { StoredTable } from "#shared/store/tables.ts";
import { listTableVersions, type TableVersion, tableVersionsSince } from "#shared/store/tableVersions.ts";
import type { ManifestVersion } from "./versionSummaries.ts";

/** Versions of a table that a process knows. */
interface KnownVersions {
  /** Marker of the table's last erasure before they were read. */
  erased: string | undefined;
  versions: readonly ManifestVersion[];
}

/** Maximum number of versions that a process remembers, of all tables together. */
const MAX_KNOWN_VERSIONS = 100_000;

const known = new LRUCache<string, KnownVersions>({
  maxSize: MAX_KNOWN_VERSIONS,
  sizeCalculation: ({ versions }) => versions.length + 1,
});

/**
 * Returns the versions of a table that have a manifest, oldest first. A process that knows them reads only the last one again,
 * which a merge of files may have replaced, and those after it. An erasure may replace any of them.
 *
 * @param table the table as read before the call
 */
export async function manifestVersions(
  scope: WorkspaceScope,
  tableId: string,
  table: StoredTable | null,
): Promise<readonly ManifestVersion[]> {
  const name = cacheName(scope, icebergPrefix(scope.id, tableId));
  const { erasing, erased } = table?.item ?? {};
  const cached = known.get(name);
  const isKnown = cached !== undefined && erasing === undefined && cached.erased === erased;
  const versions =
    (isKnown ? await withNewVersions(scope, tableId, cached.versions) : null) ??
    (await listTableVersions(scope, tableId)).flatMap(withManifest);
  if (table && erasing === undefined) known.set(name, { erased, versions });
  return versions;
}

/** Returns the versions with those after them; null if the last one no longer exists, as after a restore of the workspace. */
async function withNewVersions(
  scope: WorkspaceScope,
  tableId: string,
  versions: readonly ManifestVersion[],
): Promise<ManifestVersion[] | null> {
  const last = versions.at(-1);
  if (last === undefined) return null;
  const since = await tableVersionsSince(scope, tableId, last.version_id);
  const start = since.findIndex(({ version_id }) => version_id === last.version_id);
  return start < 0 ? null : [...versions.slice(0, -1), ...since.slice(start).flatMap(withManifest)];
}

function withManifest({ version_id, manifest_key }: TableVersion): ManifestVersion[] {
  return manifest_key === null ? [] : [{ version_id, manifest_key }];
}
