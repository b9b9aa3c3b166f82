import {
  type DataFile,
  isMerged,
  type Manifest,
  mayHold,
  type Segment,
} from "#shared/domain/loads/manifest.ts";
import type { CommittedFiles } from "#shared/history/commitIngestedLoad.ts";
import { inParallel } from "#shared/history/inParallel.ts";
import { getJson, jsonIfPresent } from "#shared/objects/objects.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { findTableById } from "#shared/store/tables.ts";
import { listTableVersions, type TableVersion } from "#shared/store/tableVersions.ts";

/** List of a load's data files, which undo and redo read. */
export interface CommittedList {
  loadId: string;
  files: CommittedFiles;
}

/** Objects that refer to the rows of one table, at all versions. */
export interface TableObjects {
  versions: TableVersion[];
  /** Manifests of its versions and of task snapshots, by key. */
  manifests: Map<string, Manifest>;
  /** Data files of each segment, in listed order, by segment key. */
  segments: Map<string, readonly DataFile[]>;
  /** Keys of the segments that were not read, because they cannot contain erased rows. */
  unread: Set<string>;
  /** Keys of deleted pinned manifests: they contained erased rows, and a task pinned them in the meantime. */
  gone: Set<string>;
  /** All data files by key, including those that are only in the list of an undone load. */
  files: Map<string, DataFile>;
}

/**
 * Reads the manifests, segments and data files of a table. `pinned` contains the keys of the table's manifests that tasks
 * read. Segments that cannot contain rows of `loads` are only recorded by key, unless `loads` is null.
 */
export async function tableObjects(
  scope: WorkspaceScope,
  tableId: string,
  pinned: Iterable<string>,
  lists: readonly CommittedList[],
  loads: ReadonlySet<string> | null,
): Promise<TableObjects> {
  const [table, versions] = await Promise.all([
    findTableById(scope, tableId),
    listTableVersions(scope, tableId),
  ]);
  const ofVersions = new Set(versions.flatMap(({ manifest_key }) => manifest_key ?? []));
  if (table?.item.manifest_key) ofVersions.add(table.item.manifest_key);
  const keys = new Set([...pinned, ...ofVersions]);
  const manifests = new Map<string, Manifest>();
  const segmentsByKey = new Map<string, Segment>();
  const gone = new Set<string>();
  await inParallel(keys, async (key) => {
    const manifest = ofVersions.has(key)
      ? await getJson<Manifest>(scope, key)
      : await jsonIfPresent<Manifest>(scope, key);
    if (manifest === null) {
      gone.add(key);
      return;
    }
    manifests.set(key, manifest);
    for (const segment of manifest.segments) segmentsByKey.set(segment.key, segment);
  });
  const segments = new Map<string, readonly DataFile[]>();
  const unread = new Set<string>();
  const files = new Map<string, DataFile>();
  const mayMatter = (segment: Segment): boolean =>
    loads === null || (segment.merged ?? 0) > 0 || [...loads].some((load) => mayHold(segment, load));
  for (const segment of segmentsByKey.values()) if (!mayMatter(segment)) unread.add(segment.key);
  const read = [...segmentsByKey.values()].filter(({ key }) => !unread.has(key));
  await inParallel(read, async ({ key }) => {
    const entries = await getJson<DataFile[]>(scope, key);
    segments.set(key, entries);
    for (const file of entries) files.set(file.key, together(files.get(file.key), file));
  });
  for (const list of lists) {
    for (const file of list.files[tableId] ?? []) files.set(file.key, files.get(file.key) ?? file);
  }
  return { versions, manifests, segments, unread, gone, files };
}

/** Returns a file with the loads of both entries, because a merged file hides different loads in each version. */
function together(before: DataFile | undefined, after: DataFile): DataFile {
  if (!before || !isMerged(before) || !isMerged(after)) return after;
  const loads = new Map([...before.loads, ...after.loads].map((load) => [load.load_id, load]));
  const hidden = new Set([...(before.hidden_loads ?? []), ...(after.hidden_loads ?? [])]);
  const { hidden_rows: _, ...entry } = before;
  const hidden_loads = [...hidden].filter((load) => !loads.has(load));
  return { ...entry, loads: [...loads.values()], hidden_loads };
}
