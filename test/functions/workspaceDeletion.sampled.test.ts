import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ListObjectsV2Command } from "@aws-sdk/client-s3";
import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { DuckDBInstance } from "@duckdb/node-api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { steps } from "#functions/steps.ts";
import { type Platform, startPlatform } from "#local/startPlatform.ts";
import { workspacePrefix } from "#shared/objects/keys.ts";
import { objectStore } from "#shared/objects/objects.ts";
import { workspaceDatabase } from "#shared/store/dynamodb/database.ts";
import { takeLease } from "#shared/store/leases.ts";
import { purgeRecords } from "#shared/store/purge.ts";
import { readWorkspace } from "#shared/store/workspaces.ts";
import { byNight } from "#test/support/byNight.ts";
import { filesWith } from "#test/support/decodeEverything.ts";
import { type Answer, request } from "#test/support/http.ts";
import { type Addresses, type Lab, newLab, staffToken, startCsvLoad } from "#test/support/lab.ts";
import { isIdText, isTime, isUser } from "../conformance/expectations.ts";

let platform: Platform;
let directory: string;
let addresses: Addresses;
let staff: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "deletion-test-"));
  platform = await startPlatform({
    port: 0,
    dataDirectory: directory,
    environment: { WORKSPACE_RETENTION_SECONDS: "2", REQUESTS_PER_WORKSPACE: "1000" },
  });
  addresses = { platformUrl: platform.url, idpUrl: platform.idpUrl, dataDirectory: platform.dataDirectory };
  staff = await staffToken(addresses);
});

afterAll(async () => {
  await platform.close();
  await rm(directory, { recursive: true, force: true });
});

function manage(verb: string, name: string, body?: unknown): Promise<Answer> {
  const method = verb.startsWith("get") ? "GET" : "POST";
  return request(method, `${platform.url}/v2/workspace:${verb}?name=${name}`, { token: staff, body });
}

async function labWithData(): Promise<Lab> {
  const lab = await newLab(addresses);
  const columns = [{ name: "sequence", type: "STRING" }];
  const loadId = await startCsvLoad(lab, "variants", columns, "sequence\nMK\nML\n");
  await lab.api.settled(loadId);
  await lab.api.post(`/data/load:undo?id=${loadId}`);
  await lab.api.settled(loadId);
  const round = await lab.api.post<{ id: string }>("/round:create", {
    project_id: lab.projectId,
    name: "first",
  });
  const designs = { kind: "QUERY", query: "SELECT 'MK' AS sequence" };
  const order = { project_id: lab.projectId, round_id: round.id, name: "first", designs };
  await lab.api.post("/project/order:create", order);
  const { version_id } = await lab.api.get<{ version_id: string }>("/data/table:get?reference=variants");
  await lab.api.post("/data/version:tag", { version_id, name: "first" });
  await lab.api.post("/data/table:archive?reference=variants", {});
  return lab;
}

async function waitUntilGone(name: string): Promise<void> {
  while ((await manage("get", name)).status !== 404) await sleep(20);
}

/** Keys of all remaining items and objects of a workspace in its region. */
async function remains(workspaceId: string): Promise<string[]> {
  const scope = { settings: platform.settings.EU, id: workspaceId, region: "EU" as const };
  const { client, table } = workspaceDatabase(scope);
  const { Items } = await client.send(new ScanCommand({ TableName: table }));
  const padded = workspaceId.padStart(16, "0");
  const items = (Items ?? []).map(({ pk, sk }) => `${pk} ${sk}`);
  const { client: objects, bucket } = objectStore(scope);
  const prefix = workspacePrefix(workspaceId);
  const { Contents } = await objects.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix }));
  return [
    ...items.filter((key) => key.includes(workspaceId) || key.includes(padded)),
    ...(Contents ?? []).map(({ Key }) => Key ?? ""),
  ].sort();
}

function purge(input: object): Promise<unknown> {
  return steps.purgeWorkspace.run(input, platform.settings.platform);
}

