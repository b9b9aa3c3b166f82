import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { workspaceDatabase } from "./dynamodb/database.ts";
import { listAll, transact } from "./dynamodb/items.ts";
import { ingestedFileKey, ingestedFiles } from "./dynamodb/keys.ts";

/** Result of the ingestion of a batch of files: their rows are in `key`, or their problems in the report. */
export interface IngestedBatch {
  table_reference: string;
  /** Files of the batch with their numbers of rows, in the order of their rows; the first one names the batch. */
  files: { file_id: string; rows: number }[];
  key: string | null;
  rows: number;
  bytes: number;
  report_key: string | null;
  /** Number of its problems, which are all in the object of `ingestProblemsKey` of its first file; absent if there are none. */
  problem_count?: number;
}

/** Stores the result of a batch under the attempt of its execution, so that a newer execution never reads it. */
export async function putIngested(
  scope: WorkspaceScope,
  loadId: string,
  attempt: number,
  batch: IngestedBatch,
): Promise<void> {
  const key = ingestedFileKey(scope.id, loadId, attempt, batch.files[0]?.file_id ?? "");
  await transact(workspaceDatabase(scope), [{ kind: "put", key, item: batch }]);
}

export function listIngested(
  scope: WorkspaceScope,
  loadId: string,
  attempt: number,
): Promise<IngestedBatch[]> {
  return listAll<IngestedBatch>(workspaceDatabase(scope), ingestedFiles(scope.id, loadId, attempt));
}
