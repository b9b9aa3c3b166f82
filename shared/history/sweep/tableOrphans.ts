import { type DataFile, isMerged, type Manifest, type Segment } from "#shared/domain/loads/manifest.ts";
import { inParallel } from "#shared/history/inParallel.ts";
import type { Snapshot } from "#shared/history/taskSnapshots.ts";
import { icebergOrigin, ordersPrefix } from "#shared/objects/keys.ts";
import { getJson, type ListedObject, listObjects } from "#shared/objects/objects.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { listReplacedManifests } from "#shared/store/compactions.ts";
import { findTableById } from "#shared/store/tables.ts";
import { listTableVersions } from "#shared/store/tableVersions.ts";

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
  const known = objects.filter(({ key }) => KINDS.test(key) && icebergOrigin(key) === null);
  const { manifests, latest } = await reachableManifests(scope, tableId, before);
  const candidates = known.filter(({ key }) => kindOf(key) === "manifests" && !manifests.has(key));
  if (candidates.length > 0) for (const key of await tasks.all()) manifests.add(key);
  const segments = new Map<string, Segment>();
  const own = [...manifests].filter((key) => key.includes(`/tables/${tableId}/`));
  await inParallel(own, async (key) => {
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

/** Manifests referenced by task snapshots; read on first use. */
export class TaskManifests {
  readonly #scope: WorkspaceScope;
  #found: Promise<ReadonlySet<string>> | undefined;

  constructor(scope: WorkspaceScope) {
    this.#scope = scope;
  }

  all(): Promise<ReadonlySet<string>> {
    this.#found ??= this.#read();
    return this.#found;
  }

  async #read(): Promise<ReadonlySet<string>> {
    const found = new Set<string>();
    const keys: string[] = [];
    for await (const { key } of listObjects(this.#scope, `ws/${this.#scope.id}/tasks/`, null)) {
      if (/\/snapshots\/[^/]+\.json$/.test(key)) keys.push(key);
    }
    for await (const { key } of listObjects(this.#scope, ordersPrefix(this.#scope.id), null)) {
      if (key.endsWith(".snapshot.json")) keys.push(key);
    }
    await inParallel(keys, async (key) => {
      for (const relation of (await getJson<Snapshot>(this.#scope, key)).relations) {
        if (relation.kind === "TABLE") found.add(relation.manifest_key);
      }
    });
    return found;
  }
}

async function reachableManifests(
  scope: WorkspaceScope,
  tableId: string,
  before: number,
): Promise<{ manifests: Set<string>; latest: string | null }> {
  // Notes are read first: a compaction writes its note and the new key at the same time.
  const notes = await listReplacedManifests(scope);
  const [table, versions] = await Promise.all([
    findTableById(scope, tableId),
    listTableVersions(scope, tableId),
  ]);
  const keys = new Set<string>();
  const add = (key: string | null | undefined): void => {
    if (key) keys.add(key);
  };
  for (const { manifest_key } of versions) add(manifest_key);
  add(table?.item.manifest_key);
  for (const { item } of notes) if (Date.parse(item.replaced_at) > before) add(item.manifest_key);
  return { manifests: keys, latest: table?.item.manifest_key ?? null };
}

function kindOf(key: string): string | undefined {
  return KINDS.exec(key)?.[1];
}
