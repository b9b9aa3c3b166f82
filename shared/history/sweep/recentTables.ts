import { lastIdAt, timeOfId } from "#shared/domain/id.ts";
import { type DataFile, isMerged, type Manifest } from "#shared/domain/loads/manifest.ts";
import {
  icebergMetadataPrefix,
  icebergPrefix,
  idOfKey,
  manifestsPrefix,
  mergedFilesPrefix,
  parseObjectKey,
  segmentsPrefix,
  tablesPrefix,
} from "#shared/objects/keys.ts";
import { jsonIfPresent, type ListedObject, listObjects, listObjectsSince } from "#shared/objects/objects.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import {
  forgetReplacedManifests,
  listReplacedManifests,
  type ReplacedManifest,
} from "#shared/store/compactions.ts";
import { findTableById } from "#shared/store/tables.ts";
import { tableVersionAt, tableVersionsSince } from "#shared/store/tableVersions.ts";
import { versionsAfter } from "#shared/store/versions.ts";
import { type ObjectGroup, recentGroups } from "./objectGroups.ts";
import { orphansOfTable, unneededObjects } from "./tableOrphans.ts";
import type { TaskManifests } from "./taskManifests.ts";

/** Note about a replaced manifest, with its sort key. */
interface Note {
  sk: string;
  item: ReplacedManifest;
}

/** Part of a table that a daily sweep examines. */
interface RecentPart {
  /** First version whose objects are examined; null for all versions. */
  start: string | null;
  /** Notes about manifests that were replaced long enough ago. */
  due: readonly Note[];
}

/**
 * Finds the orphans of tables that have changed. They arise in two ways. An object of a commit or merge that did not complete
 * is named after the version on which it was based, so it is among the objects of the versions since the last sweep. An object
 * that a merge has replaced is in the manifest that its note names.
 */
export class RecentTables {
  readonly #scope: WorkspaceScope;
  /** Time from which objects may have been written, and time up to which they are old enough, in milliseconds since 1970. */
  readonly #from: number;
  readonly #before: number;
  readonly #tasks: TaskManifests;
  readonly #parts = new Map<string, RecentPart>();

  constructor(
    scope: WorkspaceScope,
    { from, before, tasks }: { from: number; before: number; tasks: TaskManifests },
  ) {
    this.#scope = scope;
    this.#from = from;
    this.#before = before;
    this.#tasks = tasks;
  }

