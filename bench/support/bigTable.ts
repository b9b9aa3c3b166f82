import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Platform } from "#local/startPlatform.ts";
import { filesOf, readManifest } from "#shared/objects/manifests.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { findTable } from "#shared/store/tables.ts";
import { workspaceByName } from "#shared/store/workspaces.ts";
import { type BenchLab, settle, stageLoad, type TableColumn } from "./benchLab.ts";

/** Table that external readers query. */
export const BIG = "big";
const ROWS = 1_000_000;
const COLUMNS: readonly TableColumn[] = [
  { name: "id", type: "INT64" },
  { name: "plate", type: "STRING" },
  { name: "fitness", type: "FLOAT64" },
];

/** Loads the table of a million rows. `folder` is for the CSV file. */
export async function loadBig(lab: BenchLab, folder: string): Promise<void> {
  const path = join(folder, "big.csv");
  const lines = ["id,plate,fitness"];
  for (let row = 0; row < ROWS; row += 1)
    lines.push(`${row},P${row % 384},${((row * 7_919) % 100_003) / 1e3}`);
  await writeFile(path, lines.join("\n"));
  await settle(lab, "finalize", await stageLoad(lab, BIG, COLUMNS, "CSV", [path]));
}

/** Returns the URIs of the table's data files. */
export async function filesOfBig(scope: WorkspaceScope): Promise<string[]> {
  const manifest = await readManifest(scope, (await findTable(scope, BIG))?.manifest_key ?? "");
  const { bucket } = scope.settings.regions[scope.region];
  return (await filesOf(scope, manifest)).map(({ key }) => `s3://${bucket}/${key}`);
}

/** Returns the scope of the workspace `bench`. */
export async function benchScope({ settings }: Pick<Platform, "settings">): Promise<WorkspaceScope> {
  const workspace = await workspaceByName({ settings: settings.EU }, "bench");
  if (!workspace) throw new Error("There is no workspace");
  return { settings: settings.EU, id: workspace.id, region: "EU" };
}
