import { randomUUID } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { LeftOut } from "@pdp/basics/wording";
import type { ProblemLog } from "@pdp/formats/files";
import { type Ingested, type IngestedTogether, ingestBatch, ingestFile } from "@pdp/formats/ingest";
import { statedOptions } from "@pdp/formats/options";

import { STOPPED_STEPS } from "#shared/domain/exceedsLimits.ts";
import type { LoadFile, LoadTable } from "#shared/domain/loads/load.ts";
import type { IngestReport } from "#shared/history/ingestReports.ts";
import { ReadingProgress } from "#shared/history/readingProgress.ts";
import {
  batchFileKey,
  dataFileKey,
  ingestProblemsKey,
  ingestReportKey,
  uploadKey,
} from "#shared/objects/keys.ts";
import { withLocalFiles } from "#shared/objects/locate.ts";
import { prepareFolder, putFile } from "#shared/objects/objects.ts";
import { withProblemLogs } from "#shared/objects/problemLogs.ts";
import type { Job, WorkspaceScope } from "#shared/runtime/scope.ts";
import type { IngestedBatch } from "#shared/store/ingested.ts";

export interface IngestInput {
  load_id: string;
  attempt: number;
  reference: string;
  table: LoadTable;
  files: LoadFile[];
  /** Maximum size of a data file that is returned rather than stored, in bytes. */
  max_returned_bytes: number;
}

export interface IngestOutput {
  outcome: IngestedBatch;
  /** Problems and warnings of the files, which the caller has to store at the outcome's `report_key`. */
  reports: IngestReport[];
  /** Data file in Base64, which the caller has to store; null if it has been stored, or if there is none. */
  data: string | null;
}

/** DuckDB's memory limit, enough to write a large file with two threads. */
const MEMORY = "256MB";

/**
 * Parses a batch of uploaded files of one table into one typed Parquet file, or reports each invalid cell. The outcome
 * counts once its caller has recorded it.
 */
export const ingestFiles: Job<IngestInput, IngestOutput> = {
  name: "ingestFiles",
  kind: "ingest",
  run: ingest,
  stopped: (reason) => {
    const error = new Error(`The process that was reading a load's files was stopped: ${reason}`);
    error.name = STOPPED_STEPS[reason];
    return error;
  },
};

async function ingest(
  workspace: WorkspaceScope,
  { load_id, attempt, reference, table, files: batch, max_returned_bytes: maxReturnedBytes }: IngestInput,
  signal: AbortSignal,
): Promise<IngestOutput> {
  const target = join(workspace.settings.scratchDirectory, `ingest-${randomUUID()}.parquet`);
  await prepareFolder(target);
  const first = batch[0]?.id ?? "";
  const progress = new ReadingProgress(workspace, load_id, attempt, first);
  try {
    const uploads = batch.map(({ id }) => uploadKey(workspace.id, load_id, id));
    const problemsKey = ingestProblemsKey(workspace.id, load_id, attempt, first);
    const { files, bytes, statistics } = await withLocalFiles(workspace, uploads, (paths) =>
      withProblemLogs(workspace, problemsKey, batch.length, (logs) =>
        convert(batch, paths, logs, reference, table, target, signal, progress),
      ),
    );
    const reports: IngestReport[] = files.flatMap(({ problems, warnings }, index) =>
      problems.count > 0 || warnings.length > 0
        ? [{ file_id: batch[index]?.id ?? "", problems, warnings }]
        : [],
    );
    const problemCount = reports.reduce((sum, { problems }) => sum + problems.count, 0);
    const failed = problemCount > 0;
    const leftOut = sumOfLeftOut(files);
    const keyOf = batch.length === 1 ? dataFileKey : batchFileKey;
    const outcome: IngestedBatch = {
      table_reference: reference,
      files: files.map(({ rows }, index) => ({ file_id: batch[index]?.id ?? "", rows })),
      key: failed ? null : keyOf(workspace.id, load_id, attempt, first),
      rows: failed ? 0 : files.reduce((sum, { rows }) => sum + rows, 0),
      bytes,
      report_key: reports.length > 0 ? ingestReportKey(workspace.id, load_id, attempt, first) : null,
      ...(failed && { problem_count: problemCount }),
      ...(leftOut.rows > 0 && { left_out: leftOut }),
      ...(!failed && statistics && { statistics }),
    };
    const isReturned = bytes <= maxReturnedBytes;
    if (outcome.key !== null && bytes > 0 && !isReturned) await putFile(workspace, outcome.key, target);
    const data = outcome.key !== null && bytes > 0 && isReturned ? await readFile(target, "base64") : null;
    return { outcome, reports, data };
  } finally {
    await progress.end();
    await rm(target, { force: true });
  }
}

function sumOfLeftOut(files: readonly Ingested[]): LeftOut {
  const sum = (field: keyof LeftOut): number =>
    files.reduce((total, { leftOut }) => total + (leftOut?.[field] ?? 0), 0);
  return { rows: sum("rows"), problems: sum("problems") };
}

async function convert(
  batch: readonly LoadFile[],
  paths: readonly string[],
  logs: readonly ProblemLog[],
  reference: string,
  table: LoadTable,
  target: string,
  signal: AbortSignal,
  progress: ReadingProgress,
): Promise<IngestedTogether> {
  const limits = { memoryLimit: MEMORY, signal };
  const reading = statedOptions(table);
  const sources = batch.map(({ id, filepath: name }, index) => {
    const log = logs[index];
    const path = paths[index] ?? "";
    const { format, sequence_from: sequenceFrom } = table;
    const rule = sequenceFrom && { sequenceFrom };
    return { id, source: { path, format, name, table: reference, reading, ...rule, ...(log && { log }) } };
  });
  const [only] = sources;
  if (sources.length > 1 || !only) return ingestBatch(sources, table.columns, target, limits);
  const onProgress = (share: number, rows: number): void => progress.take(share, rows);
  const file = await ingestFile(only.source, table.columns, target, { ...limits, onProgress });
  return { files: [file], bytes: file.bytes, ...(file.statistics && { statistics: file.statistics }) };
}
