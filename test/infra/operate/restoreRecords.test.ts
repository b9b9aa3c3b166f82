import { BatchWriteItemCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { restoreRecords } from "#infra/operate/restoreWorkspace.ts";
import { workspaceRecords } from "#infra/operate/workspaceRecords.ts";
import { type Lab, newLab, scalar, startCsvLoad } from "#test/support/lab.ts";
import { type OwnPlatform, startOwnPlatform } from "#test/support/ownPlatform.ts";
import { Importer } from "#test/support/transferring.ts";
import { WAIT } from "#test/support/wait.ts";

const COLUMNS = [{ name: "n", type: "INT64" }];

let platform: OwnPlatform;
let client: DynamoDBClient;
let tables: { table: string; from: string };
let lab: Lab;
let bystander: Lab;
/** Name of each operation that the database was asked for. */
let calls: string[];

beforeAll(async () => {
  platform = await startOwnPlatform({});
  const settings = platform.platform.settings.EU;
  // The other region's table takes the place of the one restored from a recovery point.
  tables = { table: settings.regions.EU.table, from: settings.regions.US.table };
  calls = [];
  client = new DynamoDBClient({
    region: settings.regions.EU.awsRegion,
    ...(settings.endpoints.dynamodb && { endpoint: settings.endpoints.dynamodb }),
  });
  client.middlewareStack.add(
    (next, { commandName }) =>
      (args) => {
        calls.push(String(commandName));
        return next(args);
      },
    { step: "initialize" },
  );
  lab = await newLab(platform.addresses);
  bystander = await newLab(platform.addresses);
}, 60_000);
afterAll(() => platform.close());

async function load(into: Lab, csv: string): Promise<string> {
  const id = await startCsvLoad(into, "numbers", COLUMNS, csv);
  const state = async () => (await into.api.get<{ state: string }>(`/data/load:get?id=${id}`)).state;
  await vi.waitFor(async () => expect(await state()).toBe("COMPLETED"), WAIT);
  return id;
}

async function keep(id: string): Promise<void> {
  const items = [...(await workspaceRecords(client, tables.table, id)).values()];
  for (let at = 0; at < items.length; at += 25) {
    const requests = items.slice(at, at + 25).map((Item) => ({ PutRequest: { Item } }));
    await client.send(new BatchWriteItemCommand({ RequestItems: { [tables.from]: requests } }));
  }
}

it("one closed workspace is put back without a scan, and others stay as they are", async () => {
  const manager = new Importer(lab, platform.addresses);
  const id = await manager.workspaceId();
  const first = await load(lab, "n\n1\n2\n");
  await load(bystander, "n\n10\n");
  await keep(id);
  await keep(await new Importer(bystander, platform.addresses).workspaceId());
  await lab.api.post(`/data/load:undo?id=${first}`);
  await load(lab, "n\n100\n");
  await lab.api.post("/project:create", { name: "later" });
  await load(bystander, "n\n11\n");
  expect(await scalar(lab, "SELECT sum(n) FROM numbers")).toBe(100n);

  const restore = (isDry: boolean) => {
    return restoreRecords(client, { ...tables, workspaceId: id, isDry }, () => Promise.resolve(0));
  };
  await expect(restore(false)).rejects.toThrow("is not closed");
  await manager.close();
  calls.length = 0;
  const planned = await restore(true);
  expect(planned.put).toBeGreaterThan(0);
  expect(planned.deleted).toBeGreaterThan(0);
  expect(await restore(false)).toEqual(planned);
  expect(await restore(false)).toEqual({ put: 0, deleted: 0, objects: 0 });
  expect(new Set(calls)).toEqual(new Set(["QueryCommand", "BatchWriteItemCommand"]));
  expect((await manager.manage("unfreeze")).status).toBe(200);

  expect(await scalar(lab, "SELECT sum(n) FROM numbers")).toBe(3n);
  expect(await lab.api.get("/project:list")).toMatchObject({ items: [{ name: "project" }] });
  expect(await scalar(bystander, "SELECT sum(n) FROM numbers")).toBe(21n);
  const audit = await lab.api.get<{ items: { kind: string }[] }>("/audit:list?kind=load:undo");
  expect(audit.items).toHaveLength(1);
  await load(lab, "n\n4\n");
  expect(await scalar(lab, "SELECT sum(n) FROM numbers")).toBe(7n);
}, 120_000);
