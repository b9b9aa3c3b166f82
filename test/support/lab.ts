import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import { type LocalAddress, localIdp } from "#local/idp/localIdp.ts";
import { ApiClient } from "../../examples/apiClient.ts";
import { waitUntilReady } from "./waitUntilReady.ts";

/** Separate workspace for one test, with a member who uses it. */
export interface Lab {
  name: string;
  regionUrl: string;
  orgId: string;
  token: string;
  /** Calls under the workspace prefix. */
  api: ApiClient;
  projectId: string;
}

export interface Addresses extends LocalAddress {
  platformUrl: string;
}

export function sharedPlatform(): Addresses {
  return {
    platformUrl: inject("platformUrl"),
    idpUrl: inject("idpUrl"),
    dataDirectory: inject("dataDirectory"),
  };
}

export async function staffToken(addresses: LocalAddress): Promise<string> {
  const idp = localIdp(addresses);
  const { clientId, staffOrganizationId } = await idp.settings();
  return idp.userToken(clientId, "staff@example.org", staffOrganizationId);
}

export async function memberToken(
  addresses: LocalAddress,
  orgId: string | null,
  email = "scientist@example.org",
  permissions?: readonly string[],
  role?: string,
): Promise<string> {
  const idp = localIdp(addresses);
  return idp.userToken((await idp.settings()).clientId, email, orgId, permissions, role);
}

export function uniqueName(prefix = "lab"): string {
  return `${prefix}-${randomBytes(5).toString("hex")}`;
}

/** Creates a workspace, waits until it is ready, and creates a project in it. */
export async function newLab(
  addresses: Addresses = sharedPlatform(),
  region: "EU" | "US" = "EU",
  name = uniqueName(),
): Promise<Lab> {
  const lab = await newEmptyLab(addresses, region, name);
  const project = await lab.api.post<{ id: string }>("/project:create", { name: "project" });
  return { ...lab, projectId: project.id };
}

/** Creates a workspace without a project. */
export async function newEmptyLab(
  addresses: Addresses = sharedPlatform(),
  region: "EU" | "US" = "EU",
  name = uniqueName(),
): Promise<Lab> {
  const staff = new ApiClient(addresses.platformUrl, await staffToken(addresses));
  await staff.post("/v2/workspace:create", { name, display_name: "A test", region });
  await waitUntilReady(staff, name);
  const record = await staff.get<{ region_api_url: string; idp_org_id: string }>(
    `/v2/workspace:getRecord?name=${name}`,
  );
  const [orgId = ""] = await localIdp(addresses).workspaceOrganizations(name);
  const token = await memberToken(addresses, orgId, `${name}@example.org`);
  const api = new ApiClient(`${record.region_api_url}/v2/workspace/${name}`, token);
  return { name, regionUrl: record.region_api_url, orgId, token, api, projectId: "" };
}

/** Workspaces that the test files of this process share. */
const workspaces = new Map<string, Promise<Lab>>();

function once(key: string, create: () => Promise<Lab>): Promise<Lab> {
  const found = workspaces.get(key) ?? create();
  workspaces.set(key, found);
  return found;
}

/**
 * Lab in a workspace that all test files of one process share, with a new project. For tests that give tables names that no
 * other file uses, and do not depend on what else the workspace contains.
 */
export async function sharedLab(): Promise<Lab> {
  const lab = await once("shared", () => newLab());
  const project = await lab.api.post<{ id: string }>("/project:create", { name: "project" });
  return { ...lab, projectId: project.id };
}

/** Second shared workspace, with other members: for tests of what one workspace must not see of another. */
export function otherLab(): Promise<Lab> {
  return once("other", () => newLab());
}

/** Shared workspace in region US. */
export function americanLab(): Promise<Lab> {
  return once("american", () => newLab(sharedPlatform(), "US"));
}

type ColumnStatement = { name: string; type: string; nullable?: boolean };

/** Creates a load for one table, uploads the files, and finalizes it. Returns the load ID. */
export async function startCsvLoad(
  { api, projectId }: Lab,
  table: string,
  columns: readonly ColumnStatement[],
  ...files: string[]
): Promise<string> {
  const load = await api.post<{ id: string }>("/data/load:create", {
    context: { kind: "PROJECT", project_id: projectId },
    tables: { [table]: { columns, format: "CSV" } },
  });
  for (const [index, content] of files.entries())
    await api.upload(load.id, table, `part${index}.csv`, content);
  await api.post(`/data/load:finalize?id=${load.id}`);
  return load.id;
}

/** Returns the only value in the only row of a query result. */
export async function scalar(
  { api }: Lab,
  query: string,
  options: Record<string, unknown> = {},
): Promise<unknown> {
  const table = await api.query(query, options);
  return table.getChildAt(0)?.at(0);
}
