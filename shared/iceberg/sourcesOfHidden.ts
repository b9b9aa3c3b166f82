import { type DataFile, isMerged, loadsOf } from "#shared/domain/loads/manifest.ts";

/**
 * Returns the files of a version, except for merged files that contain rows that do not count, because Iceberg cannot exclude
 * these rows. The data files of the loads with rows that count are listed instead. A merged file that contains other rows of
 * one of these loads is replaced too, so that each load is listed either by its data files or by merged files, never by both.
 * `committed` returns the data files of a load in this table.
 */
export async function sourcesOfHidden(
  files: readonly DataFile[],
  committed: (loadId: string) => Promise<readonly DataFile[]>,
): Promise<DataFile[]> {
  const replaced = new Set(files.filter((file) => isMerged(file) && (file.hidden_loads ?? []).length > 0));
  if (replaced.size === 0) return [...files];
  const loads = new Set<string>();
  for (let size = -1; size !== replaced.size; ) {
    size = replaced.size;
    for (const file of replaced) for (const { load_id } of loadsOf(file)) loads.add(load_id);
    for (const file of files) {
      if (isMerged(file) && loadsOf(file).some(({ load_id }) => loads.has(load_id))) replaced.add(file);
    }
  }
  const kept = files.filter((file) => !replaced.has(file));
  const known = new Set(kept.map(({ key }) => key));
  const sources = await Promise.all([...loads].map(committed));
  return [...kept, ...sources.flat().filter(({ key }) => !known.has(key))];
}
