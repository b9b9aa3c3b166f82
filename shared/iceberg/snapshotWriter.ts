import {
  type DataFile,
  isMerged,
  type LoadDataFile,
  type Manifest,
  type Segment,
} from "#shared/domain/loads/manifest.ts";
import { icebergListKey, icebergSegmentKey, icebergSourcesKey, idOfKey } from "#shared/objects/keys.ts";
import { getJson } from "#shared/objects/objects.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { getLoad } from "#shared/store/loads.ts";
import type { DerivedObjects } from "./derivedObjects.ts";
import type { ExistingObjects } from "./existingObjects.ts";
import { icebergManifest, icebergManifestList, type ListedManifest } from "./icebergManifest.ts";
import { sourcesOfHidden } from "./sourcesOfHidden.ts";
import type { VersionFields } from "./versionFields.ts";

const AVRO = "application/avro";

/**
 * Writes the snapshots of one table: an Avro manifest for each segment, and a manifest list for each manifest. Existing
 * objects are not written again, since each is derived from one of our immutable objects. A list is written last, so that it
 * only names existing objects.
 */
export class SnapshotWriter {
  readonly #scope: WorkspaceScope;
  readonly #objects: DerivedObjects;
  readonly #existing: ExistingObjects;
  readonly #segments = new Map<string, Promise<ListedManifest>>();
  readonly #committed = new Map<string, Promise<LoadDataFile[]>>();

  constructor(scope: WorkspaceScope, objects: DerivedObjects, existing: ExistingObjects) {
    this.#scope = scope;
    this.#objects = objects;
    this.#existing = existing;
  }

  /** Writes the objects missing from the snapshot of a manifest. `fields` covers all versions up to that of the manifest. */
  async write(manifestKey: string, manifest: Manifest, fields: VersionFields): Promise<void> {
    const listKey = icebergListKey(manifestKey);
    if ((await this.#existing.sizeOf(listKey)) !== null) return;
    const plain = manifest.segments.filter(({ merged = 0 }) => merged === 0);
    const listed = await Promise.all([
      ...plain.map((segment) => this.#segment(segment, fields)),
      ...(await this.#mergedSegments(manifestKey, manifest, fields)),
    ]);
    const rows = listed.reduce((sum, manifest) => sum + manifest.rows, 0);
    if (rows !== manifest.rows) {
      throw new Error(`The snapshot of ${manifestKey} would have ${rows} rows instead of ${manifest.rows}`);
    }
    await this.#objects.put(listKey, icebergManifestList(manifest.version_id, listed), AVRO);
  }

  /** Returns the manifests for the segments with merged files: a single manifest for all of them if some rows do not count. */
  async #mergedSegments(
    manifestKey: string,
    { segments, table_id, version_id }: Manifest,
    fields: VersionFields,
  ): Promise<Promise<ListedManifest>[]> {
    const withMerged = segments.filter(({ merged = 0 }) => merged > 0);
    const lists = await Promise.all(withMerged.map(({ key }) => getJson<DataFile[]>(this.#scope, key)));
    const hasHidden = lists.flat().some((file) => isMerged(file) && (file.hidden_loads ?? []).length > 0);
    if (!hasHidden) return withMerged.map((segment, index) => this.#segment(segment, fields, lists[index]));
    // Files outside these segments that belong to the same loads must not be listed twice.
    const others = await Promise.all(
      segments
        .filter(({ merged = 0 }) => merged === 0)
        .map(({ key }) => getJson<DataFile[]>(this.#scope, key)),
    );
    const known = new Set(others.flat().map(({ key }) => key));
    const all = await sourcesOfHidden([...lists.flat(), ...others.flat()], (load) =>
      this.#committedOf(load, table_id),
    );
    const files = all.filter(({ key }) => !known.has(key));
    return [this.#manifest(icebergSourcesKey(manifestKey), files, version_id, fields)];
  }

  /** Returns the manifest of a segment, which is written once even if several snapshots name it. */
  #segment(segment: Segment, fields: VersionFields, entries?: readonly DataFile[]): Promise<ListedManifest> {
    const segmentManifest = this.#segments.get(segment.key) ?? this.#writeSegment(segment, fields, entries);
    this.#segments.set(segment.key, segmentManifest);
    return segmentManifest;
  }

  async #writeSegment(
    { key, files, rows }: Segment,
    fields: VersionFields,
    entries?: readonly DataFile[],
  ): Promise<ListedManifest> {
    const target = icebergSegmentKey(key);
    const snapshotId = idOfKey(key);
    const bytes = await this.#existing.sizeOf(target);
    if (bytes !== null) return { uri: this.#uriOf(target), bytes, snapshotId, files, rows };
    const listed = entries ?? (await getJson<DataFile[]>(this.#scope, key));
    return this.#manifest(target, listed, snapshotId, fields);
  }

  async #manifest(
    key: string,
    files: readonly DataFile[],
    snapshotId: string,
    fields: VersionFields,
  ): Promise<ListedManifest> {
    const content = icebergManifest(files, fields.of(snapshotId), snapshotId, (file) => this.#uriOf(file));
    await this.#objects.put(key, content, AVRO);
    const rows = files.reduce((sum, file) => sum + file.rows, 0);
    return { uri: this.#uriOf(key), bytes: content.byteLength, snapshotId, files: files.length, rows };
  }

  #committedOf(loadId: string, tableId: string): Promise<LoadDataFile[]> {
    const read = async (): Promise<LoadDataFile[]> => {
      const { files_key: key } = await getLoad(this.#scope, loadId);
      if (key === null) throw new Error(`The load ${loadId} was never committed`);
      return (await getJson<Record<string, LoadDataFile[]>>(this.#scope, key))[tableId] ?? [];
    };
    const committed = this.#committed.get(loadId) ?? read();
    this.#committed.set(loadId, committed);
    return committed;
  }

  #uriOf(key: string): string {
    return `s3://${this.#scope.settings.regions[this.#scope.region].bucket}/${key}`;
  }
}
