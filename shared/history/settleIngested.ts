import type { LoadRecord } from "#shared/domain/loads/load.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import type { IngestedBatch } from "#shared/store/ingested.ts";
import { commitIngestedLoad, type Started } from "./commitIngestedLoad.ts";
import { type IngestReport, mergeReports } from "./ingestReports.ts";
import { type CommitOutput, commitWithKeys, settled } from "./keys/commitWithKeys.ts";
import { settleFailure } from "./settleFailure.ts";

/**
 * Makes the rows of an ingested load visible, or settles the load as failed if a file has problems or a row does not fit its
 * table. `keyReport` is the object with the last key comparison, if there was one.
 */
export async function settleIngested(
  scope: WorkspaceScope,
  load: LoadRecord,
  outcomes: readonly IngestedBatch[],
  reports: readonly IngestReport[],
  keyReport: string | undefined,
  started: Started = {},
): Promise<CommitOutput> {
  const { id, attempt } = load;
  const { errors, problemCount, warnings } = mergeReports(reports);
  if (errors.length > 0) {
    await started.dataFiles;
    await settleFailure(scope, id, attempt, { errors, problemCount, warnings });
    return settled();
  }
  return commitWithKeys(scope, load, keyReport, warnings, (checks) =>
    commitIngestedLoad(scope, load, outcomes, warnings, checks, started),
  );
}
