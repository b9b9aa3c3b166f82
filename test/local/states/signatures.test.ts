import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { invalidCalls, send, sendSigned, signedHeaders } from "../signature/signedJson.ts";
import {
  CREDENTIALS,
  executionArn,
  FAR_AWAY,
  machineArn,
  startEndpoint,
  type TestEndpoint,
  WAIT_MACHINE,
} from "./endpoint.ts";

let endpoint: TestEndpoint;
const call = {
  service: "states",
  target: "AWSStepFunctions.StartExecution",
  body: { stateMachineArn: machineArn("wait"), name: "one", input: JSON.stringify(FAR_AWAY) },
  credentials: CREDENTIALS,
};

beforeAll(async () => {
  endpoint = await startEndpoint({ wait: WAIT_MACHINE });
});

afterAll(() => endpoint.stop());

describe("a request to the state machines", () => {
  test("a signed request to the state machines is answered", async () => {
    expect(await sendSigned(endpoint.url, call)).toMatchObject({
      status: 200,
      body: { executionArn: executionArn("wait", "one") },
    });
    const aWhileAgo = new Date(Date.now() - 14 * 60_000);
    expect((await sendSigned(endpoint.url, { ...call, now: aWhileAgo })).status).toBe(200);
  });

  test("an unsigned request to the state machines is refused", async () => {
    const { authorization: _, ...headers } = signedHeaders(endpoint.url, call);
    expect(await send(endpoint.url, headers, call.body)).toMatchObject({
      status: 403,
      type: "MissingAuthenticationTokenException",
    });
  });

  test.each(invalidCalls(call))("a request to the state machines %s is refused", async (_, changed, type) => {
    expect(await sendSigned(endpoint.url, changed)).toMatchObject({ status: 403, type });
  });

  test("a request to the state machines with a changed body is refused", async () => {
    const headers = signedHeaders(endpoint.url, call);
    expect(await send(endpoint.url, headers, { ...call.body, name: "two" })).toMatchObject({
      status: 403,
      type: "InvalidSignatureException",
    });
  });

  test("a request from a browser page gets no CORS permission", async () => {
    const asked = { origin: "http://evil.example", "access-control-request-method": "POST" };
    const answer = await send(endpoint.url, asked, {}, "OPTIONS");
    expect(answer.status).toBe(403);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
  });
});
