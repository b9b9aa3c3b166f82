import { type DataFile, type LoadRows, loadsOf, type MergedDataFile } from "./manifest.ts";

/** Maximum number of rows in a merged file that stands in for others, as a multiple of the rows that count. */
const MAX_RATIO = 4;
/** Number of additional rows that take about as long to read as it takes to open a file. */
const ROWS_OF_FILE = 1_000;

/**
 * Returns the files of an earlier version with merged files in place of small ones, so that a query opens fewer files. `merged`
 * contains merged files of the latest version. The rows stay the same: a merged file stands in only for loads that have as
 * many rows in it as in the version, and its other loads are hidden.
 */
export function withStandIns(files: readonly DataFile[], merged: readonly MergedDataFile[]): DataFile[] {
  let current = [...files];
  for (const file of merged.toSorted((a, b) => b.rows - a.rows)) {
    if (current.some(({ key }) => key === file.key)) continue;
    const { standIn, sources } = standInFor(current, file);
    if (standIn === null) continue;
    const first = current.findIndex((file) => sources.has(file));
    current = current.flatMap((file, index) => {
      if (index === first) return [standIn];
      return sources.has(file) ? [] : [file];
    });
  }
  return current;
}

/** Returns the entry with which a merged file stands in for some files; null if it would not save time. */
function standInFor(
  files: readonly DataFile[],
  merged: MergedDataFile,
): { standIn: MergedDataFile | null; sources: ReadonlySet<DataFile> } {
  const contained = rowsInFile(merged);
  const sources = coveredFiles(files, new Map(contained.map(({ load_id, rows }) => [load_id, rows])));
  const coveredLoads = new Set([...sources].flatMap((file) => loadsOf(file).map(({ load_id }) => load_id)));
  const loads = contained.filter(({ load_id }) => coveredLoads.has(load_id));
  const rows = sum(loads);
  const saved = sources.size - 1;
  const read = Math.max(sum(contained), merged.statistics?.rows ?? 0);
  if (saved < 1 || read > MAX_RATIO * rows + ROWS_OF_FILE * saved) return { standIn: null, sources };
  const { hidden_loads: _, hidden_rows: __, ...entry } = merged;
  const all = new Set([...merged.loads.map(({ load_id }) => load_id), ...(merged.hidden_loads ?? [])]);
  const hidden = [...all].filter((load) => !coveredLoads.has(load));
  return {
    standIn: { ...entry, loads, rows, ...(hidden.length > 0 && { hidden_loads: hidden }) },
    sources,
  };
}

/** Returns the rows of all loads in a merged file, hidden ones included if their number is known. */
function rowsInFile({ loads, hidden_loads = [], hidden_rows = [] }: MergedDataFile): LoadRows[] {
  return [...loads, ...hidden_rows.map((rows, index) => ({ load_id: hidden_loads[index] ?? "", rows }))];
}

/** Returns the files whose loads are all contained entirely, with all their rows in all of the files. */
function coveredFiles(
  files: readonly DataFile[],
  contained: ReadonlyMap<string, number>,
): ReadonlySet<DataFile> {
  const counts = new Map<string, number>();
  for (const { load_id, rows } of files.flatMap(loadsOf))
    counts.set(load_id, (counts.get(load_id) ?? 0) + rows);
  const covered = new Set(
    [...counts].flatMap(([load, rows]) => (contained.get(load) === rows ? [load] : [])),
  );
  const isCovered = (file: DataFile): boolean => loadsOf(file).every(({ load_id }) => covered.has(load_id));
  for (let size = -1; size !== covered.size; ) {
    size = covered.size;
    // The loads of a file that is read anyway are read from that file.
    for (const file of files)
      if (!isCovered(file)) for (const { load_id } of loadsOf(file)) covered.delete(load_id);
  }
  return new Set(files.filter(isCovered));
}

function sum(loads: readonly LoadRows[]): number {
  return loads.reduce((total, { rows }) => total + rows, 0);
}
