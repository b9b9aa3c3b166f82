import { PassThrough } from "node:stream";
import type { APIGatewayProxyEvent } from "aws-lambda";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { functionSettings } from "#shared/http/operations/functionSettings.ts";
import { eventOf, operationHandler } from "#shared/http/operations/lambda.ts";
import { bytesEvent, bytesOperation } from "#test/shared/http/operations/bytesOperation.ts";
import { exampleEnvironment } from "#test/support/exampleEnvironment.ts";

type Handler = (event: APIGatewayProxyEvent, stream: PassThrough) => Promise<void>;

/** Handler of an operation that responds with this stream. */
function handlerOf(body: AsyncIterable<Uint8Array>): Handler {
  return operationHandler(bytesOperation(body)) as Handler;
}

/** Endless stream that takes several turns of the event loop to release its resources. */
function slowToCancel() {
  const state = { isGivenBack: false };
  const body: AsyncIterableIterator<Uint8Array> = {
    [Symbol.asyncIterator]: () => body,
    next: async () => ({ done: false, value: new Uint8Array(1024) }),
    return: async () => {
      for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      state.isGivenBack = true;
      return { done: true, value: undefined };
    },
  };
  return { state, body };
}

it("a repeated Trino protocol header keeps all its values", () => {
  const values = ["a=SELECT+1", "b=SELECT+2"];
  const event = {
    ...bytesEvent,
    headers: { Accept: "text/css", "X-Trino-Prepared-Statement": values[1] },
    multiValueHeaders: { Accept: ["text/html", "text/css"], "X-Trino-Prepared-Statement": values },
  };
  const operation = bytesOperation((async function* () {})());
  expect(eventOf(event, functionSettings(exampleEnvironment()), operation).headers).toEqual({
    accept: "text/css",
    "x-trino-prepared-statement": "a=SELECT+1, b=SELECT+2",
  });
});

describe("a function that streams its response", () => {
  beforeEach(() => {
    for (const [name, value] of Object.entries(exampleEnvironment())) vi.stubEnv(name, value);
    vi.stubGlobal("awslambda", {
      streamifyResponse: (handler: Handler) => handler,
      HttpResponseStream: { from: (stream: PassThrough) => stream },
    });
  });

  afterEach(() => {
    vi.unstubAllEnvs();
    vi.unstubAllGlobals();
  });

  it("all parts are sent in order", async () => {
    const stream = new PassThrough();
    const sent = stream.toArray();
    await handlerOf(
      (async function* () {
        yield Uint8Array.of(1, 2);
        yield Uint8Array.of(3);
      })(),
    )(bytesEvent, stream);
    expect([...Buffer.concat(await sent)]).toEqual([1, 2, 3]);
  });

  it("a response that fails midway fails the function, and its stream never ends", async () => {
    const stream = new PassThrough();
    const isEnded = vi.fn();
    stream.once("finish", isEnded).once("end", isEnded);
    const sent: number[] = [];
    stream.on("data", (part: Buffer) => sent.push(...part));
    const broken = handlerOf(
      (async function* () {
        yield Uint8Array.of(1, 2);
        await new Promise((resolve) => setImmediate(resolve));
        throw new Error("the rest is missing");
      })(),
    );
    await expect(broken(bytesEvent, stream)).rejects.toThrow("the rest is missing");
    expect(stream.destroyed).toBe(true);
    expect(isEnded).not.toHaveBeenCalled();
    expect(sent).toEqual([1, 2]);
  });

  it("after a disconnect, the function ends once the response has released everything", async () => {
    const { state, body } = slowToCancel();
    const stream = new PassThrough();
    const handled = handlerOf(body)(bytesEvent, stream);
    stream.once("data", () => stream.destroy());
    await expect(handled).rejects.toThrow();
    expect(state.isGivenBack).toBe(true);
  });
});

describe("function settings", () => {
  it("leases enforce the workspace limits, if there are any", () => {
    const without = functionSettings(exampleEnvironment());
    expect(without).toMatchObject({ workspaceLimits: { queries: null, uploads: null }, isolation: null });
    const limited = functionSettings({ ...exampleEnvironment(), QUERIES_PER_WORKSPACE: "7" });
    expect(limited.workspaceLimits).toEqual({ queries: 7, uploads: null });
    expect(limited.isolation).not.toBeNull();
  });

  it.each(["0", "-1", "2.5", "many", "10000"])("the settings reject a workspace limit of %s", (value) => {
    expect(() => functionSettings({ ...exampleEnvironment(), UPLOADS_PER_WORKSPACE: value })).toThrow(
      "UPLOADS_PER_WORKSPACE",
    );
  });
});
