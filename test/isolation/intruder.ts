import { expect } from "vitest";
import { type Answer, request } from "#test/support/http.ts";
import { type Lab, memberToken, startCsvLoad } from "#test/support/lab.ts";
import type { Site } from "./site.ts";

/** Resources of another tenant whose ids an attacker has learned. */
export interface Foreign {
  lab: Lab;
  workspaceId: string;
  roundId: string;
  loadId: string;
  fileId: string;
  tableId: string;
  versionId: string;
  queryId: string;
  /** Erasure that is prepared, but not confirmed. */
  planId: string;
}

/** Tenant that sends requests of any form. */
export interface Intruder {
  lab: Lab;
  platformUrl: string;
  context: object;
  /** Table of its workspace, and a load that accepts files. */
  tableId: string;
  pendingLoadId: string;
  get: (path: string) => Promise<Answer>;
  post: (path: string, body: unknown) => Promise<Answer>;
  form: (path: string, body: FormData) => Promise<Answer>;
  /** Sends a body as it is. */
  raw: (
    method: string,
    path: string,
    body?: string | Buffer,
    headers?: Record<string, string>,
  ) => Promise<Answer>;
  /** Reads a project with another token. */
  withToken: (token: string) => Promise<Answer>;
  /** Calls an operation with permission to erase rows of the workspace. */
  erase: (method: "GET" | "POST", operation: string, body?: object) => Promise<Answer>;
}

/** Word that occurs in the bystander's rows only. */
export const SECRET = "bystanders-secret";

export async function newIntruder(site: Site, lab: Lab): Promise<Intruder> {
  const { token, api, projectId } = lab;
  const url = `${lab.regionUrl}/v2/workspace/${lab.name}`;
  const context = { kind: "PROJECT", project_id: projectId };
  const email = `eraser@${lab.name}.example.org`;
  const permitted = await memberToken(site.addresses, lab.orgId, email, ["data:erase"], "manager");
  return {
    lab,
    platformUrl: site.addresses.platformUrl,
    context,
    tableId: (await loadSecrets(lab, "mine")).tableId,
    pendingLoadId: (await api.post<{ id: string }>("/data/load:create", { context })).id,
    get: (path) => request("GET", `${url}${path}`, { token }),
    post: (path, body) => request("POST", `${url}${path}`, { token, body }),
    form: (path, body) => request("POST", `${url}${path}`, { token, body }),
    raw: (method, path, body, headers = {}) => {
      const type = body !== undefined && { "content-type": "application/json" };
      return sendRaw(method, `${url}${path}`, body, {
        authorization: `Bearer ${token}`,
        ...type,
        ...headers,
      });
    },
    withToken: (other) => request("GET", `${url}/project:get?id=${projectId}`, { token: other }),
    erase: (method, operation, body) => request(method, `${url}/${operation}`, { token: permitted, body }),
  };
}

/** Prepares one resource of each kind in the workspace of a tenant who is not attacking. */
export async function newForeign(site: Site, lab: Lab): Promise<Foreign> {
  const { get, post, erase } = await newIntruder(site, lab);
  const url = `${site.addresses.platformUrl}/v2/workspace:get?name=${lab.name}`;
  const workspace = await request("GET", url, { token: lab.token });
  const round = await post("/round:create", { project_id: lab.projectId, name: "round of secrets" });
  const { loadId, tableId } = await loadSecrets(lab, SECRET);
  const load = await get(`/data/load:get?id=${loadId}`);
  const versions = await get("/data/version:list");
  const query = await post("/data/query:start", { query: "SELECT * FROM secrets" });
  const plan = await erase("POST", "data:prepareErasure", { reference: "secrets", where: "id = 1" });
  return {
    lab,
    workspaceId: workspace.body.id,
    roundId: round.body.id,
    loadId,
    tableId,
    fileId: load.body.files[0].id,
    versionId: versions.body.items[0].id,
    queryId: query.body.id,
    planId: plan.body.id,
  };
}

async function loadSecrets(lab: Lab, secret: string): Promise<{ loadId: string; tableId: string }> {
  const columns = [
    { name: "id", type: "INT64" },
    { name: "secret", type: "STRING" },
  ];
  const loadId = await startCsvLoad(lab, "secrets", columns, `id,secret\n1,${secret}\n`);
  const { state, tables } = await lab.api.settled(loadId);
  expect(state).toBe("COMPLETED");
  return { loadId, tableId: tables.secrets?.table_id ?? "" };
}

export async function sendRaw(
  method: string,
  url: string,
  body: string | Buffer | undefined,
  headers: Record<string, string>,
): Promise<Answer> {
  const response = await fetch(url, { method, headers, ...(body !== undefined && { body: body as string }) });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json");
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}
