import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { byNight } from "#test/support/byNight.ts";

const DEMO = resolve(import.meta.dirname, "../../examples/demo.ts");

/** Runs the demo in an empty folder, and returns its output and the names of the files that it left in both folders. */
async function demo(...args: string[]) {
  const folder = await mkdtemp(join(tmpdir(), "demo-test-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [cwd, temporary] = [join(folder, "repository"), join(folder, "temporary")];
  for (const path of [cwd, temporary]) await mkdir(path);
  const child = spawn(process.execPath, [DEMO, ...args], { cwd, env: { ...process.env, TMPDIR: temporary } });
  onTestFinished(() => void child.kill("SIGKILL"));
  const ended = new Promise<number | null>((done) => child.once("close", done));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  expect(code, stderr).toBe(0);
  const leftBehind = await readdir(temporary, { recursive: true });
  return { stdout, temporary, inRepository: await readdir(cwd), leftBehind };
}

const headings = (stdout: string) => [...stdout.matchAll(/^▸ (\S+) /gm)].map(([, step]) => step);
const steps = (total: number) => Array.from({ length: total }, (_, index) => `${index + 1}/${total}`);

test("the demo first states its duration, numbers its steps, and leaves nothing behind", async () => {
  const { stdout, inRepository, leftBehind, temporary } = await demo("--rows", "200");
  expect(stdout.split("\n")[0]).toBe("The demo has 8 steps and takes about 10 seconds.");
  expect(stdout).toContain(`Its platform runs in ${join(temporary, "platform-demo-")}`);
  expect(headings(stdout)).toEqual(steps(8));
  expect([inRepository, leftBehind]).toEqual([[], []]);
});

byNight("the demo saves its reports in a temporary folder that it names", async () => {
  const { stdout, inRepository, leftBehind, temporary } = await demo("--rows", "1000");
  expect(stdout.split("\n")[0]).toBe("The demo has 11 steps and takes about 25 seconds.");
  expect(headings(stdout)).toEqual(steps(11));
  expect(inRepository).toEqual([]);
  const [folder = ""] = leftBehind;
  expect(stdout).toContain(`It saves its reports in ${join(temporary, folder)}.`);
  expect(leftBehind.sort()).toEqual([folder, join(folder, "designs.html"), join(folder, "training.html")]);
});
