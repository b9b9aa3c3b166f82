import { LRUCache } from "lru-cache";
import type { Column } from "#shared/domain/column.ts";
import type { Manifest } from "#shared/domain/loads/manifest.ts";
import { getJson } from "#shared/lake/objects.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import type { TableVersion } from "#shared/store/tableVersions.ts";
import type { VersionFacts } from "./tableMetadata.ts";

/** Version of a table with its manifest's key. */
export interface KnownVersion extends VersionFacts {
  manifest_key: string;
}

const MAX_KNOWN_VERSIONS = 20_000;
const MAX_CONCURRENT_READS = 32;

const known = new LRUCache<string, KnownVersion>({ max: MAX_KNOWN_VERSIONS });

/** Reads what the snapshots of versions say, from manifests that this process has not read yet. */
export async function versionFacts(
  scope: WorkspaceScope,
  versions: readonly TableVersion[],
): Promise<KnownVersion[]> {
  const { bucket } = scope.settings.regions[scope.region];
  const place = `${scope.settings.platformUrl}\n${bucket}\n`;
  const keys = versions.flatMap(({ manifest_key }) => manifest_key ?? []);
  const unread = keys.filter((key) => !known.has(place + key));
  const found = new Map<string, KnownVersion>();
  for (let start = 0; start < unread.length; start += MAX_CONCURRENT_READS) {
    const some = unread.slice(start, start + MAX_CONCURRENT_READS);
    await Promise.all(
      some.map(async (key) => found.set(key, factsOf(key, await getJson<Manifest>(scope, key)))),
    );
  }
  // Versions mostly have the columns of the one before, which are kept once.
  const byText = new Map<string, readonly Column[]>();
  return versions.flatMap(({ version_id, manifest_key: key }) => {
    if (key === null) return [];
    const facts = found.get(key) ?? known.get(place + key);
    if (!facts) throw new Error(`The manifest ${key} was not read`);
    const text = JSON.stringify(facts.columns);
    const columns = byText.get(text) ?? facts.columns;
    byText.set(text, columns);
    const kept = { ...facts, version_id, columns };
    known.set(place + key, kept);
    return [kept];
  });
}

function factsOf(manifest_key: string, manifest: Manifest): KnownVersion {
  const { version_id, columns, rows, bytes, segments } = manifest;
  const files = segments.reduce((sum, segment) => sum + segment.files, 0);
  return { version_id, manifest_key, columns, rows, bytes, files };
}
