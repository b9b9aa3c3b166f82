import type { FileStatistics } from "@pdp/basics/columns";
import type { LeftOut } from "@pdp/basics/wording";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { workspaceDatabase } from "./dynamodb/database.ts";
import { listAll, transact } from "./dynamodb/items.ts";
import { ingestedFileKey, ingestedFiles, readingFileKey } from "./dynamodb/keys.ts";

/** Result of ingesting a batch of files: their rows are in `key`, or their problems are in the report. */
export interface IngestedBatch {
  table_reference: string;
  /** Files in the batch with their row counts, in row order; the batch is named after the first file. */
  files: { file_id: string; rows: number }[];
  key: string | null;
  rows: number;
  bytes: number;
  report_key: string | null;
  /**
   * Number of problems in the batch. They are all in the object at `ingestProblemsKey` of its first file. Absent if there are
   * none.
   */
  problem_count?: number;
  /** Skipped rows of the batch's files; all their problems are in the same object. Absent if nothing was skipped. */
  left_out?: LeftOut;
  /** Absent if no data file exists, and in records from earlier versions of the service. */
  statistics?: FileStatistics;
}

/** Reading progress of a file that has not been ingested yet. */
export interface ReadingFile {
  file_id: string;
  /** Share of the file that has been read, from 0 to 1. */
  share: number;
  rows: number;
}

/** Stores the result of a batch under its execution attempt, so that a newer execution never reads it. */
export async function putIngested(
  scope: WorkspaceScope,
  loadId: string,
  attempt: number,
  batch: IngestedBatch,
): Promise<void> {
  const key = ingestedFileKey(scope.id, loadId, attempt, batch.files[0]?.file_id ?? "");
  await transact(workspaceDatabase(scope), [{ kind: "put", key, item: batch }]);
}

/** Stores reading progress separately from the subsequent result, so that neither overwrites the other. */
export async function putReading(
  scope: WorkspaceScope,
  loadId: string,
  attempt: number,
  reading: ReadingFile,
): Promise<void> {
  const key = readingFileKey(scope.id, loadId, attempt, reading.file_id);
  await transact(workspaceDatabase(scope), [{ kind: "put", key, item: reading }]);
}

export async function listIngested(
  scope: WorkspaceScope,
  loadId: string,
  attempt: number,
): Promise<IngestedBatch[]> {
  return (await listIngestion(scope, loadId, attempt)).batches;
}

/** Results of an attempt so far, and the progress of files without a result. */
export interface Ingestion {
  batches: IngestedBatch[];
  reading: ReadingFile[];
}

/** Lists the results of an attempt, and the progress of files without a result. */
export async function listIngestion(
  scope: WorkspaceScope,
  loadId: string,
  attempt: number,
): Promise<Ingestion> {
  const list = ingestedFiles(scope.id, loadId, attempt);
  const items = await listAll<IngestedBatch | ReadingFile>(workspaceDatabase(scope), list);
  const batches = items.filter((item): item is IngestedBatch => "files" in item);
  const ended = new Set(batches.flatMap(({ files }) => files.map(({ file_id }) => file_id)));
  const reading = items.filter((item): item is ReadingFile => "share" in item && !ended.has(item.file_id));
  return { batches, reading };
}

/** Removes the column statistics from the results of a load's attempts. */
export async function forgetStatistics(
  scope: WorkspaceScope,
  loadId: string,
  lastAttempt: number,
): Promise<void> {
  for (let attempt = 1; attempt <= lastAttempt; attempt += 1) {
    for (const { statistics, ...batch } of await listIngested(scope, loadId, attempt)) {
      if (statistics !== undefined) await putIngested(scope, loadId, attempt, batch);
    }
  }
}
