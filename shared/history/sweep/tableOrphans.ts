import { type DataFile, isMerged, type Manifest, type Segment } from "#shared/domain/loads/manifest.ts";
import { inParallel } from "#shared/history/inParallel.ts";
import { icebergOrigin } from "#shared/objects/keys.ts";
import { getJson, type ListedObject } from "#shared/objects/objects.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { listReplacedManifests } from "#shared/store/compactions.ts";
import { findTableById } from "#shared/store/tables.ts";
import { listTableVersions } from "#shared/store/tableVersions.ts";
import type { TaskManifests } from "./taskManifests.ts";

const KINDS = /\/(manifests|segments|merged)\/[^/]+$/;

/** Metadata of a table as a whole, which only its latest version needs. */
const ICEBERG_METADATA = /\/iceberg\/metadata\//;

/**
 * Returns the orphans among the manifests, segments and merged files of one table. Objects are reachable if any version of the
 * table, a task's snapshot, or a manifest that was replaced after `before` refers to them. Objects that describe a manifest or
 * a segment to Iceberg readers are removed with it.
 */
export async function orphansOfTable(
  scope: WorkspaceScope,
  tableId: string,
  objects: readonly ListedObject[],
  before: number,
  tasks: TaskManifests,
): Promise<ListedObject[]> {
  const [table, versions] = await Promise.all([
    findTableById(scope, tableId),
    listTableVersions(scope, tableId),
  ]);
  const manifests = new Set(versions.flatMap(({ manifest_key }) => manifest_key ?? []));
  const latest = table?.item.manifest_key ?? null;
  if (latest !== null) manifests.add(latest);
  // Notes are read last: a compaction that replaces a manifest after its version was read does not matter, and the note of one
  // that replaced it before is there.
  for (const { item } of await listReplacedManifests(scope))
    if (Date.parse(item.replaced_at) > before) manifests.add(item.manifest_key);
  return unneededObjects(scope, tableId, objects, { manifests, latest, pinned: () => tasks.since() });
}

/** Manifests of a table that must stay. */
export interface NeededManifests {
  manifests: ReadonlySet<string>;
  /** Manifest of the latest version. */
  latest: string | null;
  /** Returns the manifests that tasks and orders have read. */
  pinned: () => Promise<ReadonlySet<string>>;
}

/** Returns the objects of a table to which no manifest refers. */
export async function unneededObjects(
  scope: WorkspaceScope,
  tableId: string,
  objects: readonly ListedObject[],
  needed: NeededManifests,
): Promise<ListedObject[]> {
  const known = objects.filter(({ key }) => KINDS.test(key) && icebergOrigin(key) === null);
  const manifests = new Set(needed.manifests);
  const { latest } = needed;
  const candidates = known.filter(({ key }) => kindOf(key) === "manifests" && !manifests.has(key));
  if (candidates.length > 0) for (const key of await needed.pinned()) manifests.add(key);
  const segments = new Map<string, Segment>();
  const manifestsOfTable = [...manifests].filter((key) => key.includes(`/tables/${tableId}/`));
  await inParallel(manifestsOfTable, async (key) => {
    for (const segment of (await getJson<Manifest>(scope, key)).segments) segments.set(segment.key, segment);
  });
  const merged = new Set<string>();
  const withMerged = [...segments.values()].filter((segment) => (segment.merged ?? 0) > 0);
  await inParallel(withMerged, async ({ key }) => {
    for (const file of await getJson<DataFile[]>(scope, key)) if (isMerged(file)) merged.add(file.key);
  });
  const isNeeded = ({ key }: ListedObject): boolean => {
    const origin = icebergOrigin(key);
    if (origin !== null && ICEBERG_METADATA.test(key)) return origin === latest;
    return manifests.has(origin ?? key) || segments.has(origin ?? key) || merged.has(key);
  };
  const derived = objects.filter(({ key }) => icebergOrigin(key) !== null);
  return [...known, ...derived].filter((object) => !isNeeded(object));
}

function kindOf(key: string): string | undefined {
  return KINDS.exec(key)?.[1];
}
