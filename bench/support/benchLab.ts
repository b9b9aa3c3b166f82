import { openAsBlob } from "node:fs";
import { basename } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type LocalAddress, localIdp } from "#local/idp/localIdp.ts";
import { ApiClient, type LoadView } from "../../examples/apiClient.ts";

/** Interval between polls of a load, in milliseconds: the resolution of every settle time. */
const POLL = 5;

/** Workspace with one project and a member who uses it. */
export interface BenchLab {
  /** Client for operations under the workspace's prefix. */
  api: ApiClient;
  /** Workspace prefix, for requests that do not use the client. */
  base: string;
  token: string;
  projectId: string;
}

export interface TableColumn {
  name: string;
  type: string;
  nullable?: boolean;
  source_name?: string;
}

export async function newBenchLab(
  { url, ...address }: { url: string } & LocalAddress,
  name = "bench",
): Promise<BenchLab> {
  const idp = localIdp(address);
  const { clientId, staffOrganizationId } = await idp.settings();
  const staffToken = await idp.userToken(clientId, "staff@example.org", staffOrganizationId);
  const staff = new ApiClient(url, staffToken);
  await staff.post("/v2/workspace:create", { name, display_name: "Benchmarks", region: "EU" });
  while ((await staff.get<{ state: string }>(`/v2/workspace:get?name=${name}`)).state !== "READY") {
    await sleep(20);
  }
  const record = await staff.get<{ region_api_url: string }>(`/v2/workspace:getRecord?name=${name}`);
  const [orgId = ""] = await idp.workspaceOrganizations(name);
  const token = await idp.userToken(clientId, "scientist@example.org", orgId);
  const base = `${record.region_api_url}/v2/workspace/${name}`;
  const api = new ApiClient(base, token);
  const { id } = await api.post<{ id: string }>("/project:create", { name: "project" });
  return { api, base, token, projectId: id };
}

/** Creates a load for one table and uploads its files without finalizing it. Returns the load ID. */
export async function stageLoad(
  lab: BenchLab,
  table: string,
  columns: readonly TableColumn[],
  format: "CSV" | "PARQUET" | "XLSX",
  paths: readonly string[],
): Promise<string> {
  const { id } = await newLoad(lab, table, columns, format);
  for (const path of paths) await lab.api.upload(id, table, basename(path), await openAsBlob(path));
  return id;
}

/** Finalizes, undoes or redoes a load, and waits until the operation is complete. */
export async function settle(
  { api }: BenchLab,
  verb: "finalize" | "undo" | "redo",
  loadId: string,
): Promise<LoadView> {
  await api.post(`/data/load:${verb}?id=${loadId}`);
  const load = await api.settled(loadId, { maxPauseMs: POLL });
  if (load.state === "COMPLETED" && load.errors.length === 0) return load;
  throw new Error(`The load ${loadId} is ${load.state}: ${load.errors.slice(0, 3).join(" ")}`);
}

/** Small table of measurements. */
export const MEASUREMENTS: readonly TableColumn[] = [
  { name: "id", type: "INT64" },
  { name: "fitness", type: "FLOAT64" },
  { name: "variant", type: "STRING" },
];

/** Returns rows of `MEASUREMENTS` with these ids as CSV. */
export function measurementsCsv(ids: readonly number[]): string {
  const rows = ids.map((id) => `${id},${(id * 7919) % 1000},V${id % 55}A`);
  return `id,fitness,variant\n${rows.join("\n")}\n`;
}

/** Loads a table from CSV with a header, and returns the id of the load. */
export async function loadCsv(
  lab: BenchLab,
  table: string,
  columns: readonly TableColumn[],
  csv: string,
): Promise<string> {
  const { id } = await newLoad(lab, table, columns, "CSV");
  await lab.api.upload(id, table, `${table}.csv`, csv);
  await settle(lab, "finalize", id);
  return id;
}

function newLoad(
  { api, projectId }: BenchLab,
  table: string,
  columns: readonly TableColumn[],
  format: "CSV" | "PARQUET" | "XLSX",
): Promise<{ id: string }> {
  return api.post("/data/load:create", {
    context: { kind: "PROJECT", project_id: projectId },
    tables: { [table]: { columns, format } },
  });
}
