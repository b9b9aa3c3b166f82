import { randomBytes } from "node:crypto";
import type { Column } from "@pdp/basics/columns";
import { cleanColumns } from "#shared/domain/erasures/erasedText.ts";
import {
  type DataFile,
  isMerged,
  type Manifest,
  type Segment,
  segmentOf,
  withSegments,
} from "#shared/domain/loads/manifest.ts";
import { segmentKey } from "#shared/objects/keys.ts";
import type { PendingObjects } from "#shared/objects/manifests.ts";
import { getJson } from "#shared/objects/objects.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import type { SearchedTable } from "./searchedTable.ts";

/**
 * Returns the entry of a data file without erased rows; null if no visible rows are left. Returns the same entry if the file
 * has no erased rows. A new entry has no statistics, because the statistics of the old file contain erased values.
 */
export function withoutErasedRows(
  { erasures }: Pick<SearchedTable, "erasures">,
  file: DataFile,
): DataFile | null {
  let current = file;
  for (let erasure = erasures.get(current.key); erasure; erasure = erasures.get(current.key)) {
    if (erasure.to === null) return null;
    const { to: key, bytes } = erasure;
    const kept = new Map(erasure.kept.map(({ load_id, rows }) => [load_id, rows]));
    if (isMerged(current)) {
      const { hidden_loads = [], hidden_rows: __, statistics: _, ...entry } = current;
      const loads = entry.loads.flatMap(({ load_id }) => {
        const rows = kept.get(load_id);
        return rows === undefined ? [] : [{ load_id, rows }];
      });
      if (loads.length === 0) return null;
      const hidden = hidden_loads.filter((load) => kept.has(load));
      const rows = loads.reduce((sum, load) => sum + load.rows, 0);
      const counts = hidden.map((load) => kept.get(load) ?? 0);
      const unseen = hidden.length > 0 && { hidden_loads: hidden, hidden_rows: counts };
      current = { ...entry, key, bytes, rows, loads, ...unseen };
    } else {
      const { statistics: _, ...entry } = current;
      current = { ...entry, key, bytes, rows: kept.get(current.load_id) ?? 0 };
      if (current.rows === 0) return null;
    }
  }
  return current;
}

/** Replaces the segments and manifests of one table. Versions that share a segment also share its replacement. */
export class TableReplacement {
  readonly #scope: WorkspaceScope;
  readonly #searched: SearchedTable;
  /** Replacements of segments, by segment key; null for a segment without rows. */
  readonly #segments = new Map<string, Promise<Segment | null>>();

  constructor(scope: WorkspaceScope, searched: SearchedTable) {
    this.#scope = scope;
    this.#searched = searched;
  }

  /** Returns a manifest without erased rows; returns the same manifest if it has none. */
  async without(objects: PendingObjects, manifest: Manifest): Promise<Manifest> {
    const replaced = await Promise.all(manifest.segments.map((segment) => this.#replace(objects, segment)));
    const columns = this.#columnsOf(manifest);
    const isSame = replaced.every((segment, index) => segment === manifest.segments[index]);
    if (isSame && columns === manifest.columns) return manifest;
    return withSegments(
      { ...manifest, columns },
      replaced.filter((segment) => segment !== null),
    );
  }

  /** Tells whether a manifest contains erased rows, or describes columns with erased values. Stores nothing. */
  async hasErased(manifest: Manifest): Promise<boolean> {
    if (this.#columnsOf(manifest) !== manifest.columns) return true;
    for (const segment of manifest.segments) if ((await this.#filesLeft(segment)) !== null) return true;
    return false;
  }

  #columnsOf({ columns }: Manifest): Column[] {
    return cleanColumns(columns, this.#searched.hasErased);
  }

  async #replace(objects: PendingObjects, segment: Segment): Promise<Segment | null> {
    const done = this.#segments.get(segment.key) ?? this.#rewrite(objects, segment);
    this.#segments.set(segment.key, done);
    const replaced = await done;
    return replaced?.key === segment.key ? segment : replaced;
  }

  async #rewrite(objects: PendingObjects, segment: Segment): Promise<Segment | null> {
    const left = await this.#filesLeft(segment);
    if (left === null) return segment;
    if (left.length === 0) return null;
    const { table } = this.#searched;
    const key = segmentKey(this.#scope.id, table.id, table.version_id, randomBytes(6).toString("hex"));
    objects.put(key, left);
    return segmentOf(key, left);
  }

  /** Returns the entries of a segment without erased rows; null if no entry contains erased rows. */
  async #filesLeft({ key }: Segment): Promise<DataFile[] | null> {
    const { segments, unread } = this.#searched.objects;
    if (unread.has(key)) return null;
    const files = segments.get(key) ?? (await getJson<DataFile[]>(this.#scope, key));
    const kept = files.map((file) => withoutErasedRows(this.#searched, file));
    if (kept.every((file, index) => file === files[index])) return null;
    return kept.filter((file) => file !== null);
  }
}
