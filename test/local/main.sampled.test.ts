import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, request } from "node:http";
import { get as secureGet } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { freePorts } from "#local/freePorts.ts";
import { byNight } from "#test/support/byNight.ts";
import { ApiError } from "../../examples/apiClient.ts";
import {
  addressesOf,
  type PlatformProcess,
  PORTS,
  spawnPlatform,
  startPlatformProcess,
  waitUntilReady,
} from "../support/child.ts";
import { newLab } from "../support/lab.ts";

let folder: string;
let running: PlatformProcess;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "main-"));
  running = await startPlatformProcess(folder);
});

afterAll(async () => {
  running.child.kill("SIGKILL");
  await running.exited;
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

describe("npm start", () => {
  it("npm start first prints the URL to open when it is ready, and responds there", async () => {
    const url = `http://127.0.0.1:${running.port}`;
    expect(running.output().split("\n")[0]).toBe(`Open ${url}/`);
    expect((await fetch(`${url}/auth:apiStrategy`)).status).toBe(200);
  });

  it("the platform also responds with TLS, with the certificate in its data directory", async () => {
    const ca = await readFile(join(folder, "tls/certificate.pem"));
    expect(running.output()).toContain(`platform https://localhost:${running.port + 6}`);
    const options = { ca, port: running.port + 6, host: "localhost", path: "/auth:apiStrategy" };
    const status = await new Promise((resolve, reject) => {
      secureGet(options, (response) => resolve(response.resume().statusCode)).on("error", reject);
    });
    expect(status).toBe(200);
  });

  it("npm start rejects a data directory in use and names it", async () => {
    const second = spawnPlatform(await freePorts(PORTS), folder);
    expect(await second.exited).toBe(1);
    expect(second.output()).toContain(folder);
    expect(second.output()).toContain(`process ${running.child.pid}`);
    expect(second.output()).not.toContain("    at ");
  });

  it("a second npm start says that the platform is already running", async () => {
    const second = spawnPlatform(running.port, folder);
    expect(await second.exited).toBe(1);
    expect(second.output()).toContain(`already running (process ${running.child.pid})`);
    expect(second.output()).toMatch(/PORT=\d+ DATA_DIR=… npm start\n$/);
  });

  it("npm start rejects a port in use, names it, and offers one that works", async () => {
    const other = await mkdtemp(join(tmpdir(), "main-"));
    const second = spawnPlatform(running.port, other);
    expect(await second.exited).toBe(1);
    const output = second.output();
    expect(output).toMatch(
      new RegExp(`^Port ${running.port} \\(platform\\) is already in use on 127\\.0\\.0\\.1\\. `),
    );
    expect(output).not.toContain("    at ");
    const offered = Number(/: PORT=(\d+) npm start\n$/.exec(output)?.[1]);
    // The running platform uses the ports after the first one as well.
    expect(offered).toBeGreaterThanOrEqual(running.port + PORTS);
    const third = spawnPlatform(offered, other);
    onTestFinished(async () => {
      third.child.kill("SIGKILL");
      await third.exited;
      await rm(other, { recursive: true, force: true, maxRetries: 5 });
    });
    expect(await waitUntilReady(third), third.output()).toBe(true);
    expect(third.output()).toMatch(new RegExp(`^Open http://127\\.0\\.0\\.1:${offered}/\n`));
  });

  byNight("npm start also names the port of the identity provider", async () => {
    const other = await mkdtemp(join(tmpdir(), "main-"));
    const first = await freePorts(PORTS);
    const squatter = createServer().listen(first + 3, "127.0.0.1");
    await once(squatter, "listening");
    const second = spawnPlatform(first, other);
    expect(await second.exited).toBe(1);
    expect(second.output()).toContain(`Port ${first + 3} (identity provider)`);
    squatter.close();
    await rm(other, { recursive: true, force: true });
  });

  byNight("npm start refuses an invalid PORT", async () => {
    const second = spawnPlatform(70_000, folder);
    expect(await second.exited).toBe(1);
    expect(second.output()).toContain("PORT is");
  });

  it("requests in progress when Ctrl-C is pressed still get their responses", async () => {
    const { api, name, regionUrl, token } = await newLab(addressesOf(running));
    const body = JSON.stringify({ name: "asked-before-the-end" });
    const asked = request(`${regionUrl}/v2/workspace/${name}/project:create`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        "content-length": body.length,
      },
    });
    const answer = once(asked, "response") as Promise<[IncomingMessage]>;
    await new Promise<void>((resolve) => asked.write(body.slice(0, 5), () => resolve()));
    await api.get("/project:list");
    running.child.kill("SIGINT");
    await vi.waitFor(() => expect(fetch(`${regionUrl}/`)).rejects.toThrow(), 10_000);
    asked.end(body.slice(5));
    const [{ statusCode }] = await answer;
    expect(statusCode).toBe(200);
    expect(await running.exited).toBe(0);
    running = await startPlatformProcess(folder);
  });

  it("npm start shuts down cleanly on Ctrl-C, even under load, and can start again with its directory", async () => {
    const { api } = await newLab(addressesOf(running));
    let answered = 0;
    const asking = Array.from({ length: 8 }, async () => {
      for (;;) {
        await api.get("/project:list");
        answered += 1;
      }
    });
    await vi.waitFor(() => expect(answered).toBeGreaterThan(50), 20_000);
    running.child.kill("SIGINT");
    // In the end, clients are refused a connection, but they never get an error response.
    const ends = await Promise.allSettled(asking);
    expect(ends.map((end) => (end.status === "rejected" ? end.reason : null))).not.toContainEqual(
      expect.any(ApiError),
    );
    expect(await running.exited).toBe(0);
    expect(running.output()).not.toContain('"level":"ERROR"');
    running = await startPlatformProcess(folder);
    expect((await fetch(`http://127.0.0.1:${running.port}/openapi.json`)).status).toBe(200);
  });
});
