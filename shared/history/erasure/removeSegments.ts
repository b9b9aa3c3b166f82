import { type DataFile, isMerged } from "#shared/domain/loads/manifest.ts";
import { inParallel } from "#shared/history/inParallel.ts";
import { segmentsPrefix } from "#shared/objects/keys.ts";
import { getJson, listObjects } from "#shared/objects/objects.ts";
import { eraseVersions } from "#shared/objects/objectVersions.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import type { SearchedTable } from "./searchedTable.ts";

/**
 * Deletes a table's segments with statistics that contain erased values, including all versions of these segments: replaced
 * segments, unreferenced ones, such as those of failed commits, and segments deleted earlier. `erasedLoads` contains the loads
 * with erased rows. Segments of a running commit stay, because they do not list any files with erased rows.
 */
export async function removeSegments(
  scope: WorkspaceScope,
  { table, objects, erasures }: SearchedTable,
  erasedLoads: ReadonlySet<string>,
  onKey: (key: string) => void,
): Promise<void> {
  const used = usedFiles({ objects, erasures });
  const hasErasedRows = (file: DataFile): boolean =>
    erasures.has(file.key) || ((isMerged(file) || erasedLoads.has(file.load_id)) && !used.has(file.key));
  const prefix = segmentsPrefix(scope.id, table.id);
  const present = new Set<string>();
  for await (const { key } of listObjects(scope, prefix, null)) present.add(key);
  const doomed = new Set<string>();
  await inParallel(present, async (key) => {
    if (objects.unread.has(key)) return;
    const files = objects.segments.get(key) ?? (await getJson<DataFile[]>(scope, key));
    if (files.some(hasErasedRows)) doomed.add(key);
  });
  // A segment that was stored in the meantime belongs to a commit without erased rows.
  const matches = (key: string, isDeleted: boolean): boolean => doomed.has(key) || isDeleted;
  await eraseVersions(scope, prefix, { matches, onKey });
}

/** Returns the keys of the table's data files after the erasure. */
export function usedFiles({ objects, erasures }: Pick<SearchedTable, "objects" | "erasures">): Set<string> {
  const used = new Set(objects.files.keys());
  for (const { to } of erasures.values()) if (to !== null) used.add(to);
  for (const key of erasures.keys()) used.delete(key);
  return used;
}
