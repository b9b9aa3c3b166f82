import { type DataFile, isMerged, loadsOf, type MergedDataFile } from "./manifest.ts";

/** Number of a load's rows that were added to or removed from a table between two versions. */
export interface RowChange {
  load_id: string;
  rows_added: number;
  rows_removed: number;
}

/**
 * Compares the files of a table at two versions by load. A load's rows never change; they are either present or absent. Files
 * present in both versions may be omitted from both. Returns the loads with different row counts, oldest first.
 */
export function rowChanges(from: readonly DataFile[], to: readonly DataFile[]): RowChange[] {
  const gained = new Map<string, number>();
  const count = (files: readonly DataFile[], sign: 1 | -1): void => {
    for (const file of files) {
      for (const { load_id, rows } of loadsOf(file)) {
        gained.set(load_id, (gained.get(load_id) ?? 0) + sign * rows);
      }
    }
  };
  count(from, -1);
  count(to, 1);
  return [...gained]
    .filter(([, rows]) => rows !== 0)
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(([load_id, rows]) => ({
      load_id,
      rows_added: Math.max(0, rows),
      rows_removed: Math.max(0, -rows),
    }));
}

export function totalChange(changes: readonly RowChange[]): Omit<RowChange, "load_id"> {
  return {
    rows_added: changes.reduce((sum, { rows_added }) => sum + rows_added, 0),
    rows_removed: changes.reduce((sum, { rows_removed }) => sum + rows_removed, 0),
  };
}

/** Merged file that is read only for the rows of some loads. */
type PartOfFile = Omit<MergedDataFile, "hidden_loads" | "hidden_rows"> & { only_loads: string[] };

/**
 * Returns the files of one version that contain rows of the given loads. A merged file that also contains other loads is read
 * only for the given loads.
 */
export function filesOfLoads(
  files: readonly DataFile[],
  isWanted: (loadId: string) => boolean,
): (DataFile | PartOfFile)[] {
  return files.flatMap((file): (DataFile | PartOfFile)[] => {
    const all = loadsOf(file);
    const loads = all.filter(({ load_id }) => isWanted(load_id));
    if (loads.length === 0) return [];
    if (!isMerged(file) || loads.length === all.length) return [file];
    const { hidden_loads: _, hidden_rows: __, ...merged } = file;
    const rows = loads.reduce((sum, load) => sum + load.rows, 0);
    return [{ ...merged, loads, rows, only_loads: loads.map(({ load_id }) => load_id) }];
  });
}
