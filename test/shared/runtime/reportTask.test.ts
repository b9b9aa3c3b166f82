import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { useLocalCredentials } from "#local/localCredentials.ts";
import { readBody } from "#local/readBody.ts";
import { reportTask } from "#shared/runtime/reportTask.ts";
import type { Settings, WorkspaceScope } from "#shared/runtime/scope.ts";

const calls: [action: string, fields: unknown][] = [];
let refusal: string | null = null;
const server = createServer(async (request, response) => {
  const body = await readBody(request, 1_000_000);
  const action = String(request.headers["x-amz-target"]).replace("AWSStepFunctions.", "");
  calls.push([action, JSON.parse(String(body))]);
  response.writeHead(refusal ? 400 : 200, { "content-type": "application/x-amz-json-1.0" });
  response.end(refusal ? JSON.stringify({ __type: refusal, message: "refused" }) : "{}");
});
let scope: WorkspaceScope;

beforeAll(async () => {
  useLocalCredentials();
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  const settings = {
    regions: { EU: { awsRegion: "eu-central-1" } },
    endpoints: { sfn: `http://127.0.0.1:${port}` },
  } as unknown as Settings;
  scope = { settings, id: "17", region: "EU" };
});
afterAll(() => server.close());

it("a result is sent as JSON, and an error with the name that retriers match", async () => {
  await reportTask(scope, "t1", { status: "fulfilled", value: { check_keys: true } });
  await reportTask(scope, "t2", { status: "fulfilled", value: undefined });
  const reason = Object.assign(new Error("x".repeat(40_000)), { name: "Lambda.TooManyRequestsException" });
  await reportTask(scope, "t3", { status: "rejected", reason });
  expect(calls.splice(0)).toEqual([
    ["SendTaskSuccess", { taskToken: "t1", output: '{"check_keys":true}' }],
    ["SendTaskSuccess", { taskToken: "t2", output: "null" }],
    [
      "SendTaskFailure",
      { taskToken: "t3", error: "Lambda.TooManyRequestsException", cause: "x".repeat(32_768) },
    ],
  ]);
});

it.each(["TaskTimedOut", "TaskDoesNotExist", "InvalidToken"])(
  "a state machine that no longer waits (%s) is not an error",
  async (code) => {
    refusal = code;
    await reportTask(scope, "t", { status: "fulfilled", value: {} });
    expect(calls.splice(0)).toHaveLength(1);
  },
);

it("any other refusal is thrown, so that the message is delivered again", async () => {
  refusal = "InvalidOutput";
  await expect(reportTask(scope, "t", { status: "fulfilled", value: {} })).rejects.toThrow("refused");
});
