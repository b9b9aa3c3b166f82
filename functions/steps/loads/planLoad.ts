import type { FileFormat } from "@pdp/formats/options";
import { areSmall, ingestBatches } from "#shared/domain/loads/ingestBatches.ts";
import type { LoadFile, LoadRecord } from "#shared/domain/loads/load.ts";
import { commitRevision } from "#shared/history/commitRevision.ts";
import { commitWithKeys } from "#shared/history/keys/commitWithKeys.ts";
import { isSettled, requireAttempt } from "#shared/history/requireAttempt.ts";
import { settleIngested } from "#shared/history/settleIngested.ts";
import { LoadExecution, step, workspaceOfExecution } from "#shared/http/operations/step.ts";
import { type IngestOutput, ingestFiles } from "#shared/jobs/ingestFiles.ts";
import { storeIngested } from "#shared/jobs/storeIngested.ts";
import { attemptPrefix } from "#shared/objects/keys.ts";
import { deletePrefix } from "#shared/objects/objects.ts";
import { runJob } from "#shared/runtime/runJob.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { filesOfLoad } from "#shared/store/loadFiles.ts";
import { readLoad, type StoredLoad } from "#shared/store/loads.ts";

/** Result of the step: `batches` contains the IDs of the files that later steps must ingest. */
interface LoadPlan {
  action: LoadRecord["action"] | "ENDED";
  batches: string[][];
}

const ENDED: LoadPlan = { action: "ENDED", batches: [] };

/** Maximum size, in bytes, of a data file that a worker process returns; the process stores larger files itself. */
const MAX_RETURNED_BYTES = 256 * 1024;

/**
 * Returns the action and the file batches of an execution, as IDs rather than data. Removes anything left over from earlier
 * ingestion attempts, because none of it was committed. A load of a few small files is ingested immediately. It is also
 * committed, like an undo or redo, unless commits are queued.
 */
export const planLoad = step(
  {
    summary: "Plan a load's execution, or perform it directly if small",
    location: "region",
    needs: ["table:write", "lake:write", "duckdb"],
    input: LoadExecution,
  },
  async ({ input, settings, signal }): Promise<LoadPlan> => {
    const workspace = workspaceOfExecution(settings, input.workspace_id);
    const [stored, files] = await Promise.all([
      readLoad(workspace, input.load_id),
      filesOfLoad(workspace, input.load_id),
    ]);
    const { item: load } = stored;
    if (isSettled(load, input.attempt)) return ENDED;
    requireAttempt(load, input.attempt);
    if (load.action !== "INGEST") {
      // Another execution of this step may have started.
      signal.throwIfAborted();
      const isSettledNow = isRevision(load) && (await reviseAtOnce(workspace, stored));
      return isSettledNow ? ENDED : { action: load.action, batches: [] };
    }
    await removeEarlierAttempts(workspace, load);
    const formatOf = (reference: string): FileFormat => load.tables[reference]?.format ?? "CSV";
    const batches = ingestBatches(files, formatOf);
    if (!areSmall(batches, formatOf))
      return { action: "INGEST", batches: batches.map((batch) => batch.map(({ id }) => id)) };
    const isSettledNow = await loadAtOnce(workspace, stored, files, batches, signal);
    return isSettledNow ? ENDED : { action: "INGEST", batches: [] };
  },
);

function isRevision({ action }: LoadRecord): boolean {
  return action === "UNDO" || action === "REDO";
}

/** Commits an undo or redo. Returns false if keys must be compared first, or if it is committed from the queue. */
async function reviseAtOnce(workspace: WorkspaceScope, stored: StoredLoad): Promise<boolean> {
  if (workspace.settings.queuesCommits) return false;
  const { item: load } = stored;
  const output = await commitWithKeys(workspace, load, undefined, [], (checks) =>
    commitRevision(workspace, load, checks, stored),
  );
  return !output.check_keys;
}

/**
 * Ingests and commits the batches of a load. Returns false if it only stored their results, because the keys must be compared
 * first or the load is committed from the queue.
 */
async function loadAtOnce(
  workspace: WorkspaceScope,
  stored: StoredLoad,
  files: readonly LoadFile[],
  batches: readonly LoadFile[][],
  signal: AbortSignal,
): Promise<boolean> {
  const { item: load } = stored;
  const ingested = await ingestAll(workspace, load, batches, signal);
  // Another execution of this step may have started.
  signal.throwIfAborted();
  const storing = Promise.all(
    ingested.map((output) => storeIngested(workspace, load.id, load.attempt, output)),
  );
  storing.catch(() => undefined);
  if (workspace.settings.queuesCommits) {
    await storing;
    return false;
  }
  const outcomes = ingested.map(({ outcome }) => outcome);
  const reports = ingested.flatMap((output) => output.reports);
  // Files of a load in progress do not change, and the commit fails if the load has changed.
  const alreadyRead = Promise.resolve({ load: stored, fileIds: files.map(({ id }) => id) });
  const started = { records: alreadyRead, dataFiles: storing };
  try {
    const output = await settleIngested(workspace, load, outcomes, reports, undefined, started);
    return !output.check_keys;
  } finally {
    await storing;
  }
}

/**
 * Ingests batches concurrently. If one fails, stops the others and waits for them to end, because the next call of this step
 * writes to the same keys.
 */
async function ingestAll(
  workspace: WorkspaceScope,
  load: LoadRecord,
  batches: readonly LoadFile[][],
  signal: AbortSignal,
): Promise<IngestOutput[]> {
  const failure = new AbortController();
  const either = AbortSignal.any([signal, failure.signal]);
  const ingesting = batches.map(async (batch) => {
    try {
      return await ingest(workspace, load, batch, either);
    } catch (error) {
      failure.abort(error);
      throw error;
    }
  });
  await Promise.allSettled(ingesting);
  // The first error is the cause of the others.
  failure.signal.throwIfAborted();
  return Promise.all(ingesting);
}

function ingest(
  workspace: WorkspaceScope,
  { id, attempt, tables }: LoadRecord,
  files: LoadFile[],
  signal: AbortSignal,
): Promise<IngestOutput> {
  const reference = files[0]?.table_reference ?? "";
  const table = tables[reference];
  if (!table) throw new Error(`The load ${id} has no tables for the files ${files.map((file) => file.id)}`);
  const input = { load_id: id, attempt, reference, table, files, max_returned_bytes: MAX_RETURNED_BYTES };
  return runJob(ingestFiles, workspace, input, signal);
}

async function removeEarlierAttempts(scope: WorkspaceScope, { id, attempt }: LoadRecord): Promise<void> {
  for (let earlier = 1; earlier < attempt; earlier += 1) {
    await deletePrefix(scope, attemptPrefix(scope.id, id, earlier));
  }
}
