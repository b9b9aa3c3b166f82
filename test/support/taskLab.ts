import { inject } from "vitest";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { request } from "./http.ts";
import {
  type Addresses,
  type Lab,
  newLab,
  sharedLab,
  sharedPlatform,
  staffToken,
  startCsvLoad,
} from "./lab.ts";

export const REFERENCE = "MKTAYIAKQRQISFVKSHFSRQLEERLGLIEV";
const LETTERS = "ACDEFGHIKLMNPQRSTVWY";

/** Variants with one or two mutations and an activity that depends on their positions. */
export function variantsCsv(rows: number): string {
  const lines = ["sequence,activity,batch_id"];
  for (let row = 0; row < rows; row += 1) {
    const first = row % REFERENCE.length;
    const second = (row * 7 + 3) % REFERENCE.length;
    const letters = [...REFERENCE];
    letters[first] = LETTERS[row % 20] ?? "A";
    if (row % 3 === 0) letters[second] = LETTERS[(row * 3) % 20] ?? "A";
    const activity = 1 + first / 40 - (row % 20) / 30 + (row % 3 === 0 ? 0.2 : 0) + ((row * 37) % 11) / 100;
    lines.push(`${letters.join("")},${activity.toFixed(3)},B${row % 2}`);
  }
  return `${lines.join("\n")}\n`;
}

const COLUMNS = [
  { name: "sequence", type: "STRING" },
  { name: "activity", type: "FLOAT64" },
  { name: "batch_id", type: "STRING" },
];

/** Lab whose project has a table of variants. With addresses, it has a new workspace; otherwise, it shares one with other tests. */
export async function labWithVariants(rows = 120, addresses?: Addresses): Promise<Lab> {
  const lab = await (addresses ? newLab(addresses) : sharedLab());
  await addVariants(lab, rows);
  return lab;
}

export async function addVariants(lab: Lab, rows: number): Promise<void> {
  const id = await startCsvLoad(lab, "variants", COLUMNS, variantsCsv(rows));
  await lab.api.settled(id);
}

/** Returns the scope of a lab on the shared platform, for tests that read or write records. */
export async function labScope({ name }: Lab): Promise<WorkspaceScope> {
  const token = await staffToken(sharedPlatform());
  const url = `${sharedPlatform().platformUrl}/v2/workspace:get?name=${name}`;
  const { body } = await request("GET", url, { token });
  return { settings: inject("euSettings"), id: body.id, region: "EU" };
}

export interface TaskView {
  id: string;
  state: string;
  errors: string[];
  parameters: object;
  result: { report: { artifact_id: string } } | null;
  data_snapshots: Record<string, string>;
  data_versions: Record<string, string>;
}

export async function waitForTask(lab: Lab, id: string): Promise<TaskView> {
  for (;;) {
    const task = await lab.api.get<TaskView>(`/task:get?id=${id}&wait_seconds=5`);
    if (task.state !== "INIT" && task.state !== "EXECUTING") return task;
  }
}

export function analysis(
  { projectId }: Lab,
  parameters: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    context: { kind: "PROJECT", project_id: projectId },
    parameters: {
      dataset: { kind: "TABLE", table: "variants" },
      reference: { monomer: REFERENCE },
      assays: [{ assay_id: "activity", name: "Activity", unit: "U/mg", scale_type: "ADDITIVE" }],
      ...parameters,
    },
  };
}
