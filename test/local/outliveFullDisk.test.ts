import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { freePorts } from "#local/freePorts.ts";
import { PORTS, spawnPlatform } from "#test/support/child.ts";
import { type SmallDisk, smallDisk } from "#test/support/smallDisk.ts";

const MODULE = fileURLToPath(new URL("../../local/outliveFullDisk.ts", import.meta.url));

/** Prints one line per input. */
const PROGRAM = `
  const { outliveFullDisk } = await import(${JSON.stringify(MODULE)});
  outliveFullDisk();
  process.on("message", (text) => { console.log(text); process.send("said"); });
  process.send("ready");
`;

test("a process survives if its output disk is full, and writes again later", async (context) => {
  const disk = smallDisk(1);
  if (typeof disk === "string") return context.skip(disk);
  onTestFinished(() => disk.close());
  const path = join(disk.path, "output");
  const output = openSync(path, "w");
  const args = ["--input-type=module", "--eval", PROGRAM];
  const child = spawn(process.execPath, args, { stdio: ["ignore", output, "inherit", "ipc"] });
  closeSync(output);
  const say = async (text: string): Promise<void> => {
    const answered = once(child, "message");
    child.send(text);
    await Promise.race([answered, once(child, "exit").then(() => Promise.reject(new Error("It has ended")))]);
  };
  await once(child, "message");
  await say("before");
  disk.fill();
  for (const text of ["first", "second", "third"]) await say(`${text} ${"x".repeat(10_000)}`);
  disk.free();
  await say("after");
  child.kill("SIGKILL");
  await once(child, "exit");
  expect(readFileSync(path, "utf8")).toMatch(/^before\n(?:.|\n)*after\n$/);
});

test("a platform that cannot start because of a full disk names the folder", async (context) => {
  const disk = smallDisk(1);
  if (typeof disk === "string") return context.skip(disk);
  onTestFinished(() => disk.close());
  const data = await fullFolder(disk);
  const platform = spawnPlatform(await freePorts(PORTS), data);
  expect(await platform.exited).toBe(1);
  expect(platform.output()).toContain(
    `The disk of DATA_DIR (${data}) is full, so the platform cannot start.`,
  );
  expect(platform.output()).not.toContain("    at ");
});

async function fullFolder(disk: SmallDisk): Promise<string> {
  const data = join(disk.path, "data");
  await mkdir(data);
  disk.fill();
  return data;
}
