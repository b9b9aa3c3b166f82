import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addressesOf, type PlatformProcess, startPlatformProcess } from "#test/support/child.ts";
import { type Answer, request } from "#test/support/http.ts";
import { type Lab, memberToken, newLab, scalar, startCsvLoad } from "#test/support/lab.ts";
import { type SmallDisk, smallDisk } from "#test/support/smallDisk.ts";

/*
 * A whole platform on two small disks, one for its objects and one for everything else, which are filled and freed. It is
 * never started again.
 */

const DISK_MEGABYTES = 64;
const COLUMNS = [
  { name: "id", type: "INT64" },
  { name: "sequence", type: "STRING" },
];
const MEASURED = [
  { name: "sequence", type: "STRING" },
  { name: "tm", type: "FLOAT64" },
];
const ROWS = 1_000;
const SPILLING = `SELECT sum(r) FROM (
  SELECT row_number() OVER (ORDER BY k, s) AS r
  FROM (SELECT i * 7919 % 10007 AS k, rpad(CAST(j AS VARCHAR), 100, 'x') AS s
    FROM UNNEST(sequence(1, 5000)) AS t(i), UNNEST(sequence(1, 600)) AS u(j)))`;

let records: SmallDisk | string = "";
let objects: SmallDisk | string = "";
let platform: PlatformProcess;
let lab: Lab;

beforeAll(async () => {
  records = smallDisk(DISK_MEGABYTES);
  if (typeof records === "string") return;
  const data = join(records.path, "data");
  await mkdir(join(data, "s3"), { recursive: true });
  objects = smallDisk(DISK_MEGABYTES, join(data, "s3"));
  if (typeof objects === "string") throw new Error(objects);
  platform = await startPlatformProcess(data);
  lab = await newLab(addressesOf(platform));
  const load = await startCsvLoad(lab, "variants", COLUMNS, csv(ROWS));
  expect((await lab.api.settled(load)).state).toBe("COMPLETED");
});

beforeEach((context) => {
  if (typeof records === "string") context.skip(records);
});

afterAll(async () => {
  if (typeof records === "string") return;
  platform.child.kill("SIGKILL");
  await platform.exited;
  for (const disk of [objects, records]) await (disk as SmallDisk).close();
});

function csv(rows: number): string {
  const lines = Array.from({ length: rows }, (_, index) => `${index},${"ACDEF".repeat(20)}`);
  return `id,sequence\n${lines.join("\n")}\n`;
}

/** Runs work while a disk is full. */
async function whileFull<T>(disk: SmallDisk | string, work: () => Promise<T>): Promise<T> {
  const { fill, free } = disk as SmallDisk;
  fill();
  try {
    return await work();
  } finally {
    free();
  }
}

const call = (method: "GET" | "POST", path: string, body?: unknown): Promise<Answer> =>
  request(method, `${lab.regionUrl}/v2/workspace/${lab.name}${path}`, { token: lab.token, body });

async function newLoad(table = "variants"): Promise<string> {
  const { id } = await lab.api.post<{ id: string }>("/data/load:create", {
    context: { kind: "PROJECT", project_id: lab.projectId },
    tables: { [table]: { columns: COLUMNS, format: "CSV" } },
  });
  return id;
}

function upload(loadId: string, content: string, table = "variants"): Promise<Answer> {
  const form = new FormData();
  form.set("table_reference", table);
  form.set("file", new Blob([content]), "plate.csv");
  return call("POST", `/data/load:uploadFile?id=${loadId}`, form);
}

function expectFull(answer: Answer, storage: RegExp): void {
  expect({ status: answer.status, body: answer.body }).toMatchObject({
    status: 507,
    body: { code: "storage_full", detail: expect.stringMatching(storage) },
  });
  expect(answer.body.detail).toMatch(/is full, so the request was not completed.+Free up space/);
}

const countRows = (): Promise<unknown> => scalar(lab, "SELECT count(*) FROM variants");

test("uploads of any size get 507, leave no data, and succeed once there is space", async () => {
  const load = await newLoad();
  const large = csv(200_000);
  await whileFull(objects, async () => {
    expectFull(await upload(load, csv(10)), /^The storage of files /);
    expectFull(await upload(load, large), /^The storage of files /);
  });
  await whileFull(records, async () => {
    expectFull(await upload(load, csv(10)), /^The disk (?:of the database|for temporary files) /);
  });
  expect(await lab.api.get(`/data/load:get?id=${load}`)).toMatchObject({ state: "PENDING", files: [] });
  expect(await storedFiles(load)).toEqual([]);
  expect((await upload(load, csv(10))).status).toBe(200);
  await lab.api.post(`/data/load:delete?id=${load}`);
});

/** Lists the objects of a load's uploads and any unfinished objects. */
async function storedFiles(loadId: string): Promise<string[]> {
  const files = await readdir((objects as SmallDisk).path, { recursive: true, withFileTypes: true });
  return files
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => path.includes(`/uploads/${loadId}/`) || /\/\.(?:temporary|uploads)\//.test(path));
}

test("creating a project gets 507, reads continue, and it succeeds later", async () => {
  await whileFull(records, async () => {
    expectFull(await call("POST", "/project:create", { name: "second" }), /^The disk of the database /);
    const found = await call("GET", "/project:list?limit=10");
    expect(found.body.items.map(({ name }: { name: string }) => name)).toEqual(["project"]);
    expect(await countRows()).toBe(BigInt(ROWS));
  });
  expect((await call("POST", "/project:create", { name: "second" })).status).toBe(200);
});

