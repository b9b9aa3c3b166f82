import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { operations } from "#functions/operations.ts";
import { startDynamodb } from "#local/database/startDynamodb.ts";
import { useLocalCredentials } from "#local/localCredentials.ts";
import { LOCAL } from "#local/localEnvironment.ts";
import type { ApiEvent } from "#shared/http/apiEvent.ts";
import { recordRequest } from "#shared/http/audit/recordRequest.ts";
import { settingsFrom } from "#shared/runtime/environment.ts";
import { json, startEdge } from "#test/support/edge.ts";
import { exampleEnvironment } from "#test/support/exampleEnvironment.ts";
import type { LocalServer } from "#test/support/localServer.ts";

let directory: string;
let database: Awaited<ReturnType<typeof startDynamodb>>;
let front: LocalServer;
let fault = "";

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "recorded-"));
  database = await startDynamodb(directory, LOCAL.tables, useLocalCredentials());
  front = await startEdge(database.url, async (passing, pass) =>
    fault === ""
      ? pass(passing)
      : json(400, { __type: "com.amazonaws.dynamodb.v20120810#ValidationException", message: fault }),
  );
});

afterAll(async () => {
  await front.close();
  await database.close();
  await rm(directory, { recursive: true, force: true });
});

async function statusOf(operation: "getProject" | "createProject", because: string): Promise<number> {
  fault = because;
  const settings = settingsFrom(exampleEnvironment({ database: front.url }, directory));
  const { contract } = operations[operation];
  const event = {
    httpMethod: contract.method,
    workspace: { settings, id: "7", region: "EU" },
    caller: { userId: "user_1", isMachine: false, isStaff: false, role: "manager" },
    requestId: "request",
    clientAddress: null,
    headers: {},
  } as unknown as ApiEvent;
  const answer = { statusCode: 200, headers: {}, body: "{}" };
  const reply = await recordRequest(contract, event, answer, () => ({ ...answer, statusCode: 418 }));
  return reply.statusCode;
}

test("a request without a record gets the error of its protocol", async () => {
  expect(await statusOf("getProject", "")).toBe(200);
  expect(await statusOf("getProject", "no such table")).toBe(418);
  expect(await statusOf("createProject", "no such table")).toBe(418);
});

test("only reads continue while the disk of the database is full", async () => {
  expect(await statusOf("getProject", "database or disk is full")).toBe(200);
  expect(await statusOf("createProject", "database or disk is full")).toBe(418);
});
