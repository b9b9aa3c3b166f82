import type { IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { awsJson } from "#shared/runtime/awsJson.ts";
import { type LocalServer, startServer } from "#test/support/localServer.ts";

let server: LocalServer;
let answer: { status: number; body: string };
const asked: { request: IncomingMessage; body: string }[] = [];

beforeAll(async () => {
  server = await startServer(async (request, response) => {
    asked.push({ request, body: await text(request) });
    response.writeHead(answer.status).end(answer.body);
  });
});

afterEach(() => {
  vi.unstubAllEnvs();
  asked.length = 0;
});

afterAll(() => server.close());

const options = {
  service: "glue",
  target: "AWSGlue",
  region: "eu-central-1",
  credentials: { accessKeyId: "key", secretAccessKey: "secret", sessionToken: "token" },
};

describe("AWS JSON calls", () => {
  it("calls are signed and return the service's response", async () => {
    answer = { status: 200, body: '{"Table":{"Name":"a"}}' };
    const calls = awsJson({ ...options, endpoint: server.url });
    expect(await calls.call("GetTable", { Name: "a" })).toEqual({ Table: { Name: "a" } });
    const [{ request, body } = { request: undefined, body: "" }] = asked;
    expect(body).toBe('{"Name":"a"}');
    expect(request?.headers).toMatchObject({
      "x-amz-target": "AWSGlue.GetTable",
      "x-amz-security-token": "token",
      authorization: expect.stringMatching(/Credential=key\/\d{8}\/eu-central-1\/glue\/aws4_request/),
    });
  });

  it("calls use AWS_ENDPOINT_URL, like the SDK's clients", async () => {
    answer = { status: 200, body: "{}" };
    vi.stubEnv("AWS_ENDPOINT_URL", server.url);
    expect(await awsJson(options).call("GetTable", {})).toEqual({});
  });

  it("a refused call fails with the service's error name and status", async () => {
    const calls = awsJson({ ...options, endpoint: server.url });
    answer = { status: 400, body: '{"__type":"com.amazonaws#EntityNotFoundException","Message":"No such"}' };
    const known = { name: "EntityNotFoundException", message: "No such", $metadata: { httpStatusCode: 400 } };
    await expect(calls.call("GetTable", {})).rejects.toMatchObject(known);
    answer = { status: 503, body: "<html>" };
    const unknown = { name: "UnknownError", message: "glue answered 503 UnknownError" };
    await expect(calls.call("GetTable", {})).rejects.toMatchObject(unknown);
  });

  it("a call to an unreachable service fails with the connection's error code", async () => {
    const closed = await startServer(() => undefined);
    await closed.close();
    const calls = awsJson({ ...options, endpoint: closed.url });
    await expect(calls.call("GetTable", {})).rejects.toMatchObject({ code: "ECONNREFUSED" });
  });
});
