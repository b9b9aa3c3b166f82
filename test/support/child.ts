import { type ChildProcess, spawn } from "node:child_process";
import { freePorts } from "#local/freePorts.ts";
import type { Addresses } from "./lab.ts";

/** Platform in a separate process, as started by `npm start`. */
export interface PlatformProcess {
  child: ChildProcess;
  port: number;
  dataDirectory: string;
  /** Output so far. */
  output: () => string;
  /** Its exit code, or the signal that terminated it. */
  exited: Promise<number | string>;
}

/** Number of ports that a platform uses: one for itself, two for the regions, and one for the identity provider. */
export const PORTS = 7;

/**
 * Starts a platform. With `npm start`, the child process is npm, and `exited` also waits for the platform, which keeps npm's
 * output open.
 */
export function spawnPlatform(
  port: number,
  dataDirectory: string,
  environment: Record<string, string> = {},
  [program, ...args]: readonly [string, ...string[]] = ["node", "local/main.ts"],
): PlatformProcess {
  const child = spawn(program, args, {
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDirectory, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  const read = (chunk: Buffer): void => {
    printed += chunk.toString();
  };
  child.stdout?.on("data", read);
  child.stderr?.on("data", read);
  const exited = new Promise<number | string>((resolve) =>
    child.once("close", (code, signal) => resolve(code ?? signal ?? "")),
  );
  return { child, port, dataDirectory, output: () => printed, exited };
}

export function addressesOf({ port, dataDirectory }: PlatformProcess): Addresses {
  return { platformUrl: `http://127.0.0.1:${port}`, idpUrl: `http://127.0.0.1:${port + 3}`, dataDirectory };
}

/** True once it is ready; false if it exited first. */
export function waitUntilReady({ child, output, exited }: PlatformProcess): Promise<boolean> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (output().includes("Open http")) resolve(true);
    };
    child.stdout?.on("data", look);
    look();
    void exited.then(() => resolve(false));
  });
}

/** Starts a platform on free ports. */
export async function startPlatformProcess(
  dataDirectory: string,
  environment: Record<string, string> = {},
): Promise<PlatformProcess> {
  const running = spawnPlatform(await freePorts(PORTS), dataDirectory, environment);
  if (await waitUntilReady(running)) return running;
  throw new Error(running.output());
}
