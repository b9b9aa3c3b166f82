import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { workspaceDatabase } from "./dynamodb/database.ts";
import { listAll, transact } from "./dynamodb/items.ts";
import { ingestedFileKey, ingestedFiles } from "./dynamodb/keys.ts";

/** Result of the ingestion of one file: its rows are in `key`, or its problems in the report. */
export interface IngestedFile {
  file_id: string;
  table_reference: string;
  key: string | null;
  rows: number;
  bytes: number;
  report_key: string | null;
}

/** Stores the result of a file under the attempt of its execution, so that a newer execution never reads it. */
export async function putIngested(
  scope: WorkspaceScope,
  loadId: string,
  attempt: number,
  outcome: IngestedFile,
): Promise<void> {
  const key = ingestedFileKey(scope.id, loadId, attempt, outcome.file_id);
  await transact(workspaceDatabase(scope), [{ kind: "put", key, item: outcome }]);
}

export function listIngested(
  scope: WorkspaceScope,
  loadId: string,
  attempt: number,
): Promise<IngestedFile[]> {
  return listAll<IngestedFile>(workspaceDatabase(scope), ingestedFiles(scope.id, loadId, attempt));
}