describe("the deletion of a workspace", () => {
  it("a deletion rejects operations while waiting and removes everything after the retention period", async () => {
    const lab = await labWithData();
    const { body: workspace } = await manage("get", lab.name);
    const scope = { settings: platform.settings.EU, id: workspace.id, region: "EU" as const };
    for (const kind of ["QUERY", "UPLOAD"] as const) await takeLease(scope, kind, 3);
    expect((await remains(workspace.id)).length).toBeGreaterThan(15);
    expect(await remains(workspace.id)).toContain(`W#${workspace.id}#REQUEST_COUNT -`);

    const deleted = await manage("delete", lab.name);
    expect(deleted.status).toBe(200);
    expect(deleted.body.state).toBe("DELETING");
    const refused = await request("GET", `${lab.regionUrl}/v2/workspace/${lab.name}/project:list`, lab);
    expect(refused.status).toBe(409);
    expect(refused.body.code).toBe("workspace_deleting");
    expect(refused.body.detail).toMatch(/was deleted at .* can restore it until /);
    expect((await manage("delete", lab.name)).body.code).toBe("workspace_deleting");
    expect((await manage("updateCapabilities", lab.name, {})).status).toBe(409);

    await waitUntilGone(lab.name);
    expect(await remains(workspace.id)).toEqual([]);
    const record = await readWorkspace({ settings: platform.settings.platform }, workspace.id);
    expect(record?.item).toMatchObject({ name: lab.name, display_name: "", idp_org_id: null, errors: [] });
    const inside = `${lab.regionUrl}/v2/workspace/${lab.name}/project:list`;
    const denied = await request("GET", inside, lab);
    expect([denied.status, denied.body.code]).toEqual([403, "workspace_forbidden"]);
    expect((await request("GET", inside, { token: staff })).status).toBe(404);
    const own = await request("GET", `${platform.url}/v2/workspace:getRecord?name=${lab.name}`, lab);
    expect(own.status).toBe(403);
    for (const verb of ["restore", "delete"]) {
      const { status, body } = await manage(verb, lab.name);
      expect([status, body.code]).toEqual([404, "workspace_not_found"]);
    }
    await expectOnlyItsRecord(lab);
    await expectNameFree(lab);
  });

  /** Only lists of deleted workspaces contain the record of a purged workspace. */
  async function expectOnlyItsRecord(lab: Lab): Promise<void> {
    const records = async (query: string, token: string) => {
      const url = `${platform.url}/v2/workspace:listRecords?limit=1000${query}`;
      const { items } = (await request("GET", url, { token })).body;
      return items.filter(({ name }: { name: string }) => name === lab.name);
    };
    const [record, ...others] = await records("&include_deleted=true", lab.token);
    expect(others).toEqual([]);
    expect(record).toStrictEqual({
      ...{ id: isIdText, name: lab.name, region: "EU", region_api_url: lab.regionUrl, idp_org_id: null },
      ...{ created_at: isTime, created_by: isUser, updated_at: isTime, updated_by: isUser },
      ...{ deleted_at: isTime, deleted_by: isUser },
    });
    expect(await records("&include_deleted=true&include_all=true", staff)).toEqual([record]);
    expect(await records("", lab.token)).toEqual([]);
    expect(await records("&include_all=true", staff)).toEqual([]);
  }

  /** A new workspace can have the name of a purged one, and contains nothing of it. */
  async function expectNameFree(lab: Lab): Promise<void> {
    const body = { name: lab.name, display_name: "Another" };
    const { status } = await request("POST", `${platform.url}/v2/workspace:create`, { token: staff, body });
    expect(status).toBe(200);
    while ((await manage("get", lab.name)).body.state !== "READY") await sleep(10);
    const url = `${lab.regionUrl}/v2/workspace/${lab.name}`;
    for (const list of [
      "project:list",
      "round:list",
      "data/table:list",
      "data/load:list",
      "data/version:list",
    ]) {
      const all = await request("GET", `${url}/${list}?include_archived=true`, { token: staff });
      expect(all.body).toEqual({ items: [], cursor: null });
    }
    expect((await request("GET", `${url}/project:list`, lab)).status, "a member of the old one").toBe(403);
  }

  it("a deletion with `erase` deletes object versions before it releases the name", async () => {
    const lab = await labWithData();
    const { body: workspace } = await manage("get", lab.name);
    const text = `zqround${workspace.id}`;
    await lab.api.post("/round:create", { project_id: lab.projectId, name: text });
    const erasing = `${platform.url}/v2/workspace:delete?name=${lab.name}&erase=true`;
    expect((await request("POST", erasing, { token: staff })).body.state).toBe("DELETING");
    const record = () => readWorkspace({ settings: platform.settings.platform }, workspace.id);
    expect((await record())?.item.deletion).toMatchObject({ stage: "RETAINED", erase: true });
    const path = `${platform.url}/v2/workspace:getErasureCertificate?id=${workspace.id}`;
    const certificate = () => request("GET", path, { token: staff });
    expect(await certificate()).toMatchObject({ status: 409, body: { code: "erasure_not_completed" } });
    await waitUntilGone(lab.name);
    expect(await remains(workspace.id)).toEqual([]);
    expect((await record())?.item.deletion).toMatchObject({ stage: "PURGED" });
    const { status, body } = await certificate();
    expect([status, body]).toEqual([
      200,
      {
        workspace_id: workspace.id,
        name: lab.name,
        region: "EU",
        requested_at: expect.any(String),
        requested_by: (await record())?.item.deleted_by,
        completed_at: expect.any(String),
        object_count: expect.any(Number),
        last_backup_expires_at: expect.any(String),
      },
    ]);
    expect((await request("GET", path, lab)).status).toBe(403);
    const connection = await (await DuckDBInstance.create(":memory:", { threads: "1" })).connect();
    // The step ends with a purge of the database's files.
    await expect.poll(() => filesWith(platform.dataDirectory, [text], connection)).toEqual([]);
    connection.closeSync();
  });

  it("a restore reverses a deletion and brings back all data", async () => {
    const lab = await labWithData();
    await manage("delete", lab.name);
    const restored = await manage("restore", lab.name);
    expect(restored.body).toMatchObject({ state: "READY" });
    const record = await manage("getRecord", lab.name);
    expect(record.body).toMatchObject({ deleted_at: null, deleted_by: null });
    await sleep(2_500);
    const projects = await lab.api.get<{ items: unknown[] }>("/project:list");
    expect(projects.items).toHaveLength(1);
    expect((await manage("restore", lab.name)).body.code).toBe("workspace_not_deleting");
  });

  it("a deletion does not affect a restored workspace, even if the stop request was lost", async () => {
    const lab = await labWithData();
    const { body: deleting } = await manage("delete", lab.name);
    await manage("restore", lab.name);
    const { body: again } = await manage("delete", lab.name);
    expect(again.state).toBe("DELETING");
    await manage("restore", lab.name);
    const before = await remains(deleting.id);
    for (const attempt of [2, 3, 4, 5]) {
      const input = { workspace_id: deleting.id, attempt, purge_at: new Date(0).toISOString() };
      await expect(purge(input)).resolves.toEqual({ done: true, erase: false });
    }
    expect(await remains(deleting.id)).toEqual(before);
    expect((await manage("get", lab.name)).body.state).toBe("READY");
  });

  byNight("one conditional write decides between deletion and a late restore", async () => {
    const endings = Array.from({ length: 12 }, async (_, index) => {
      const lab = await newLab(addresses);
      const { body: deleting } = await manage("delete", lab.name);
      await sleep(Date.parse(deleting.updated_at) + 1_990 + 3 * index - Date.now());
      const restored = await manage("restore", lab.name);
      if (restored.status === 200) {
        expect((await manage("get", lab.name)).body.state).toBe("READY");
        expect(await lab.api.get("/project:list")).toMatchObject({ items: [{ id: lab.projectId }] });
        return "restored";
      }
      expect([404, 409]).toContain(restored.status);
      await waitUntilGone(lab.name);
      expect(await remains(deleting.id)).toEqual([]);
      return "deleted";
    });
    expect(await Promise.all(endings)).toHaveLength(12);
  });

  it("an interrupted deletion resumes", async () => {
    const lab = await labWithData();
    const { body: deleting } = await manage("delete", lab.name);
    const scope = { settings: platform.settings.EU, id: deleting.id as string, region: "EU" as const };
    let left = (await remains(deleting.id)).length;
    for (let calls = 1; ; calls += 1) {
      const { ended } = await purgeRecords(scope, 0);
      const now = (await remains(deleting.id)).length;
      if (ended) {
        expect(calls).toBeGreaterThan(5);
        break;
      }
      expect(now).toBeLessThan(left);
      left = now;
    }
    expect((await remains(deleting.id)).filter((key) => key.startsWith("W#"))).toEqual([]);
    await waitUntilGone(lab.name);
    expect(await remains(deleting.id)).toEqual([]);
  });
});
