import { generateVariants, toCsv, VARIANT_COLUMNS } from "../../examples/variants.ts";
import { loadAll } from "./loads.ts";
import { runAnalysis } from "./runAnalysis.ts";
import type { SmokeWorkspace } from "./smokeLab.ts";

/** IDs of one resource of each kind in a workspace. */
export interface Fixtures {
  project: string;
  table: string;
  version: string;
  load: string;
  file: string;
  task: string;
  artifact: string;
}

export const FIXTURE_TABLE = "smoke_fixtures";

/** Creates one resource of each kind. */
export async function newFixtures(workspace: SmokeWorkspace, patience: number): Promise<Fixtures> {
  const content = { "fixtures.csv": toCsv(generateVariants(60, 7)) };
  const load = await loadAll(
    workspace,
    { table: FIXTURE_TABLE, format: "CSV", columns: VARIANT_COLUMNS, content },
    patience,
  );
  const table = await workspace.api.get<{ id: string; version_id: string }>(
    `/data/table:get?reference=${FIXTURE_TABLE}`,
  );
  const task = await runAnalysis(workspace, FIXTURE_TABLE, patience);
  return {
    project: workspace.projectId,
    table: table.id,
    version: table.version_id,
    load: load.id,
    file: load.files[0]?.id ?? "",
    task: task.id,
    artifact: task.result.report.artifact_id,
  };
}
