import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const MAIN = fileURLToPath(new URL("../infra/local/main.ts", import.meta.url));
const START_TIMEOUT = 60_000;
const STOP_TIMEOUT = 20_000;

/** A platform in a process of its own, as `npm start` makes it. */
export interface PlatformProcess {
  url: string;
  idpUrl: string;
  pid: number;
  dataDirectory: string;
  /** From the start of the process to its line `ready`, in milliseconds. */
  startTime: number;
}

/** Runs a platform on an empty directory for as long as `work` takes. */
export async function withPlatformProcess<Result>(
  work: (platform: PlatformProcess) => Promise<Result>,
): Promise<Result> {
  const dataDirectory = await mkdtemp(join(tmpdir(), "platform-bench-"));
  const port = await fourFreePorts();
  const start = performance.now();
  const child = spawn(process.execPath, [MAIN], {
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDirectory },
    stdio: ["ignore", "pipe", "pipe"],
  });
  try {
    await ready(child);
    return await work({
      url: `http://127.0.0.1:${port}`,
      idpUrl: `http://127.0.0.1:${port + 3}`,
      pid: child.pid ?? 0,
      dataDirectory,
      startTime: performance.now() - start,
    });
  } finally {
    await end(child);
    await rm(dataDirectory, { recursive: true, force: true });
  }
}

/** Waits for the line that says that everything answers. */
async function ready(child: ChildProcess): Promise<void> {
  let output = "";
  let complaint = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    complaint = (complaint + chunk.toString()).slice(-2000);
  });
  await new Promise<void>((resolve, reject) => {
    const fail = (what: string) => reject(new Error(`The platform ${what}. ${complaint.trim()}`));
    const timer = setTimeout(() => fail("did not start in time"), START_TIMEOUT);
    child.once("error", reject);
    child.once("exit", () => {
      clearTimeout(timer);
      fail("ended while it started");
    });
    child.stdout?.on("data", (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-2000);
      if (!/^ready http/m.test(output)) return;
      clearTimeout(timer);
      resolve();
    });
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGINT");
  await Promise.race([exited, sleep(STOP_TIMEOUT, undefined, { ref: false })]);
  if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
  await exited;
}

/** The first of four ports in a row that are free now. */
async function fourFreePorts(): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const first = 20_000 + Math.floor(Math.random() * 10_000);
    const free = await Promise.all([0, 1, 2, 3].map((offset) => isFree(first + offset)));
    if (free.every(Boolean)) return first;
  }
  throw new Error("No four ports in a row are free.");
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
