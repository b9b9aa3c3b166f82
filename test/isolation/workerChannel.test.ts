import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Platform, startPlatform } from "#local/startPlatform.ts";
import { FrameType } from "#local/workers/answerFrames.ts";
import { StartTurns } from "#local/workers/startTurns.ts";
import { workerAccess } from "#local/workers/workerAccess.ts";
import { WorkerPool } from "#local/workers/workerPool.ts";
import { WorkRun } from "#local/workers/workRun.ts";
import { getBytes, putBytes } from "#shared/objects/objects.ts";
import type { DatabaseCall } from "#shared/runtime/scope.ts";
import type { WorkerAttack } from "./attackingWorker.ts";

const ATTACKER = "17";
const VICTIM = "18";
const TABLE = "workspaces-eu";
const SCRIPT = fileURLToPath(new URL("./attackingWorker.ts", import.meta.url));
const DENIED = expect.stringMatching(/^400 .*AccessDeniedException/);

let directory: string;
let platform: Platform;
let pool: WorkerPool;
/** Requests of the process that the database is answering, their largest number so far, and the works in progress. */
const running = { now: 0, most: 0, works: 0 };

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "worker-channel-"));
  platform = await startPlatform({ port: 0, dataDirectory: join(directory, "data") });
  pool = new WorkerPool({
    script: async () => SCRIPT,
    scratchDirectory: join(directory, "scratch"),
    codeCache: join(directory, "cache"),
    heapMegabytes: 256,
    dataBytes: 2 ** 32,
    niceness: 0,
    warm: false,
    starts: new StartTurns(),
    spares: 0,
    maxIdle: 0,
  });
  for (const id of [ATTACKER, VICTIM]) {
    await callDatabase("PutItem", Buffer.from(JSON.stringify({ TableName: TABLE, Item: item(id) })));
    await putBytes({ settings: platform.settings.EU, id, region: "EU" }, `ws/${id}/tables/1/rows`, "rows");
  }
});

afterAll(async () => {
  await pool.close();
  await platform.close();
  await rm(directory, { recursive: true, force: true });
});

const item = (id: string) => ({ pk: { S: `W#${id}` }, sk: { S: "HEAD" }, version: { S: "5" } });
const keyOf = (id: string) => ({ pk: { S: `W#${id}` }, sk: { S: "HEAD" } });

const callDatabase: DatabaseCall = async (operation, body) => {
  running.now += 1;
  running.most = Math.max(running.most, running.now);
  try {
    const call = platform.settings.EU.callDatabase;
    if (!call) throw new Error("The platform has no database");
    return await call(operation, body);
  } finally {
    running.now -= 1;
  }
};

/** Runs an attack in a worker process of the attacker's workspace. Returns what the process reports. */
async function attack(input: WorkerAttack): Promise<{ inherited: string[]; outcome: unknown }> {
  const worker = await pool.take(ATTACKER, 2 ** 32);
  const { credentials } = platform;
  const access = worker.admit(() => workerAccess({ callDatabase, credentials }, ATTACKER, "EU", "query"));
  const { EU } = platform.settings;
  const environment = {
    ...access.credentials(),
    AWS_ENDPOINT_URL_S3: EU.endpoints.s3,
  };
  const workspace = { id: ATTACKER, region: "EU" as const };
  const run = new WorkRun(
    worker,
    { id: 1, type: "job", name: "attack", environment, workspace, input },
    {
      signal: new AbortController().signal,
      maxMs: 60_000,
      maxWriteMs: 0,
      explain: (reason) => new Error(`stopped: ${reason}`),
    },
  );
  running.works += 1;
  void run.ended.then((isReusable) => {
    running.works -= 1;
    return pool.release(worker, isReusable);
  });
  return (await run.output()) as { inherited: string[]; outcome: unknown };
}

async function headOf(id: string): Promise<unknown> {
  const request = Buffer.from(JSON.stringify({ TableName: TABLE, Key: keyOf(id) }));
  return (JSON.parse(String((await callDatabase("GetItem", request)).body)) as { Item: unknown }).Item;
}

