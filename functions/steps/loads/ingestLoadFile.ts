import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import { LoadExecution, step, workspaceOfExecution } from "#shared/api/step.ts";
import type { LoadTable } from "#shared/domain/loads/load.ts";
import { problemCount } from "#shared/domain/problem.ts";
import type { IngestReport } from "#shared/history/ingestReports.ts";
import { requireAttempt } from "#shared/history/requireAttempt.ts";
import { ingestFile } from "#shared/lake/formats/ingestFile.ts";
import { dataFileKey, ingestReportKey, uploadKey } from "#shared/lake/keys.ts";
import { withLocalFile } from "#shared/lake/locate.ts";
import { prepareFolder, putFile, putJson } from "#shared/lake/objects.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { type IngestedFile, putIngested } from "#shared/store/ingested.ts";
import { getLoad, getLoadFile } from "#shared/store/loads.ts";

/** DuckDB's memory limit, enough to write with both threads; locally, one file of a workspace is ingested at a time. */
const MEMORY = "256MB";

/** Parses one uploaded file into typed Parquet, or reports each invalid cell. */
export const ingestLoadFile = step(
  {
    summary: "Ingest one file of a load",
    place: "region",
    needs: ["table:write", "lake:write", "duckdb"],
    compute: "ingest",
    input: v.object({ ...LoadExecution.entries, file_id: v.string() }),
  },
  async ({ input, settings, signal }) => {
    const workspace = workspaceOfExecution(settings, input.workspace_id);
    const [load, { file }] = await Promise.all([
      getLoad(workspace, input.load_id),
      getLoadFile(workspace, input.file_id),
    ]);
    requireAttempt(load, input.attempt);
    const reference = file.table_reference ?? "";
    const table = load.tables[reference];
    if (!table) throw new Error(`The load ${load.id} has no table for the file ${file.id}`);
    const place = { load_id: load.id, attempt: input.attempt, file_id: file.id };
    const outcome = await ingest(workspace, place, file.filepath, table, signal, (found) =>
      putIngested(workspace, load.id, input.attempt, { ...found, table_reference: reference }),
    );
    return { rows: outcome.rows, failed: outcome.key === null };
  },
);

interface Place {
  load_id: string;
  attempt: number;
  file_id: string;
}

type Outcome = Omit<IngestedFile, "table_reference">;

/**
 * Ingests the file. The outcome is recorded while rows are stored: it is read only after this step has succeeded with
 * both.
 */
async function ingest(
  workspace: WorkspaceScope,
  { load_id, attempt, file_id }: Place,
  name: string,
  table: LoadTable,
  signal: AbortSignal,
  record: (outcome: Outcome) => Promise<void>,
): Promise<Outcome> {
  const target = join(workspace.settings.scratchDirectory, `ingest-${randomUUID()}.parquet`);
  await prepareFolder(target);
  try {
    const upload = uploadKey(workspace.id, load_id, file_id);
    const { rows, bytes, problems, warnings } = await withLocalFile(workspace, upload, (path) => {
      const source = { path, format: table.format, name };
      return ingestFile(source, table.columns, target, { memoryLimit: MEMORY, signal });
    });
    const failed = problemCount(problems) > 0;
    let report: string | null = null;
    if (failed || warnings.length > 0) {
      report = ingestReportKey(workspace.id, load_id, attempt, file_id);
      await putJson(workspace, report, { problems, warnings } satisfies IngestReport);
    }
    const key = failed ? null : dataFileKey(workspace.id, load_id, attempt, file_id);
    const outcome: Outcome = { file_id, key, rows, bytes, report_key: report };
    await Promise.all([record(outcome), key === null ? undefined : putFile(workspace, key, target)]);
    return outcome;
  } finally {
    await rm(target, { force: true });
  }
}
