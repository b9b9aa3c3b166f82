import { putBytes, putJson } from "#shared/objects/objects.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { putIngested } from "#shared/store/ingested.ts";
import type { IngestOutput } from "./ingestFiles.ts";

/** Records the result of ingesting a batch: its outcome, its report, and its data file. */
export async function storeIngested(
  scope: WorkspaceScope,
  loadId: string,
  attempt: number,
  { outcome, reports, data }: IngestOutput,
): Promise<void> {
  const { key, report_key: reportKey } = outcome;
  const storeOutcome = async (): Promise<void> => {
    // Stored first, because the commit reads the report that the record refers to.
    if (reportKey !== null) await putJson(scope, reportKey, reports);
    await putIngested(scope, loadId, attempt, outcome);
  };
  await Promise.all([
    storeOutcome(),
    key !== null && data !== null ? putBytes(scope, key, Buffer.from(data, "base64")) : undefined,
  ]);
}