describe("a worker process in an attacker's hands", () => {
  it("it inherits no credentials, and reaches the records of its workspace only", async () => {
    const put = { Put: { TableName: TABLE, Item: { ...item(VICTIM), version: { S: "6" } } } };
    const { inherited, outcome } = await attack({
      kind: "database",
      requests: [
        ["GetItem", { TableName: TABLE, Key: keyOf(ATTACKER) }],
        ["GetItem", { TableName: TABLE, Key: keyOf(VICTIM) }],
        ["TransactWriteItems", { TransactItems: [put] }],
        ["TransactWriteItems", { TransactItems: [{ Delete: { TableName: TABLE, Key: keyOf(VICTIM) } }] }],
        ["Scan", { TableName: TABLE }],
        ["Scan", { TableName: "platform" }],
        ["DeleteTable", { TableName: TABLE }],
      ],
    });
    expect(inherited).toEqual([]);
    const [own, ...others] = outcome as string[];
    expect(own).toMatch(/^200 .*"version"/);
    expect(others).toEqual(others.map(() => DENIED));
    expect(await headOf(VICTIM)).toEqual(item(VICTIM));
  });

  it("its credentials reach the objects of its workspace only", async () => {
    const keys = [
      `ws/${VICTIM}/tables/1/rows`,
      `ws/${VICTIM}/`,
      `results/${VICTIM}/5`,
      `ws/${ATTACKER}/../${VICTIM}/tables/1/rows`,
      "",
      "ws/",
      `ws/${ATTACKER}/tables/1/rows`,
    ];
    const { outcome } = await attack({ kind: "objects", keys });
    const own = ["get", "list", "put", "deleteMany", "delete"];
    // An object whose key contains ".." belongs to the attacker: keys are not paths.
    expect(outcome).toEqual([[], [], [], ["put", "deleteMany", "delete"], [], [], own]);
    const scope = { settings: platform.settings.EU, id: VICTIM, region: "EU" as const };
    expect(Buffer.from((await getBytes(scope, `ws/${VICTIM}/tables/1/rows`)) ?? []).toString()).toBe("rows");
  });

  it("its credentials open neither the database nor the state machines over HTTP", async () => {
    const { dynamodb = "", sfn = "" } = platform.settings.EU.endpoints;
    for (const [target, url] of [
      ["DynamoDB_20120810.ListTables", dynamodb],
      ["AWSStepFunctions.ListStateMachines", sfn],
    ] as const) {
      expect((await attack({ kind: "http", target, url })).outcome).toMatch(/^40[03]$/);
    }
  });

  it("requests beyond the limit wait in the process, and the bystander's requests are answered meanwhile", async () => {
    running.most = 0;
    const request = { TableName: TABLE, Key: keyOf(ATTACKER) };
    const flood = attack({ kind: "flood", count: 5_000, request });
    expect(await headOf(VICTIM)).toEqual(item(VICTIM));
    expect((await flood).outcome).toBe(5_000);
    // One more than the limit: the bystander.
    expect(running.most).toBeLessThanOrEqual(17);
  });

  it("a request that is too large ends the process before the platform reads it", async () => {
    const before = process.memoryUsage().arrayBuffers;
    await expect(attack({ kind: "hugeFrame" })).rejects.toThrow("stopped: crash");
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(64 << 20);
    expect((await attack({ kind: "flood", count: 1, request: {} })).outcome).toBe(1);
  });

  it("requests that two parsers could read differently, and lists of all workspaces, are denied", async () => {
    const [own, foreign] = [JSON.stringify(keyOf(ATTACKER)), JSON.stringify(keyOf(VICTIM))];
    const list = { TableName: TABLE, KeyConditionExpression: "pk = :pk" };
    const { outcome } = await attack({
      kind: "database",
      requests: [
        ["GetItem", `{"TableName":"${TABLE}","Key":${foreign},"Key":${own}}`],
        ["GetItem", `{"TableName":"${TABLE}","Key":${own},"Key":${foreign}}`],
        ["GetItem", { TableName: TABLE, Key: keyOf(`${ATTACKER}0`) }],
        ["Query", { ...list, ExpressionAttributeValues: { ":pk": { S: "UNDER_WAY#LOAD" } } }],
        ["Query", { ...list, ExpressionAttributeValues: { ":pk": { S: `W#${ATTACKER}0` } } }],
        ["ExecuteStatement", { Statement: `SELECT * FROM "${TABLE}"` }],
        ["PurgeDeletedItems", {}],
        ["constructor", {}],
      ],
    });
    const [first, ...others] = outcome as string[];
    // The database receives what was checked: the last of two keys.
    expect(first).toContain(`"S":"W#${ATTACKER}"`);
    expect(others).toEqual(others.map(() => DENIED));
  });

  it("a record cannot be moved to another workspace", async () => {
    const moved = (UpdateExpression: string, ExpressionAttributeNames?: Record<string, string>) => {
      const ExpressionAttributeValues = { ":s0": { S: `W#${VICTIM}` } };
      const update = { TableName: TABLE, Key: keyOf(ATTACKER), UpdateExpression, ExpressionAttributeValues };
      return { TransactItems: [{ Update: { ...update, ExpressionAttributeNames } }] };
    };
    const { outcome } = await attack({
      kind: "database",
      requests: [
        ["TransactWriteItems", moved("SET pk = :s0")],
        ["TransactWriteItems", moved("SET #s0 = :s0", { "#s0": "pk" })],
      ],
    });
    expect(outcome).toEqual([DENIED, DENIED]);
    expect([await headOf(VICTIM), await headOf(ATTACKER)]).toEqual([item(VICTIM), item(ATTACKER)]);
  });

  it.each<[string, "answers" | "control", FrameType | 99, string]>([
    ["an output that is not JSON", "answers", FrameType.OUTPUT, "{"],
    ["an error that is null", "answers", FrameType.ERROR, "null"],
    [
      "an error of an unknown kind",
      "answers",
      FrameType.ERROR,
      '{"name":"a","message":"b","domain":{"kind":"constructor","code":"c","problems":[]}}',
    ],
    ["a frame of an unknown type", "answers", 99, "{}"],
    ["a command", "control", FrameType.COMMAND, "{}"],
    ["a request without an operation", "control", FrameType.DATABASE, "abcd"],
  ])(
    "%s fails the work and ends the process, and the next process works",
    async (_, channel, type, payload) => {
      const sent = attack({ kind: "frame", channel, type, payload });
      await expect(sent).rejects.toThrow("stopped: crash");
      await expect.poll(() => running.works).toBe(0);
      expect((await attack({ kind: "flood", count: 1, request: {} })).outcome).toBe(1);
    },
  );
});
