import { PROBLEM_CSV_HEADER, problemRow } from "@pdp/formats/files";
import type { LoadRecord } from "#shared/domain/loads/load.ts";
import { ingestProblemsKey, uploadProblemsKey } from "#shared/objects/keys.ts";
import { openProblemLog } from "#shared/objects/problemLogs.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { listIngested } from "#shared/store/ingested.ts";
import { filesOfLoad } from "#shared/store/loadFiles.ts";

/** Log of the problems in one file, or in a batch of files. */
interface StoredLog {
  key: string;
  /** Number of problems that prevent the load. */
  count: number;
  /** False if the object does not exist. */
  hasRows: boolean;
}

/**
 * Yields all problems of a load as CSV: those from the checks at upload while it is pending, those from its last attempt if it
 * failed, and those of the skipped rows once it has been committed. Errors that do not concern a file are listed as rows that
 * contain only a reason.
 */
export async function* problemRows(scope: WorkspaceScope, load: LoadRecord): AsyncGenerator<Uint8Array> {
  const logs = await storedLogs(scope, load);
  const logged = logs.reduce((sum, { count }) => sum + count, 0);
  yield Buffer.from(PROBLEM_CSV_HEADER);
  if (load.problem_count !== logged) {
    for (const reason of load.errors) yield Buffer.from(problemRow({ file: "", reason }));
  }
  for (const { key, hasRows } of logs) if (hasRows) yield* await openProblemLog(scope, key);
}

async function storedLogs(
  scope: WorkspaceScope,
  { id, state, attempt, left_out: leftOut }: LoadRecord,
): Promise<StoredLog[]> {
  if (state === "PENDING") {
    const files = await filesOfLoad(scope, id);
    return files.map(({ id: file, problem_count: count = 0 }) => ({
      key: uploadProblemsKey(scope.id, id, file),
      count,
      hasRows: count > 0,
    }));
  }
  const ingested = state === "FAILED" ? attempt : leftOut?.attempt;
  if (ingested === undefined) return [];
  const outcomes = await listIngested(scope, id, ingested);
  return outcomes.map(({ files, problem_count: count = 0, left_out }) => ({
    key: ingestProblemsKey(scope.id, id, ingested, files[0]?.file_id ?? ""),
    count,
    hasRows: count > 0 || left_out !== undefined,
  }));
}
