import type { Manifest } from "#shared/domain/loads/manifest.ts";
import type { ExportedFile } from "#shared/domain/transfers/exportFormat.ts";
import { filesOf } from "#shared/objects/manifests.ts";
import { jsonIfPresent } from "#shared/objects/objects.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import type { ExportedRecord } from "#shared/store/exportedLists.ts";
import type { TableVersion } from "#shared/store/tableVersions.ts";
import { exportPathOf, putLines, readLines } from "./exportFiles.ts";

/** Error for a file that records refer to, but that does not exist: it was removed while the workspace was exported. */
export class FileIsGone extends Error {
  override readonly name = "FileIsGone";
}

/** Files of an export by path. */
export type FilesByPath = ReadonlyMap<string, ExportedFile>;

/**
 * Stores the list of each table: a line for the table, one for each version with its manifest, and one for each file to which
 * the versions refer, with its checksum. Throws a `FileIsGone` if a file is missing.
 */
export async function exportTableLists(
  scope: WorkspaceScope,
  exportId: string,
  files: FilesByPath,
): Promise<ExportedFile[]> {
  const manifests = new Map<string, Set<string>>();
  const references = new Map<string, unknown>();
  for await (const { list, item } of readLines<ExportedRecord>(scope, exportId, "records/tables.jsonl")) {
    if (list === "TABLE") references.set(item.id as string, item.reference);
    const id = (item.table_id ?? item.id) as string;
    const key = item.manifest_key;
    // A compaction may have changed the manifest of a version between two of these records.
    if (typeof key === "string") manifests.set(id, (manifests.get(id) ?? new Set()).add(key));
  }
  const written: ExportedFile[] = [];
  for await (const [id, versions] of versionsByTable(scope, exportId)) {
    const keys = [
      ...versions.flatMap(({ manifest_key }) => manifest_key ?? []),
      ...(manifests.get(id) ?? []),
    ];
    const lines = tableLines(scope, { id, reference: references.get(id), versions, keys }, files);
    written.push(await putLines(scope, exportId, `tables/${id}.jsonl`, lines));
  }
  return written;
}

/** Yields the exported versions of each table; the records of a table follow each other. */
async function* versionsByTable(
  scope: WorkspaceScope,
  exportId: string,
): AsyncGenerator<[id: string, versions: TableVersion[]]> {
  let current: [string, TableVersion[]] | null = null;
  const path = "records/table-versions.jsonl";
  for await (const { list, item } of readLines<ExportedRecord>(scope, exportId, path)) {
    const id = list.slice(list.lastIndexOf("#") + 1);
    if (current?.[0] !== id) {
      if (current !== null) yield current;
      current = [id, []];
    }
    current[1].push(item as unknown as TableVersion);
  }
  if (current !== null) yield current;
}

interface ListedTable {
  id: string;
  reference: unknown;
  versions: TableVersion[];
  /** Keys of all manifests. */
  keys: string[];
}

async function* tableLines(
  scope: WorkspaceScope,
  { id, reference, versions, keys }: ListedTable,
  files: FilesByPath,
): AsyncGenerator<object> {
  const pathOf = (key: string): string => {
    const path = exportPathOf(scope, key);
    if (path === null || !files.has(path)) throw new FileIsGone(`The object ${key} is not in the export`);
    return path;
  };
  yield { table_id: id, reference };
  for (const { version_id, manifest_key } of versions)
    yield { version_id, manifest: manifest_key === null ? null : pathOf(manifest_key) };
  const used = new Set<string>();
  for (const key of new Set(keys)) {
    const manifest = await read(scope, key);
    used.add(pathOf(key));
    for (const segment of manifest.segments) {
      const path = pathOf(segment.key);
      if (used.has(path)) continue;
      used.add(path);
      for (const file of await filesOf(scope, { ...manifest, segments: [segment] }))
        used.add(pathOf(file.key));
    }
  }
  for (const path of [...used].sort()) yield files.get(path) as ExportedFile;
}

async function read(scope: WorkspaceScope, key: string): Promise<Manifest> {
  const manifest = await jsonIfPresent<Manifest>(scope, key);
  if (manifest === null) throw new FileIsGone(`The manifest ${key} is gone`);
  return manifest;
}
