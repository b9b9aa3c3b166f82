import { setTimeout as sleep } from "node:timers/promises";
import { tableFromIPC } from "@uwdata/flechette";
import createClient, { type Client } from "openapi-fetch";
// Generated from the document of the running service before this program is compiled.
import type { components, paths } from "./platform.ts";

type Load = components["schemas"]["Load"];

const { PLATFORM_URL = "", STAFF_TOKEN = "", WORKSPACE = "" } = process.env;

function clientFor(baseUrl: string, token: string): Client<paths> {
  return createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${token}` } });
}

/** Returns the data of a successful response, or otherwise its error as a sentence. */
function dataOf<T>({ data, error, response }: { data?: T; error?: unknown; response: Response }): T {
  if (data === undefined) throw new Error(`HTTP ${response.status}: ${JSON.stringify(error)}`);
  return data;
}

/** Creates the workspace and waits until it is ready. Returns the URL of its operations. */
async function readyWorkspace(staff: Client<paths>): Promise<string> {
  const body = { name: WORKSPACE, display_name: "Made by a generated client" };
  dataOf(await staff.POST("/v2/workspace:create", { body }));
  const query = { name: WORKSPACE };
  for (;;) {
    const workspace = dataOf(await staff.GET("/v2/workspace:get", { params: { query } }));
    if (workspace.state === "READY") break;
    if (workspace.state !== "PROVISIONING") throw new Error(workspace.errors.join(" "));
    await sleep(20);
  }
  return dataOf(await staff.GET("/v2/workspace:getRecord", { params: { query } })).region_api_url;
}

const path = { workspace: WORKSPACE };

async function waitForLoad(api: Client<paths>, id: string): Promise<Load> {
  for (;;) {
    const load = dataOf(
      await api.GET("/v2/workspace/{workspace}/data/load:get", { params: { path, query: { id } } }),
    );
    if (load.state === "COMPLETED") return load;
    if (load.state !== "LOADING") throw new Error(load.errors.join(" "));
    await sleep(20);
  }
}

async function loadVariants(api: Client<paths>, projectId: string): Promise<Load> {
  const created = dataOf(
    await api.POST("/v2/workspace/{workspace}/data/load:create", {
      params: { path },
      body: {
        context: { kind: "PROJECT", project_id: projectId },
        tables: {
          variants: {
            columns: [
              { name: "mutations", type: "STRING", nullable: false },
              { name: "tm_celsius", type: "FLOAT64", source_name: "Tm" },
            ],
          },
        },
      },
    }),
  );
  const params = { path, query: { id: created.id } };
  const file = dataOf(
    await api.POST("/v2/workspace/{workspace}/data/load:uploadFile", {
      params,
      body: { file: new Blob(["mutations,Tm\nS238A,58.9\nW159H,61.2\n"]), table_reference: "variants" },
      bodySerializer: (fields) => {
        const form = new FormData();
        for (const [name, value] of Object.entries(fields)) form.set(name, value);
        return form;
      },
    }),
  );
  if (file.size !== 35) throw new Error(`The file has ${file.size} bytes`);
  dataOf(await api.POST("/v2/workspace/{workspace}/data/load:finalize", { params }));
  return waitForLoad(api, created.id);
}

/** The most stable variant, from a query's Arrow response. */
async function best(api: Client<paths>, versionId?: string): Promise<unknown> {
  const query = "SELECT mutations, tm_celsius FROM variants ORDER BY tm_celsius DESC LIMIT 1";
  const answer = await api.POST("/v2/workspace/{workspace}/data:query", {
    params: { path },
    body: { query, ...(versionId ? { version_id: versionId } : {}) },
    parseAs: "arrayBuffer",
  });
  return tableFromIPC(new Uint8Array(dataOf(answer))).toArray()[0] ?? null;
}

/** Load context; each kind has different fields. */
function projectOf({ context }: Load): string | null {
  return context.kind === "WORKSPACE" ? null : context.project_id;
}

/** Number of items in each list of a workspace. */
async function listed(api: Client<paths>, table: string): Promise<Record<string, number>> {
  const params = { path };
  const root = "/v2/workspace/{workspace}";
  type Answer = {
    data?: { items: readonly { id?: string }[] | readonly { name: string }[] };
    error?: unknown;
    response: Response;
  };
  const lists: Record<string, Promise<Answer>> = {
    projects: api.GET(`${root}/project:list`, { params }),
    orders: api.GET(`${root}/project/order:list`, { params }),
    rounds: api.GET(`${root}/round:list`, { params }),
    queries: api.GET(`${root}/data/query:list`, { params }),
    tables: api.GET(`${root}/data/table:list`, { params }),
    archived: api.GET(`${root}/data/table:listArchived`, {
      params: { path, query: { reference: "variants" } },
    }),
    tableVersions: api.GET(`${root}/data/table:listVersions`, { params: { path, query: { id: table } } }),
    versions: api.GET(`${root}/data/version:list`, { params }),
    tags: api.GET(`${root}/data/version:listTags`, { params }),
    erasures: api.GET(`${root}/data:listErasures`, { params }),
    artifacts: api.GET(`${root}/data/artifact:list`, { params }),
    tasks: api.GET(`${root}/task:list`, { params }),
  };
  const counts: Record<string, number> = {};
  for (const [name, list] of Object.entries(lists)) counts[name] = dataOf(await list).items.length;
  return counts;
}

const staff = clientFor(PLATFORM_URL, STAFF_TOKEN);
const api = clientFor(await readyWorkspace(staff), STAFF_TOKEN);
const project = dataOf(
  await api.POST("/v2/workspace/{workspace}/project:create", {
    params: { path },
    body: { name: "PETase-thermostability", modality: { kind: "ENZYME" } },
  }),
);
const load = await loadVariants(api, project.id);
const table = dataOf(
  await api.GET("/v2/workspace/{workspace}/data/table:get", {
    params: { path, query: { reference: "variants" } },
  }),
);
const loads = dataOf(
  await api.GET("/v2/workspace/{workspace}/data/load:list", {
    params: { path, query: { project_id: project.id, limit: 10, order: "DESC" } },
  }),
);
const before = await best(api);
dataOf(
  await api.POST("/v2/workspace/{workspace}/data/load:undo", { params: { path, query: { id: load.id } } }),
);
const undone = await waitForLoad(api, load.id);
const unknown = await api.GET("/v2/workspace/{workspace}/project:get", {
  params: { path, query: { id: "1" } },
});

process.stdout.write(
  JSON.stringify({
    isOfProject: projectOf(load) === project.id,
    modality: project.modality?.kind,
    columns: table.columns.map(({ name, type }) => ({ name, type })),
    listed: loads.items.map(({ id }) => id === load.id),
    next: loads.cursor,
    lists: await listed(api, table.id),
    before,
    isActive: undone.is_active,
    after: await best(api),
    asOf: await best(api, table.version_id),
    error: unknown.error && "code" in unknown.error ? unknown.error.code : null,
  }),
);
