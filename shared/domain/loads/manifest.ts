import { type Column, countBounds, type FileStatistics } from "@pdp/basics/columns";
import type { Context } from "#shared/domain/context.ts";
import { laterId } from "#shared/domain/id.ts";

interface ParquetObject {
  key: string;
  context: Context;
  /** Number of rows that count in this version. */
  rows: number;
  bytes: number;
  /** Absent in files written by earlier versions of the service. */
  statistics?: FileStatistics;
}

/** Immutable Parquet file of one load, and therefore of one context. */
export interface LoadDataFile extends ParquetObject {
  load_id: string;
}

/** Number of rows from one load. */
export interface LoadRows {
  load_id: string;
  rows: number;
}

/**
 * Immutable Parquet file that contains the merged rows of several loads of one project, or of the workspace. The column `__load_id` contains the
 * load of each row.
 */
export interface MergedDataFile extends ParquetObject {
  /** Loads with rows that count in this version. */
  loads: LoadRows[];
  /** Loads with rows in the file that do not count; absent if there are none. */
  hidden_loads?: string[];
  /** Number of rows of each hidden load; absent if there are none, and in entries of earlier versions. */
  hidden_rows?: number[];
}

export type DataFile = LoadDataFile | MergedDataFile;

/**
 * Immutable list of files, stored as one object. Commits join small segments (`segmentRuns.ts`), so that their cost does not
 * grow with the history.
 */
export interface Segment {
  key: string;
  files: number;
  rows: number;
  bytes: number;
  /** Smallest and largest load id in the segment; they determine which segments an undo has to read. */
  first_load: string;
  last_load: string;
  /** Number of merged files; absent if there are none. Segments with and without merged files are not joined. */
  merged?: number;
  /** Length of the list, as the sum of `weightOf` its files. Absent in segments of earlier versions, which are not joined. */
  weight?: number;
}

/** One version of one table: its columns and the files that contain its rows. Immutable once written. */
export interface Manifest {
  table_id: string;
  version_id: string;
  columns: Column[];
  segments: Segment[];
  rows: number;
  bytes: number;
}

export function emptyManifest(tableId: string, versionId: string, columns: Column[]): Manifest {
  return { table_id: tableId, version_id: versionId, columns, segments: [], rows: 0, bytes: 0 };
}

/** Returns the manifest with different segments and updated totals. */
export function withSegments(manifest: Manifest, segments: Segment[]): Manifest {
  const kept = segments.filter((segment) => segment.files > 0);
  return { ...manifest, segments: kept, rows: sum(kept, "rows"), bytes: sum(kept, "bytes") };
}

export function isMerged(file: DataFile): file is MergedDataFile {
  return "loads" in file;
}

/** Returns the loads with rows that count in a file. */
export function loadsOf(file: DataFile): LoadRows[] {
  return isMerged(file) ? file.loads : [{ load_id: file.load_id, rows: file.rows }];
}

/**
 * Returns a file without the rows of one load; null if no rows are left. Returns the same file if it contains no rows of the
 * load.
 */
export function withoutLoad(file: DataFile, loadId: string): DataFile | null {
  if (!isMerged(file)) return file.load_id === loadId ? null : file;
  const loads = file.loads.filter(({ load_id }) => load_id !== loadId);
  if (loads.length === file.loads.length) return file;
  if (loads.length === 0) return null;
  const { hidden_loads: hidden = [], hidden_rows: counts = [], ...entry } = file;
  const rows = file.loads.find(({ load_id }) => load_id === loadId)?.rows ?? 0;
  return {
    ...entry,
    loads,
    hidden_loads: [...hidden, loadId],
    ...(counts.length === hidden.length && { hidden_rows: [...counts, rows] }),
    rows: sum(loads, "rows"),
  };
}

/** Number of columns with statistics that take about as much space in a list as a file without statistics. */
const BOUNDS_OF_WEIGHT = 4;

/** Returns the length of a file's entry in a list: 1 for a short one; statistics and loads make an entry longer. */
export function weightOf(file: DataFile): number {
  const loads = isMerged(file) ? file.loads.length + (file.hidden_loads?.length ?? 0) : 1;
  return Math.max(loads, Math.ceil(countBounds([file]) / BOUNDS_OF_WEIGHT));
}

export function segmentOf(key: string, files: readonly DataFile[]): Segment {
  const ids = files.flatMap((file) => loadsOf(file).map(({ load_id }) => load_id));
  const merged = files.filter(isMerged).length;
  return {
    key,
    files: files.length,
    rows: sum(files, "rows"),
    bytes: sum(files, "bytes"),
    first_load: ids.reduce((a, b) => (laterId(a, b) === a ? b : a), ids[0] ?? "0"),
    last_load: ids.reduce(laterId, ids[0] ?? "0"),
    ...(merged > 0 && { merged }),
    weight: files.reduce((total, file) => total + weightOf(file), 0),
  };
}

/** Returns whether a segment may contain files of a load. */
export function mayHold(segment: Segment, loadId: string): boolean {
  const id = Number(loadId);
  return id >= Number(segment.first_load) && id <= Number(segment.last_load);
}

function sum<K extends "rows" | "bytes">(items: readonly Record<K, number>[], key: K): number {
  return items.reduce((total, item) => total + item[key], 0);
}
