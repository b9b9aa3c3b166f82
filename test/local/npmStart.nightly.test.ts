import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { freePorts } from "#local/freePorts.ts";
import { PORTS, spawnPlatform, waitUntilReady } from "../support/child.ts";

/** Starts a platform as a user does, signals only npm, and returns once all of its processes have exited. */
async function endBy(signal: "SIGINT" | "SIGTERM" | "SIGKILL") {
  const folder = await mkdtemp(join(tmpdir(), "npm-start-"));
  const running = spawnPlatform(await freePorts(PORTS), folder, {}, ["npm", "start"]);
  onTestFinished(async () => {
    running.child.kill("SIGKILL");
    await running.exited;
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  expect(await waitUntilReady(running), running.output()).toBe(true);
  running.child.kill(signal);
  const exit = await running.exited;
  const reached = fetch(`http://127.0.0.1:${running.port}/auth:apiStrategy`);
  await expect(reached).rejects.toThrow();
  return { exit, output: running.output() };
}

test.each(["SIGINT", "SIGTERM"] as const)("%s to npm shuts the platform down cleanly", async (signal) => {
  const { exit, output } = await endBy(signal);
  expect(exit).toBe(0);
  expect(output).not.toContain('"level":"ERROR"');
});

test("a platform exits when its npm process is killed", async () => {
  expect((await endBy("SIGKILL")).exit).toBe("SIGKILL");
});
