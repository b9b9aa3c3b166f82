import { spawnSync } from "node:child_process";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startDynamodbLocal } from "#local/database/startDynamodbLocal.ts";
import { commandOf } from "#test/support/listeners.ts";
import { processTree } from "../../../bench/support/processMemory.ts";
import { sendSigned } from "../signature/signedJson.ts";
import { expectPurged } from "./purgedEngine.ts";

const hasJava = spawnSync("java", ["-version"]).status === 0;
const TABLE = {
  TableName: "records",
  BillingMode: "PAY_PER_REQUEST",
  AttributeDefinitions: [{ AttributeName: "pk", AttributeType: "S" }],
  KeySchema: [{ AttributeName: "pk", KeyType: "HASH" }],
};

describe.skipIf(!hasJava || process.platform !== "linux")("DynamoDB Local (needs Java)", () => {
  let directory: string;
  let engine: Awaited<ReturnType<typeof startDynamodbLocal>>;
  let port: number;

  const start = async () => {
    engine = await startDynamodbLocal(directory);
    const java = processTree(process.pid)
      .map(commandOf)
      .find((command) => command.startsWith("java"));
    port = Number(/-port (\d+)/.exec(java ?? "")?.[1]);
  };
  const ask = async (operation: string, request: object) => {
    const { status, body } = await engine.call(operation, Buffer.from(JSON.stringify(request)));
    return { status, body: JSON.parse(body.toString()) };
  };

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "dynamodb-local-"));
    await start();
  });

  afterAll(async () => {
    await engine.close();
    await rm(directory, { recursive: true, force: true });
  });

  test("a client without the access key does not see the platform's tables", async () => {
    expect((await ask("CreateTable", TABLE)).status).toBe(200);
    expect((await ask("ListTables", {})).body).toEqual({ TableNames: ["records"] });
    const others = { accessKeyId: "local", secretAccessKey: "local" };
    const call = {
      service: "dynamodb",
      target: "DynamoDB_20120810.ListTables",
      body: {},
      credentials: others,
    };
    expect((await sendSigned(`http://127.0.0.1:${port}`, call)).body).toEqual({ TableNames: [] });
  });

  test("after a purge, no file of the database contains deleted or replaced values, and no write is lost", async () => {
    await expectPurged(engine.call, directory, "records", (id) => ({ pk: { S: id } }));
  });

  test("the access key is in a file that only its owner can read, and not in any command line", async () => {
    expect((await stat(join(directory, "access-key"))).mode & 0o777).toBe(0o600);
    const [key = ""] = (await readdir(directory)).flatMap((name) => /^([0-9a-f]{32})_/.exec(name)?.[1] ?? []);
    expect(key).toMatch(/^[0-9a-f]{32}$/);
    for (const command of processTree(process.pid).map(commandOf)) expect(command).not.toContain(key);
  });
});