test("a user with an old mirrored record is served if the provider confirms the user", async () => {
  const token = await memberToken(addressesOf(platform), lab.orgId, `${lab.name}@example.org`);
  const path = join((records as SmallDisk).path, "data", "dynamodb", "dynamodb.sqlite");
  const database = new DatabaseSync(path);
  const aged = database
    .prepare(
      `UPDATE platform SET item_json = replace(item_json, '"checked_at":{"S":"20', '"checked_at":{"S":"19')`,
    )
    .run();
  database.close();
  expect(aged.changes).toBeGreaterThan(0);
  const list = `${lab.regionUrl}/v2/workspace/${lab.name}/project:list`;
  const answer = await whileFull(records, () => request("GET", list, { token }));
  expect({ status: answer.status, body: answer.body }).toMatchObject({ status: 200 });
});

test("a query that needs disk space gets 507 and runs once there is space", async () => {
  const parquet = { query: "SELECT * FROM variants", format: "PARQUET" };
  await whileFull(records, async () => {
    expectFull(await call("POST", "/data:query", { query: SPILLING }), /^The disk for temporary files /);
    expectFull(await call("POST", "/data:query", parquet), /^The disk for temporary files /);
    // Uses one connection, so that the same process has to continue.
    expect(await countRows()).toBe(BigInt(ROWS));
  });
  expect((await call("POST", "/data:query", parquet)).status).toBe(200);
});

test("a preview gets 507 and succeeds once there is space", async () => {
  const preview = () =>
    request("POST", `${lab.regionUrl}/v2/workspace/${lab.name}/data:preview`, {
      token: lab.token,
      body: csv(100),
      headers: { "content-type": "application/octet-stream" },
    });
  await whileFull(records, async () => expectFull(await preview(), /^The disk for temporary files /));
  expect((await preview()).body.columns).toHaveLength(2);
});

test("a load that runs out of space reports it, changes no table, and can be retried", async () => {
  const load = await newLoad("second");
  expect((await upload(load, csv(20), "second")).status).toBe(200);
  const failed = await whileFull(objects, async () => {
    await lab.api.post(`/data/load:finalize?id=${load}`);
    return lab.api.settled(load);
  });
  expect(failed).toMatchObject({
    state: "FAILED",
    errors: [
      "The storage of files of this platform was full. No table was changed: retry the load when space is available again.",
    ],
  });
  expect((await call("GET", "/data/table:get?reference=second")).status).toBe(404);
  await lab.api.post(`/data/load:retry?id=${load}`);
  expect((await lab.api.settled(load)).state).toBe("COMPLETED");
  expect(await scalar(lab, "SELECT count(*) FROM second")).toBe(20n);
});

test("a task that runs out of space reports it and continues when recovered", async () => {
  const reference = "ACDEF".repeat(4);
  const variants = Array.from({ length: 40 }, (_, index) => {
    const position = index % reference.length;
    const residue = index < reference.length ? "W" : "Y";
    return `${reference.slice(0, position)}${residue}${reference.slice(position + 1)},${index}`;
  });
  const measured = await startCsvLoad(lab, "measured", MEASURED, `sequence,tm\n${variants.join("\n")}\n`);
  expect((await lab.api.settled(measured)).state).toBe("COMPLETED");
  const body = {
    context: { kind: "PROJECT", project_id: lab.projectId },
    display_name: "An analysis",
    parameters: {
      reference_sequence: reference,
      dataset: { kind: "TABLE", table: "measured" },
      assays: [{ assay_id: "tm", scale_type: "ADDITIVE" }],
    },
  };
  const { id } = await lab.api.post<{ id: string }>("/task/analyze.data/v1:create", body);
  await lab.api.finished(id);
  const failed = await whileFull(objects, async () => {
    const task = await lab.api.post<{ id: string }>("/task/analyze.data/v1:create", body);
    await expect(lab.api.finished(task.id)).rejects.toThrow(/FAILED/);
    return task.id;
  });
  expect((await lab.api.get<{ errors: string[] }>(`/task:get?id=${failed}`)).errors).toEqual([
    "The storage of files of this platform was full. Recover this task when space is available again. It resumes from its last checkpoint.",
  ]);
  await lab.api.post(`/task:recover?id=${failed}`);
  await lab.api.finished(failed);
});

test("the identity provider rejects a change with a message and applies nothing", async () => {
  const addresses = addressesOf(platform);
  await whileFull(records, () =>
    expect(memberToken(addresses, lab.orgId, "late@example.org")).rejects.toThrow(
      "The identity provider's disk is full, so nothing was changed. Free up space and try again.",
    ),
  );
  expect(await memberToken(addresses, lab.orgId, "late@example.org")).toMatch(/^ey/);
});

test("acknowledged data survives, and new work succeeds", async () => {
  expect(await countRows()).toBe(BigInt(ROWS));
  const load = await startCsvLoad(lab, "variants", COLUMNS, csv(5));
  expect((await lab.api.settled(load)).state).toBe("COMPLETED");
  expect(await countRows()).toBe(BigInt(ROWS + 5));
});