  /** Yields the objects to examine: those of tables that have changed, and of new tables. */
  async *groups(after: string | null): AsyncGenerator<ObjectGroup> {
    const notes = await listReplacedManifests(this.#scope);
    const prefix = tablesPrefix(this.#scope.id);
    for (const owner of await this.#changedTables(notes)) {
      const name = `${prefix}${owner}/`;
      if (after !== null && name <= after) continue;
      const due = notes.filter(
        ({ item }) => ownerOf(item) === owner && Date.parse(item.replaced_at) <= this.#before,
      );
      const part = { start: await this.#startOf(owner, due), due };
      this.#parts.set(owner, part);
      yield { name, owner, objects: await this.#objectsOf(owner, part) };
    }
    for await (const group of recentGroups(this.#scope, "tables", { from: this.#from, loads: [] }, after))
      if (!this.#parts.has(group.owner)) yield group;
  }

  /** Returns the orphans among the old objects of a table, with those that describe them to Iceberg readers. */
  async find({ owner }: ObjectGroup, old: readonly ListedObject[]): Promise<ListedObject[]> {
    const part = this.#parts.get(owner);
    if (!part || part.start === null)
      return orphansOfTable(this.#scope, owner, old, this.#before, this.#tasks);
    const { start } = part;
    const [table, versions] = await Promise.all([
      findTableById(this.#scope, owner),
      tableVersionsSince(this.#scope, owner, start),
    ]);
    const manifests = new Set(versions.flatMap(({ manifest_key }) => manifest_key ?? []));
    const latest = table?.item.manifest_key ?? null;
    if (latest !== null) manifests.add(latest);
    // Read after the versions, as in `orphansOfTable`.
    for (const { item } of await listReplacedManifests(this.#scope))
      if (Date.parse(item.replaced_at) > this.#before) manifests.add(item.manifest_key);
    const pinned = () => this.#tasks.since(Date.parse(timeOfId(start)));
    const orphans = await unneededObjects(this.#scope, owner, old, { manifests, latest, pinned });
    return [...orphans, ...(await this.#derivedFrom(owner, orphans))];
  }

  /** Removes the notes of a table whose objects have been examined. */
  async done(owner: string): Promise<void> {
    const due = this.#parts.get(owner)?.due ?? [];
    await forgetReplacedManifests(
      this.#scope,
      due.map(({ sk }) => sk),
    );
  }

  /** Returns the ids of the tables that existed before and have changed since, in ascending order. */
  async #changedTables(notes: readonly Note[]): Promise<string[]> {
    const changed = new Set(notes.map(({ item }) => ownerOf(item)));
    const last = lastIdAt(this.#from);
    for await (const { tables } of versionsAfter(this.#scope, last))
      for (const { table_id } of tables) changed.add(table_id);
    return [...changed].filter((id) => Number(id) <= Number(last)).sort((a, b) => Number(a) - Number(b));
  }

  /**
   * Returns the version on which objects written since the last sweep are based, or an earlier one that a note names. Null if
   * all versions must be examined: an erasure writes objects of earlier versions.
   */
  async #startOf(tableId: string, due: readonly Note[]): Promise<string | null> {
    const at = await tableVersionAt(this.#scope, tableId, lastIdAt(this.#from));
    const erased = (await findTableById(this.#scope, tableId))?.item.erased;
    if (at === null) return null;
    const ids = [at.version_id, ...due.map(({ item }) => idOfKey(item.manifest_key))];
    const start = ids.reduce((first, id) => (Number(id) < Number(first) ? id : first));
    return erased !== undefined && Number(erased) >= Number(start) ? null : start;
  }

  async #objectsOf(tableId: string, { start, due }: RecentPart): Promise<ListedObject[]> {
    const { id } = this.#scope;
    if (start === null) return this.#listed(`${tablesPrefix(id)}${tableId}/`, null);
    const lists = await Promise.all([
      this.#listed(manifestsPrefix(id, tableId), start),
      this.#listed(segmentsPrefix(id, tableId), start),
      this.#listed(mergedFilesPrefix(id, tableId), lastIdAt(this.#from)),
      this.#listed(icebergMetadataPrefix(id, tableId), null),
      this.#objectsIn(due),
    ]);
    return [...new Map(lists.flat().map((object) => [object.key, object])).values()];
  }

  /** Returns the existing objects to which replaced manifests refer. */
  async #objectsIn(due: readonly Note[]): Promise<ListedObject[]> {
    const keys = new Set<string>();
    for (const { item } of due) {
      const manifest = await jsonIfPresent<Manifest>(this.#scope, item.manifest_key);
      for (const { key, merged = 0 } of manifest?.segments ?? []) {
        keys.add(key);
        const files = merged > 0 ? await jsonIfPresent<DataFile[]>(this.#scope, key) : null;
        for (const file of files ?? []) if (isMerged(file)) keys.add(file.key);
      }
    }
    const listed = await Promise.all([...keys].map((key) => this.#listed(key, null)));
    return listed.flat().filter(({ key }) => keys.has(key));
  }

  /** Returns the objects that describe orphans to Iceberg readers. */
  async #derivedFrom(tableId: string, orphans: readonly ListedObject[]): Promise<ListedObject[]> {
    const names = new Set(
      orphans.flatMap(({ key }) => /\/(?:manifests|segments)\/([^/]+)\.json$/.exec(key)?.[1] ?? []),
    );
    if (names.size === 0) return [];
    const first = [...names].sort()[0] ?? "";
    const derived: ListedObject[] = [];
    for (const folder of ["snapshots", "sources", "segments", "facts"]) {
      const listed = await this.#listed(
        `${icebergPrefix(this.#scope.id, tableId)}${folder}/`,
        idOfKey(`/${first}`),
      );
      derived.push(...listed.filter(({ key }) => names.has(key.replace(/^.*\/([^/.]+)\.[^/]*$/, "$1"))));
    }
    return derived;
  }

  /**
   * Lists objects with a prefix; if `start` is not null, only those that are named after an id from `start` on. Others are older
   * or, like a file without erased rows, belong to any version.
   */
  async #listed(prefix: string, start: string | null): Promise<ListedObject[]> {
    const objects: ListedObject[] = [];
    const listed =
      start === null ? listObjects(this.#scope, prefix, null) : listObjectsSince(this.#scope, prefix, start);
    for await (const object of listed) objects.push(object);
    return objects;
  }
}

function ownerOf({ manifest_key }: ReplacedManifest): string {
  return parseObjectKey(manifest_key).owner;
}
