import { DomainError } from "@pdp/basics/errors";
import { afterEach, describe, expect, it } from "vitest";
import { documentation } from "#functions/documentation.ts";
import { closeServer, listen } from "#local/listen.ts";
import { localEnvironment } from "#local/localEnvironment.ts";
import type { ApiEvent } from "#shared/http/apiEvent.ts";
import { jsonReply } from "#shared/http/errors.ts";
import { gateway } from "#shared/http/gateway/gateway.ts";
import type { Operation } from "#shared/http/operations/operation.ts";
import { settingsFrom } from "#shared/runtime/environment.ts";
import type { Settings } from "#shared/runtime/scope.ts";
import { exchange } from "#test/fuzz/rawHttp.ts";

let server: ReturnType<typeof gateway>;

afterEach(() => closeServer(server));

async function serve(settings: () => Settings): Promise<number> {
  server = gateway(Object.values(documentation), settings, "A hint.");
  return listen(server, 0, "test");
}

function testSettings(): Settings {
  const nowhere = "http://127.0.0.1:9";
  const addresses = { database: nowhere, objects: nowhere, states: nowhere, idp: nowhere };
  const ports = { platform: 9, EU: 9, US: 9 };
  return settingsFrom(localEnvironment("platform", ports, addresses, "/nowhere", {}));
}

/** Sends a string and closes the sending side. */
async function answerTo(port: number, text: string) {
  const { status, headers, body, complete } = await exchange(port, [Buffer.from(text)], { ends: true });
  return { status, headers, complete, error: body.length > 0 ? JSON.parse(body.toString()) : null };
}

describe("invalid HTTP", () => {
  it.each([
    ["noise", "\u0016\u0003\u0001\r\n\r\n", 400, "invalid_http"],
    ["an unknown method", "FROB /docs HTTP/1.1\r\nhost: x\r\n\r\n", 400, "invalid_http"],
    [
      "a length that is not a number",
      "GET /docs HTTP/1.1\r\nhost: x\r\ncontent-length: -1\r\n\r\n",
      400,
      "invalid_http",
    ],
    ["a head that breaks off", "GET /docs HTTP/1.1\r\nhost: x", 400, "invalid_http"],
    [
      "a head of 100 KB",
      `GET /docs HTTP/1.1\r\nhost: x\r\nx: ${"a".repeat(100_000)}\r\n\r\n`,
      431,
      "headers_too_large",
    ],
    ["no host", "GET /docs HTTP/1.1\r\n\r\n", 400, "host_missing"],
  ])("invalid HTTP (%s) gets a response in the usual error format", async (_, text, status, code) => {
    const port = await serve(testSettings);
    const answer = await answerTo(port, text);
    expect(answer).toMatchObject({ status, complete: true, error: { code, detail: expect.any(String) } });
    expect(answer.headers.get("x-request-id")).toBe(answer.error.error_id);
  });

  it("invalid HTTP does not affect other requests", async () => {
    const port = await serve(testSettings);
    await answerTo(port, "noise\r\n\r\n");
    expect((await fetch(`http://127.0.0.1:${port}/docs`)).status).toBe(200);
  });
});

it("an unknown expectation is ignored", async () => {
  const port = await serve(testSettings);
  const text = "GET /docs HTTP/1.1\r\nhost: x\r\nexpect: miracles\r\nconnection: close\r\n\r\n";
  expect(await exchange(port, [Buffer.from(text)])).toMatchObject({ status: 200, complete: true });
});

it("a request during startup is told to retry", async () => {
  let settings: Settings | null = null;
  const port = await serve(() => {
    if (settings) return settings;
    throw new DomainError("unavailable", "starting", "The platform is starting.");
  });
  const early = await fetch(`http://127.0.0.1:${port}/docs`);
  expect([early.status, early.headers.get("retry-after")]).toEqual([503, "2"]);
  settings = testSettings();
  expect((await fetch(`http://127.0.0.1:${port}/docs`)).status).toBe(200);
});

describe("the signal of a request", () => {
  it("the signal reports that the client has disconnected, but not after the response", async () => {
    const signals: AbortSignal[] = [];
    const left = Promise.withResolvers<void>();
    const waiting = Promise.withResolvers<void>();
    const contract = { ...(Object.values(documentation)[0] as Operation).contract, path: "/wait" };
    const handle = async ({ signal, queryStringParameters: query }: ApiEvent) => {
      if (signal) signals.push(signal);
      if (query?.forever) {
        signal?.addEventListener("abort", () => left.resolve());
        waiting.resolve();
        await left.promise;
      }
      return jsonReply(200, {});
    };
    server = gateway([{ contract, handle }], testSettings, "A hint.");
    const port = await listen(server, 0, "test");
    const answered = await fetch(`http://127.0.0.1:${port}/wait`, { headers: { connection: "close" } });
    expect([answered.status, await answered.text()]).toEqual([200, "{}"]);
    const leaving = new AbortController();
    const lost = fetch(`http://127.0.0.1:${port}/wait?forever=1`, { signal: leaving.signal });
    await waiting.promise;
    leaving.abort();
    await expect(lost).rejects.toThrow();
    await left.promise;
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, true]);
  });
});
