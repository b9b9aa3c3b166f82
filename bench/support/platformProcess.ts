import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { freePorts } from "#local/freePorts.ts";
import { withCleanup, withFolder } from "./withCleanup.ts";

const MAIN = fileURLToPath(new URL("../../local/main.ts", import.meta.url));
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 20_000;

/** Platform in a separate process, as started by `npm start`. */
export interface PlatformProcess {
  url: string;
  idpUrl: string;
  pid: number;
  dataDirectory: string;
  /** Stops the platform before the work is finished. */
  end: () => Promise<void>;
  /** Time from process start until it prints the URL to open, in milliseconds. */
  startTime: number;
}

/** Runs a platform on an empty directory for the duration of `work`, with additional settings. */
export function withPlatformProcess<Result>(
  work: (platform: PlatformProcess) => Promise<Result>,
  environment: Record<string, string> = {},
): Promise<Result> {
  return withFolder((dataDirectory) => withPlatformOn(dataDirectory, work, environment));
}

async function withPlatformOn<Result>(
  dataDirectory: string,
  work: (platform: PlatformProcess) => Promise<Result>,
  environment: Record<string, string>,
): Promise<Result> {
  const port = await freePorts(7);
  const start = performance.now();
  const child = spawn(process.execPath, [MAIN], {
    env: { ...process.env, ...environment, PORT: String(port), DATA_DIR: dataDirectory },
    stdio: ["ignore", "pipe", "pipe"],
  });
  return withCleanup(
    () => end(child),
    async () => {
      await waitUntilReady(child);
      return await work({
        url: `http://127.0.0.1:${port}`,
        idpUrl: `http://127.0.0.1:${port + 3}`,
        pid: child.pid ?? 0,
        dataDirectory,
        end: () => end(child),
        startTime: performance.now() - start,
      });
    },
  );
}

/** Waits for the line `Open URL`, after which all servers respond. */
async function waitUntilReady(child: ChildProcess): Promise<void> {
  let output = "";
  let complaint = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    complaint = (complaint + chunk.toString()).slice(-2000);
  });
  await new Promise<void>((resolve, reject) => {
    const fail = (what: string) => reject(new Error(`The platform ${what}. ${complaint.trim()}`));
    const timer = setTimeout(() => fail("did not start in time"), START_TIMEOUT_MS);
    child.once("error", reject);
    child.once("exit", () => {
      clearTimeout(timer);
      fail("exited during startup");
    });
    child.stdout?.on("data", (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-2000);
      if (!/^Open http/m.test(output)) return;
      clearTimeout(timer);
      resolve();
    });
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGINT");
  await Promise.race([exited, sleep(STOP_TIMEOUT_MS, undefined, { ref: false })]);
  if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
  await exited;
}
