import type { Column } from "#shared/domain/column.ts";
import type { Context } from "#shared/domain/context.ts";
import { laterId } from "#shared/domain/id.ts";

/** Immutable Parquet file of one load, and thereby of one context. */
export interface DataFile {
  key: string;
  load_id: string;
  context: Context;
  rows: number;
  bytes: number;
}

/**
 * Immutable list of at most 1,000 files, stored as one object, so that the cost of a commit does not grow with the
 * history.
 */
export interface Segment {
  key: string;
  files: number;
  rows: number;
  bytes: number;
  /** Smallest and largest load id in the segment; they tell which segments an undo has to read. */
  first_load: string;
  last_load: string;
}

/** One version of one table: its columns and the files with its rows. Immutable once written. */
export interface Manifest {
  table_id: string;
  version_id: string;
  columns: Column[];
  segments: Segment[];
  rows: number;
  bytes: number;
}

export const SEGMENT_FILES = 1000;

export function emptyManifest(tableId: string, versionId: string, columns: Column[]): Manifest {
  return { table_id: tableId, version_id: versionId, columns, segments: [], rows: 0, bytes: 0 };
}

/** Returns the manifest with other segments and updated totals. */
export function withSegments(manifest: Manifest, segments: Segment[]): Manifest {
  const kept = segments.filter((segment) => segment.files > 0);
  return { ...manifest, segments: kept, rows: sum(kept, "rows"), bytes: sum(kept, "bytes") };
}

export function segmentOf(key: string, files: readonly DataFile[]): Segment {
  const ids = files.map((file) => file.load_id);
  return {
    key,
    files: files.length,
    rows: sum(files, "rows"),
    bytes: sum(files, "bytes"),
    first_load: ids.reduce((a, b) => (laterId(a, b) === a ? b : a), ids[0] ?? "0"),
    last_load: ids.reduce(laterId, ids[0] ?? "0"),
  };
}

/** Tells whether a segment may contain files of a load. */
export function mayHold(segment: Segment, loadId: string): boolean {
  const id = Number(loadId);
  return id >= Number(segment.first_load) && id <= Number(segment.last_load);
}

function sum<K extends "rows" | "bytes">(items: readonly Record<K, number>[], key: K): number {
  return items.reduce((total, item) => total + item[key], 0);
}
