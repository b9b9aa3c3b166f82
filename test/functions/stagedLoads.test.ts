import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { removeOrphanObjects } from "#functions/steps/maintenance/removeOrphanObjects.ts";
import { composeId } from "#shared/domain/id.ts";
import { createLoad } from "#shared/domain/loads/loadTransitions.ts";
import { expireLoads } from "#shared/history/expireLoads.ts";
import { uploadKey, uploadsPrefix } from "#shared/objects/keys.ts";
import { listObjects, putBytes } from "#shared/objects/objects.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { workspaceDatabase } from "#shared/store/dynamodb/database.ts";
import { deleteItems, transact } from "#shared/store/dynamodb/items.ts";
import { stagedBytesKey } from "#shared/store/dynamodb/keys.ts";
import { changeLoad, newLoadWrites } from "#shared/store/loads.ts";
import { recountStagedBytes } from "#shared/store/recountStagedBytes.ts";
import { countedStagedBytes } from "#shared/store/stagedBytes.ts";
import { ApiClient } from "../../examples/apiClient.ts";
import { type Answer, request } from "../support/http.ts";
import { type Lab, newLab, staffToken } from "../support/lab.ts";
import { type OwnPlatform, startOwnPlatform } from "../support/ownPlatform.ts";

const LIMIT = 100_000;
const COLUMNS = [{ name: "id", type: "INT64" }];
const DAY_MS = 86_400_000;

let own: OwnPlatform;
let lab: Lab;
let scope: WorkspaceScope;

beforeAll(async () => {
  own = await startOwnPlatform({ STAGED_BYTES: String(LIMIT) });
});
beforeEach(async () => {
  lab = await newLab(own.addresses);
  const staff = new ApiClient(own.addresses.platformUrl, await staffToken(own.addresses));
  const { id } = await staff.get<{ id: string }>(`/v2/workspace:getRecord?name=${lab.name}`);
  scope = { settings: own.platform.settings.EU, id, region: "EU" };
});
afterAll(() => own.close());

const post = (path: string, body?: unknown): Promise<Answer> =>
  request("POST", `${lab.regionUrl}/v2/workspace/${lab.name}${path}`, { token: lab.token, body });

async function newLoad(): Promise<string> {
  const { id } = await lab.api.post<{ id: string }>("/data/load:create", {
    context: { kind: "PROJECT", project_id: lab.projectId },
    tables: { variants: { columns: COLUMNS, format: "CSV" } },
  });
  return id;
}

/** Returns a file of a given size with valid rows. */
function csv(bytes: number): string {
  return `id\n${"1\n".repeat((bytes - 3) / 2)}`.padEnd(bytes, "\n");
}

function upload(load: string, content: string): Promise<Answer> {
  const form = new FormData();
  form.set("table_reference", "variants");
  form.set("file", new Blob([content]), "plate.csv");
  return post(`/data/load:uploadFile?id=${load}`, form);
}

async function storedUploads(load: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of listObjects(scope, uploadsPrefix(scope.id, load), null)) keys.push(key);
  return keys;
}

describe("the staged bytes of a workspace", () => {
  it("an upload beyond the limit gets a 413 with both sizes and stores nothing", async () => {
    const load = await newLoad();
    expect((await upload(load, csv(60_000))).status).toBe(200);
    const refused = await upload(load, csv(50_000));
    expect({ status: refused.status, body: refused.body }).toMatchObject({
      status: 413,
      body: {
        code: "staged_bytes_exceeded",
        detail:
          "The PENDING and FAILED loads of this workspace contain files of 60,000 bytes in total, so this file would exceed the limit of 100,000 bytes. Finalize or delete some of these loads, then upload the file again.",
      },
    });
    expect(await storedUploads(load)).toHaveLength(1);
    expect((await upload(load, csv(40_000))).status).toBe(200);
    expect((await upload(load, "i")).status).toBe(413);
  });

  it("finalizing a load releases its bytes, and a failure counts them again", async () => {
    const load = await newLoad();
    await upload(load, csv(80_000));
    await lab.api.post(`/data/load:finalize?id=${load}`);
    expect(await countedStagedBytes(scope)).toBe(0);
    expect((await lab.api.settled(load)).state).toBe("COMPLETED");
    const bad = await newLoad();
    await upload(bad, `id\n${"x\n".repeat(20_000)}`);
    await lab.api.post(`/data/load:finalize?id=${bad}`);
    expect((await lab.api.settled(bad)).state).toBe("FAILED");
    expect(await countedStagedBytes(scope)).toBe(40_003);
    await lab.api.post(`/data/load:delete?id=${bad}`);
    expect(await countedStagedBytes(scope)).toBe(0);
  });

  it("removing a file releases its bytes, and the bytes of a failed upload never count", async () => {
    const load = await newLoad();
    const { body: file } = await upload(load, csv(70_000));
    await lab.api.post(`/data/load:removeFile?id=${load}&file_id=${file.id}`);
    expect(await countedStagedBytes(scope)).toBe(0);
    const form = new FormData();
    form.set("table_reference", "no_such_table");
    form.set("file", new Blob([csv(70_000)]), "plate.csv");
    expect((await post(`/data/load:uploadFile?id=${load}`, form)).status).toBe(422);
    expect(await countedStagedBytes(scope)).toBe(0);
  });

  it("concurrent uploads never exceed the limit", async () => {
    const loads = await Promise.all([newLoad(), newLoad(), newLoad()]);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => upload(loads[index % 3] ?? "", csv(30_000))),
    );
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      ...Array.from({ length: 3 }, () => 200),
      ...Array.from({ length: 9 }, () => 413),
    ]);
    expect(await countedStagedBytes(scope)).toBe(90_000);
    expect((await Promise.all(loads.map(storedUploads))).flat()).toHaveLength(3);
  });

  it("staged bytes of one workspace do not affect another", async () => {
    await upload(await newLoad(), csv(LIMIT));
    const other = lab;
    lab = await newLab(own.addresses);
    expect((await upload(await newLoad(), csv(LIMIT))).status).toBe(200);
    lab = other;
    expect((await upload(await newLoad(), csv(1_001))).status).toBe(413);
  });

  it("a recount corrects the counter", async () => {
    const load = await newLoad();
    await upload(load, csv(10_000));
    await deleteItems(workspaceDatabase(scope), [stagedBytesKey(scope.id)]);
    expect(await countedStagedBytes(scope)).toBe(0);
    expect(await recountStagedBytes(scope, false)).toEqual({ stored: 0, counted: 10_000 });
    expect(await countedStagedBytes(scope)).toBe(0);
    await recountStagedBytes(scope, true);
    expect(await countedStagedBytes(scope)).toBe(10_000);
    expect(await recountStagedBytes(scope, false)).toEqual({ stored: 10_000, counted: 10_000 });
    await lab.api.post(`/data/load:finalize?id=${load}`);
    expect(await countedStagedBytes(scope)).toBe(0);
  });
});

