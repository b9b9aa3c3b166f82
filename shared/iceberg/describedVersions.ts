import type { Column } from "@pdp/basics/columns";
import { DomainError } from "@pdp/basics/errors";
import { LRUCache } from "lru-cache";
import type { Manifest } from "#shared/domain/loads/manifest.ts";
import { cacheName } from "#shared/objects/immutableJson.ts";
import { icebergSnapshotFolders } from "#shared/objects/keys.ts";
import { getJson } from "#shared/objects/objects.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import type { DerivedObjects } from "./derivedObjects.ts";
import { ExistingObjects } from "./existingObjects.ts";
import { SnapshotWriter } from "./snapshotWriter.ts";
import type { VersionFacts } from "./tableMetadata.ts";
import { VersionFields } from "./versionFields.ts";
import {
  BLOCK_SIZES,
  type Facts,
  factsOf,
  type ManifestVersion,
  VersionSummaries,
} from "./versionSummaries.ts";

/** Version of a table whose snapshot is stored. */
export interface DescribedVersion extends VersionFacts, ManifestVersion {}

const MAX_KNOWN_VERSIONS = 50_000;
/** Number of versions that are described at once: those of the smallest summary. */
const BATCH = Math.min(...BLOCK_SIZES);

/** Facts about versions whose snapshots are stored, by manifest. */
const known = new LRUCache<string, Facts>({ max: MAX_KNOWN_VERSIONS });

/**
 * Writes the missing snapshots of a table's versions, from the oldest on, and returns what goes into the table's metadata. A
 * process reads a summary or a manifest only once, so a new version costs the same after any history. Throws
 * `history_not_read` at `deadline` (ms since 1970); the next call continues after the last summary.
 */
export async function describedVersions(
  scope: WorkspaceScope,
  tableId: string,
  objects: DerivedObjects,
  versions: readonly ManifestVersion[],
  deadline: number,
): Promise<DescribedVersion[]> {
  const factsByKey = new Map<string, Facts>();
  for (const { manifest_key } of versions) {
    const facts = known.get(cacheName(scope, manifest_key));
    if (facts) factsByKey.set(manifest_key, facts);
  }
  if (versions.some((version) => !factsByKey.has(version.manifest_key))) {
    const summaries = await VersionSummaries.of(scope, tableId, versions);
    await summaries.readInto(factsByKey);
    const first = versions.find((version) => !factsByKey.has(version.manifest_key));
    if (first) {
      const folders = icebergSnapshotFolders(scope.id, tableId);
      const existing = await ExistingObjects.since(scope, folders, first.version_id);
      const writer = new SnapshotWriter(scope, objects, existing);
      await describeRest(scope, { versions, factsByKey, summaries, objects, writer, deadline });
    }
  }
  const described = withSharedColumns(versions, factsByKey);
  for (const facts of factsByKey.values()) known.set(cacheName(scope, facts.manifest_key), facts);
  return described;
}

/** Description of a table's versions that is under way. */
interface Description {
  versions: readonly ManifestVersion[];
  /** Facts about the versions whose snapshots are stored. */
  factsByKey: Map<string, Facts>;
  summaries: VersionSummaries;
  objects: DerivedObjects;
  writer: SnapshotWriter;
  deadline: number;
}

/** Describes the versions that are not in `factsByKey`, in batches, and adds their facts. */
async function describeRest(
  scope: WorkspaceScope,
  { versions, factsByKey, summaries, objects, writer, deadline }: Description,
): Promise<void> {
  let isFirst = true;
  for (let start = 0; start < versions.length; start += BATCH) {
    const end = Math.min(start + BATCH, versions.length);
    const missing = versions.slice(start, end).filter((version) => !factsByKey.has(version.manifest_key));
    if (missing.length > 0) {
      if (!isFirst && Date.now() > deadline) throw historyNotRead();
      isFirst = false;
      const manifests = await Promise.all(
        missing.map(({ manifest_key: key }) => getJson<Manifest>(scope, key)),
      );
      for (const [index, { manifest_key: key }] of missing.entries()) {
        factsByKey.set(key, factsOf(key, manifests[index] as Manifest));
      }
      const fields = new VersionFields(withSharedColumns(versions.slice(0, end), factsByKey));
      await Promise.all(
        missing.map(({ manifest_key: key }, index) =>
          writer.write(key, manifests[index] as Manifest, fields),
        ),
      );
    }
    await objects.check();
    await summaries.write(objects, end, factsByKey);
  }
  await objects.check();
}

/**
 * Returns the versions with their facts. Most versions have the same columns as the previous version; the columns are then
 * kept in memory only once.
 */
function withSharedColumns(
  versions: readonly ManifestVersion[],
  factsByKey: ReadonlyMap<string, Facts>,
): DescribedVersion[] {
  const byText = new Map<string, readonly Column[]>();
  const shared = new Map<readonly Column[], readonly Column[]>();
  return versions.map(({ version_id, manifest_key }) => {
    const facts = factsByKey.get(manifest_key);
    if (!facts) throw new Error(`The manifest ${manifest_key} was not read`);
    let columns = shared.get(facts.columns);
    if (!columns) {
      const text = JSON.stringify(facts.columns);
      columns = byText.get(text) ?? facts.columns;
      byText.set(text, columns);
      shared.set(facts.columns, columns);
    }
    facts.columns = columns;
    return { ...facts, version_id, columns };
  });
}

/** Returns the error for a history that takes longer to read than a single request allows, or that was not read to the end. */
export function historyNotRead(): DomainError {
  const message = "The history of this table is still being read. Load the table again in a moment.";
  return new DomainError("unavailable", "history_not_read", message);
}
