import type { IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { cachedSettings } from "#shared/runtime/cachedSettings.ts";
import type { Environment } from "#shared/runtime/environment.ts";
import { type LocalServer, startServer } from "#test/support/localServer.ts";

/** Replacement for AWS Secrets Manager with the same wire protocol. */
describe("settings with secrets", () => {
  let server: LocalServer;
  let values: Record<string, string> = {};
  let failures = 0;
  const asked: { request: IncomingMessage; name: string }[] = [];

  beforeAll(async () => {
    vi.stubEnv("AWS_ACCESS_KEY_ID", "AKIDEXAMPLE");
    vi.stubEnv("AWS_SECRET_ACCESS_KEY", "key");
    server = await startServer(async (request, response) => {
      const name = JSON.parse(await text(request)).SecretId as string;
      asked.push({ request, name });
      if (failures > 0) {
        failures -= 1;
        response.writeHead(500).end(JSON.stringify({ __type: "InternalServiceError" }));
      } else if (values[name] === undefined) {
        response.writeHead(400).end(JSON.stringify({ __type: "ResourceNotFoundException" }));
      } else response.end(JSON.stringify({ SecretString: values[name] }));
    });
  });

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date"] });
    values = { "platform/key": "first", "platform/other": "second" };
    failures = 0;
    asked.length = 0;
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  afterAll(async () => {
    vi.unstubAllEnvs();
    await server.close();
  });

  const environment = (secrets: object | undefined): Environment => ({
    PLAIN: "as it is",
    IDP_API_KEY: "held elsewhere",
    AWS_REGION: "eu-central-1",
    AWS_ENDPOINT_URL_SECRETS_MANAGER: server.url,
    ...(secrets && { SECRETS: JSON.stringify(secrets) }),
  });
  const make = (complete: Environment) => ({
    key: complete.IDP_API_KEY,
    plain: complete.PLAIN,
    other: complete.OTHER,
  });

  it("settings without secrets make no calls", async () => {
    const settings = cachedSettings(environment(undefined), make);
    expect(await settings()).toEqual({ key: "held elsewhere", plain: "as it is", other: undefined });
    expect(await settings()).toBe(await settings());
    expect(asked).toEqual([]);
  });

  it("named secrets are read once, with a signed call", async () => {
    const settings = cachedSettings(
      environment({ IDP_API_KEY: "platform/key", OTHER: "platform/other" }),
      make,
    );
    const [first, again] = await Promise.all([settings(), settings()]);
    expect(first).toEqual({ key: "first", plain: "as it is", other: "second" });
    expect(again).toBe(first);
    expect(await settings()).toBe(first);
    expect(asked.map(({ name }) => name).sort()).toEqual(["platform/key", "platform/other"]);
    for (const { request } of asked) {
      expect(request.headers["x-amz-target"]).toBe("secretsmanager.GetSecretValue");
      expect(request.headers.authorization).toMatch(
        /Credential=AKIDEXAMPLE\/\d{8}\/eu-central-1\/secretsmanager\//,
      );
    }
  });

  it("settings remain the same object until a secret changes, which is detected after ten minutes", async () => {
    const settings = cachedSettings(environment({ IDP_API_KEY: "platform/key" }), make);
    const first = await settings();
    vi.setSystemTime(Date.now() + 600_001);
    expect(await settings()).toBe(first);
    expect(asked).toHaveLength(2);
    values["platform/key"] = "rotated";
    expect(await settings()).toBe(first);
    vi.setSystemTime(Date.now() + 600_001);
    expect(await settings()).toMatchObject({ key: "rotated" });
  });

  it("known values stay in use if a secret cannot be read", async () => {
    const settings = cachedSettings(environment({ IDP_API_KEY: "platform/key" }), make);
    const first = await settings();
    failures = 3;
    vi.setSystemTime(Date.now() + 600_001);
    expect(await settings()).toBe(first);
    expect(failures).toBe(0);
  });

  it("failed reads are retried, and a missing secret stays unset", async () => {
    failures = 2;
    expect(await cachedSettings(environment({ IDP_API_KEY: "platform/key" }), make)()).toMatchObject({
      key: "first",
    });
    const lost = cachedSettings(environment({ IDP_API_KEY: "platform/none" }), make);
    await expect(lost()).rejects.toThrow("The secret platform/none cannot be read");
    values["platform/none"] = "found";
    expect(await lost()).toMatchObject({ key: "found" });
  });
});
