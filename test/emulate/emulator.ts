import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ACCOUNT, type RunFolder } from "./runFolder.ts";

/**
 * Number of calls of each step that are refused as if no function were available, which is more than the work's retriers
 * tolerate.
 */
const THROTTLES = 5;
/** Fraction of the normal time that state machines wait before they retry. */
const WAIT_SCALE = 0.01;
const START_TIMEOUT_MS = 60_000;

export interface Emulator {
  close(): Promise<void>;
}

/** ARN of a table or bucket → alias and AWS region of its encryption key. */
export type Keys = Record<string, [alias: string, region: string]>;

/**
 * Starts the emulator on a loopback port, with IAM enabled; Athena executions are computed at `athenaUrl`. Rejects with the
 * end of its log if it does not start.
 */
export async function startEmulator(
  python: string,
  folder: RunFolder,
  port: number,
  keys: Keys,
  athenaUrl: string,
): Promise<Emulator> {
  const temporary = join(folder.directory, "tmp");
  await mkdir(temporary, { recursive: true });
  const settings = {
    keys,
    athena: athenaUrl,
    log: folder.decisions,
    types: folder.types,
    throttles: THROTTLES,
    throttle_again: folder.throttleAgain,
  };
  const child = spawn(python, [join(import.meta.dirname, "emulator", "start.py")], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: `${folder.programs}:${process.env.PATH}`,
      HOME: process.env.HOME ?? temporary,
      TMPDIR: temporary,
      S3_DATA_DIR: join(folder.directory, "s3"),
      STATE_DIR: join(folder.directory, "state"),
      PYTHONDONTWRITEBYTECODE: "1",
      BIND_HOST: "127.0.0.1",
      GATEWAY_PORT: String(port),
      USE_SSL: "1",
      MINISTACK_SSL_CERT: folder.certificate,
      MINISTACK_SSL_KEY: folder.privateKey,
      NODE_EXTRA_CA_CERTS: folder.certificate,
      MINISTACK_REGION: "eu-central-1",
      MINISTACK_ACCOUNT_ID: ACCOUNT,
      LAMBDA_EXECUTOR: "local",
      LAMBDA_WARM_TTL_SECONDS: "900",
      SFN_WAIT_SCALE: String(WAIT_SCALE),
      AUTH: "true",
      LOG_LEVEL: "WARNING",
      EMULATOR_SETTINGS: JSON.stringify(settings),
    },
  });
  const log = join(folder.directory, "emulator.log");
  const file = createWriteStream(log);
  child.stdout?.pipe(file, { end: false });
  child.stderr?.pipe(file, { end: false });
  await waitUntilReady(child, port, log);
  return { close: () => endChild(child) };
}

async function waitUntilReady(child: ChildProcess, port: number, log: string): Promise<void> {
  const end = performance.now() + START_TIMEOUT_MS;
  while (performance.now() < end && child.exitCode === null) {
    const answer = await fetch(`https://localhost:${port}/_ministack/health`).catch(() => null);
    if (answer?.ok) return;
    await sleep(100);
  }
  await endChild(child);
  throw new Error(`The emulator did not start: ${(await readFile(log, "utf8")).slice(-2000)}`);
}

/** Terminates a process, by force if it does not exit within seconds. */
export async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  const force = setTimeout(() => child.kill("SIGKILL"), 5_000);
  await ended;
  clearTimeout(force);
}
