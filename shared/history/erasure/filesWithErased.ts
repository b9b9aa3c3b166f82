import type { LoadRecord } from "#shared/domain/loads/load.ts";
import type { DataFile } from "#shared/domain/loads/manifest.ts";
import { isStored } from "#shared/objects/objects.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import type { FileErasure } from "./eraseFile.ts";

/**
 * Returns the data files with erased rows, including those that an interrupted run has replaced but not deleted: their strings
 * may still be quoted.
 */
export async function filesWithErased(
  scope: WorkspaceScope,
  loads: ReadonlyMap<string, LoadRecord>,
  files: ReadonlyMap<string, DataFile>,
  erasures: readonly [string, FileErasure][],
): Promise<DataFile[]> {
  const erased: DataFile[] = [];
  for (const [key, erasure] of erasures) {
    const file = files.get(key) ?? replacedFile(loads, key, erasure);
    if (file && (files.has(key) || (await isStored(scope, key)))) erased.push(file);
  }
  return erased;
}

function replacedFile(
  loads: ReadonlyMap<string, LoadRecord>,
  key: string,
  { kept, erased }: FileErasure,
): DataFile | null {
  const [first] = [...erased, ...kept];
  const load = first && loads.get(first.load_id);
  if (!load) return null;
  const rows = [...erased, ...kept].reduce((sum, entry) => sum + entry.rows, 0);
  const file = { key, context: load.context, rows, bytes: 0 };
  return key.includes("/loads/") ? { ...file, load_id: load.id } : { ...file, loads: kept };
}
