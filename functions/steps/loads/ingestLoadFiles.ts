import * as v from "valibot";
import { requireAttempt } from "#shared/history/requireAttempt.ts";
import { LoadExecution, step, workspaceOfExecution } from "#shared/http/operations/step.ts";
import { ingestFiles } from "#shared/jobs/ingestFiles.ts";
import { storeIngested } from "#shared/jobs/storeIngested.ts";
import { loadFilesById } from "#shared/store/loadFiles.ts";
import { getLoad } from "#shared/store/loads.ts";

/** Parses a batch of uploaded files for one table into one typed Parquet file, or reports each invalid cell. */
export const ingestLoadFiles = step(
  {
    summary: "Ingest files of a load",
    location: "region",
    needs: ["table:write", "lake:write", "duckdb"],
    compute: "ingest",
    input: v.object({ ...LoadExecution.entries, file_ids: v.pipe(v.array(v.string()), v.minLength(1)) }),
  },
  async ({ input, settings, signal }) => {
    const workspace = workspaceOfExecution(settings, input.workspace_id);
    const { load_id, attempt } = input;
    const [load, files] = await Promise.all([
      getLoad(workspace, load_id),
      loadFilesById(workspace, load_id, input.file_ids),
    ]);
    requireAttempt(load, attempt);
    const reference = files[0]?.table_reference ?? "";
    const table = load.tables[reference];
    if (!table) throw new Error(`The load ${load.id} has no tables for the files ${input.file_ids}`);
    const batch = { load_id, attempt, reference, table, files, max_returned_bytes: 0 };
    const output = await ingestFiles.run(workspace, batch, signal);
    await storeIngested(workspace, load_id, attempt, output);
    const { outcome } = output;
    return { rows: outcome.rows, failed: outcome.key === null };
  },
);
