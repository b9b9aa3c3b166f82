import type { LoadFile, LoadProgress, LoadRecord } from "#shared/domain/loads/load.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { type Ingestion, listIngestion } from "./ingested.ts";

/** Returns the progress of the work on a load; undefined unless it is LOADING. */
export async function readProgress(
  scope: WorkspaceScope,
  load: LoadRecord,
  files: readonly LoadFile[],
): Promise<LoadProgress | undefined> {
  if (load.state !== "LOADING" || load.action !== "INGEST") return progressOf(load, files);
  return progressOf(load, files, await listIngestion(scope, load.id, load.attempt));
}

const NOT_BEGUN: Ingestion = { batches: [], reading: [] };

/** Returns the progress of the work on a load with what has been ingested so far; undefined unless it is LOADING. */
export function progressOf(
  load: LoadRecord,
  files: readonly LoadFile[],
  { batches, reading }: Ingestion = NOT_BEGUN,
): LoadProgress | undefined {
  if (load.state !== "LOADING") return undefined;
  const ofTables = files.filter(({ table_reference }) => table_reference !== null);
  const sizes = new Map(ofTables.map(({ id, size }) => [id, size]));
  const all = { files: ofTables.length, bytes: ofTables.reduce((sum, { size }) => sum + size, 0) };
  if (load.action !== "INGEST") {
    const rows = (load.file_rows ?? []).reduce<number>((sum, count) => sum + (count ?? 0), 0);
    return { phase: "COMMITTING", files_done: all.files, bytes_done: all.bytes, rows_done: rows, ...all };
  }
  const done = { files: 0, bytes: 0, rows: 0 };
  for (const { file_id, rows } of batches.flatMap((batch) => batch.files)) {
    done.files += 1;
    done.bytes += sizes.get(file_id) ?? 0;
    done.rows += rows;
  }
  for (const { file_id, share, rows } of reading) {
    done.bytes += Math.floor(share * (sizes.get(file_id) ?? 0));
    done.rows += rows;
  }
  const isRead = done.files === all.files;
  const isBegun = done.files > 0 || reading.length > 0;
  return {
    phase: isRead ? "COMMITTING" : isBegun ? "READING" : "WAITING",
    files_done: done.files,
    bytes_done: done.bytes,
    rows_done: done.rows,
    ...all,
  };
}