describe("a pending load", () => {
  /** Makes its last change appear days old. */
  const age = (load: string, days: number): Promise<unknown> =>
    changeLoad(scope, load, (current) => ({
      ...current,
      updated_at: new Date(Date.now() - days * DAY_MS).toISOString(),
    }));

  it("an expired load accepts only its deletion", async () => {
    const [load, kept] = [await newLoad(), await newLoad()];
    for (const id of [load, kept]) await upload(id, csv(11));
    await age(load, 7.01);
    await age(kept, 6.99);
    const table = { table_ref: "second", config: { columns: COLUMNS } };
    for (const late of [
      await post(`/data/load:finalize?id=${load}`),
      await upload(load, csv(11)),
      await post(`/data/load:addTable?id=${load}`, table),
    ]) {
      expect({ status: late.status, body: late.body }).toMatchObject({
        status: 409,
        body: {
          code: "load_expired",
          detail: expect.stringMatching(/^The load \d+ expired at .+Create a new load/),
        },
      });
    }
    expect((await upload(kept, csv(11))).status).toBe(200);
    expect((await post(`/data/load:finalize?id=${kept}`)).status).toBe(200);
    expect((await post(`/data/load:delete?id=${load}`)).status).toBe(200);
  });

  it("an expired load is removed with its files and staged bytes, and other loads remain", async () => {
    const [old, young, failed] = [await newLoad(), await newLoad(), await newLoad()];
    await upload(failed, "id\nx\n");
    await lab.api.post(`/data/load:finalize?id=${failed}`);
    await lab.api.settled(failed);
    for (const id of [old, young]) await upload(id, csv(1_001));
    // As if it had received a file three days later.
    await age(young, -3);
    const inEightDays = new Date(Date.now() + 8 * DAY_MS).toISOString();
    expect(await expireLoads(scope, Number.POSITIVE_INFINITY, inEightDays)).toBe(1);
    const left = await lab.api.get<{ items: { id: string }[] }>("/data/load:list");
    expect(left.items.map(({ id }) => id).toSorted()).toEqual([young, failed].toSorted());
    expect(await storedUploads(old)).toEqual([]);
    expect(await storedUploads(young)).toHaveLength(1);
    expect(await countedStagedBytes(scope)).toBe(1_001 + 5);
  });

  it("the daily sweep finds expired loads, including those from older releases", async () => {
    const at = new Date(Date.now() - 8 * DAY_MS).toISOString();
    const id = composeId(Date.parse(at), 1);
    const context = { kind: "PROJECT", project_id: lab.projectId } as const;
    const load = createLoad(id, context, {}, { by: "user_1", at });
    await transact(workspaceDatabase(scope), newLoadWrites(scope, load));
    await putBytes(scope, uploadKey(scope.id, id, "5"), "id\n1\n");
    expect(
      (await lab.api.get<{ expires_at: string }>(`/data/load:get?id=${id}`)).expires_at <
        new Date().toISOString(),
    ).toBe(true);
    const step = { workspace_id: scope.id, min_age_hours: 24 };
    await removeOrphanObjects.run({ ...step, dry_run: true }, scope.settings);
    expect(await storedUploads(id)).toHaveLength(1);
    await removeOrphanObjects.run({ ...step, dry_run: false }, scope.settings);
    expect(await storedUploads(id)).toEqual([]);
    expect(
      (
        await request("GET", `${lab.regionUrl}/v2/workspace/${lab.name}/data/load:get?id=${id}`, {
          token: lab.token,
        })
      ).status,
    ).toBe(404);
  });
});
