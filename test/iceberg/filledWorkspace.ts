import { setTimeout as sleep } from "node:timers/promises";
import { localIdp } from "#local/idp/localIdp.ts";
import type { Platform } from "#local/startPlatform.ts";
import { compactTable } from "#shared/history/compactTable.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { ApiClient } from "../../examples/apiClient.ts";

const COLUMNS = [
  { name: "id", type: "INT64", nullable: false },
  { name: "flag", type: "BOOL" },
  { name: "whole", type: "INT64" },
  { name: "number", type: "FLOAT64" },
  { name: "text", type: "STRING" },
  { name: "day", type: "DATE" },
  { name: "instant", type: "TIMESTAMP" },
  { name: "list", type: "ARRAY", item_type: { type: "INT64" } },
  {
    name: "nested",
    type: "STRUCT",
    columns: [
      { name: "a", type: "FLOAT64" },
      { name: "b", type: "STRING" },
    ],
  },
];
const ADDED = { name: "added", type: "STRING" };

/** Values at the limits of every type, as text because JavaScript has no such integers. */
const BORDERS = `{"id":1,"flag":true,"whole":9223372036854775807,"number":0.1,"text":"it's \\"quoted\\"\\n,\\\\ π 😀","day":"2026-02-28","instant":"2026-02-28T23:59:59.999999Z","list":[1,null,3],"nested":{"a":5e-324,"b":"x"}}
{"id":2,"flag":false,"whole":-9223372036854775808,"number":-0.0,"text":"","day":"0001-01-01","instant":"0001-01-01T00:00:00Z","list":[],"nested":{"a":null,"b":null}}
{"id":3}
`;

export interface FilledWorkspace {
  workspace: string;
  token: string;
  /** Table versions, each with the table's reference. */
  versions: string[];
  reference: string;
}

/**
 * Creates a workspace with a table that has a history of loads, an undo, a redo, a new column, a tag, a rename, merged files
 * with excluded loads, and an erasure.
 */
export async function filledWorkspace(platform: Platform): Promise<FilledWorkspace> {
  const workspace = "lab";
  const idp = localIdp(platform);
  const { clientId, staffOrganizationId } = await idp.settings();
  const staff = new ApiClient(
    platform.url,
    await idp.userToken(clientId, "staff@example.org", staffOrganizationId),
  );
  await staff.post("/v2/workspace:create", { name: workspace, display_name: "Clients", region: "EU" });
  while ((await staff.get<{ state: string }>(`/v2/workspace:get?name=${workspace}`)).state !== "READY")
    await sleep(10);
  const [organization = ""] = await idp.workspaceOrganizations(workspace);
  const token = await idp.userToken(clientId, "ana@example.org", organization, ["data:erase"], "manager");
  const api = new ApiClient(`${platform.euUrl}/v2/workspace/${workspace}`, token);
  const { id: project_id } = await api.post<{ id: string }>("/project:create", { name: "clients" });
  const load = async (rows: string): Promise<string> => {
    const columns = [ADDED, ...COLUMNS].filter(({ name }) => rows.includes(`"${name}":`));
    const { id } = await api.post<{ id: string }>("/data/load:create", {
      context: { kind: "PROJECT", project_id },
      tables: { first_name: { columns, format: "NDJSON" } },
    });
    await api.upload(id, "first_name", "rows.ndjson", rows);
    await api.post(`/data/load:finalize?id=${id}`);
    const { state, errors } = await api.settled(id);
    if (state !== "COMPLETED") throw new Error(`A load is ${state}: ${errors.join(" ")}`);
    return id;
  };
  const numbered = (from: number, more: object = {}): string =>
    [0, 1, 2].map((index) => JSON.stringify({ id: from + index, whole: -from, ...more })).join("\n");
  await load(BORDERS);
  const loads = [await load(numbered(10)), await load(numbered(20, { text: "twenty" }))];
  await load(numbered(30, { added: "new", list: [7] }));
  const [first = "", second = ""] = loads;
  const { id } = await api.get<{ id: string }>("/data/table:get?reference=first_name");
  const versions = async (): Promise<string[]> => {
    const { items } = await api.get<{ items: { id: string }[] }>(
      `/data/table:listVersions?id=${id}&limit=100`,
    );
    return items.map((version) => version.id).toSorted((one, other) => Number(one) - Number(other));
  };
  await api.post("/data/version:tag", { version_id: (await versions()).at(-1), name: "paper" });
  const revise = async (verb: string, load: string): Promise<void> => {
    await api.post(`/data/load:${verb}?id=${load}`);
    await api.settled(load);
  };
  const { id: workspaceId } = await staff.get<{ id: string }>(`/v2/workspace:get?name=${workspace}`);
  await merge(platform, workspaceId, id);
  await revise("undo", first);
  await revise("undo", second);
  await revise("redo", first);
  await api.post("/data/table:rename?reference=first_name", { new_reference: "measured" });
  const plan = await api.post<{ id: string }>("/data:prepareErasure", { load_id: second, reason: "A check" });
  await api.post(`/data:confirmErasure?plan_id=${plan.id}`);
  while ((await api.get<{ state: string }>(`/data:getErasure?id=${plan.id}`)).state !== "COMPLETED")
    await sleep(50);
  return { workspace, token, versions: await versions(), reference: "measured" };
}

/** Settings for a platform that completes erasures immediately. */
export const AT_ONCE = { ERASURE_SETTLE_SECONDS: "0" };

const RULES = { minFiles: 2, minAgeMs: 0, targetBytes: 1 << 20 };
const PATIENCE_MS = 60_000;

/** Merges the table's files, as the platform would do later. */
async function merge(platform: Platform, workspaceId: string, tableId: string): Promise<void> {
  const scope: WorkspaceScope = { settings: platform.settings.EU, id: workspaceId, region: "EU" };
  const { merged } = await compactTable(scope, tableId, RULES, Date.now() + PATIENCE_MS);
  if (merged === 0) throw new Error("No file was merged");
}
