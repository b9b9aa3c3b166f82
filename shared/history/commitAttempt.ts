import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { listIngested } from "#shared/store/ingested.ts";
import { readLoadRecords } from "./commitIngestedLoad.ts";
import { commitRevision } from "./commitRevision.ts";
import { ingestReports } from "./ingestReports.ts";
import { type CommitOutput, commitWithKeys, settled } from "./keys/commitWithKeys.ts";
import { isSettled, requireAttempt } from "./requireAttempt.ts";
import { settleIngested } from "./settleIngested.ts";

/** An attempt of a load, and the object with its last key comparison, if there was one. */
export interface CommitInput {
  load_id: string;
  attempt: number;
  keys?: { report: string } | undefined;
}

/**
 * Commits an attempt of a load: its ingested rows, its undo, or its redo. Settles the load as failed if its rows do not fit
 * its tables. An attempt that has settled changes nothing, so a repeated call is harmless.
 */
export async function commitAttempt(
  scope: WorkspaceScope,
  { load_id: id, attempt, keys }: CommitInput,
): Promise<CommitOutput> {
  const records = readLoadRecords(scope, id);
  const [{ load: stored }, outcomes] = await Promise.all([records, listIngested(scope, id, attempt)]);
  const load = stored.item;
  if (isSettled(load, attempt)) return settled();
  requireAttempt(load, attempt);
  if (load.action === "INGEST") {
    const reports = await ingestReports(scope, outcomes);
    return settleIngested(scope, load, outcomes, reports, keys?.report, { records });
  }
  return commitWithKeys(scope, load, keys?.report, [], (checks) => commitRevision(scope, load, checks));
}
