import { type ChildProcess, spawn } from "node:child_process";
import { freePort } from "#infra/local/freePort.ts";

/** A platform in a process of its own, as `npm start` runs it. */
export interface PlatformProcess {
  child: ChildProcess;
  port: number;
  /** All that it printed so far. */
  output: () => string;
  /** Its exit code, or the signal that ended it. */
  exited: Promise<number | string>;
}

export function spawnPlatform(port: number, dataDirectory: string): PlatformProcess {
  const child = spawn("node", ["infra/local/main.ts"], {
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDirectory },
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
  return { child, port, output: () => printed, exited };
}

/** True once it is ready; false if it ended before. */
export function whenReady({ child, output, exited }: PlatformProcess): Promise<boolean> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (output().includes("ready http")) resolve(true);
    };
    child.stdout?.on("data", look);
    look();
    void exited.then(() => resolve(false));
  });
}

/** Starts one on four ports that are free; tries again where another program takes one in between. */
export async function startPlatformProcess(dataDirectory: string): Promise<PlatformProcess> {
  for (let attempt = 0; ; attempt += 1) {
    const running = spawnPlatform(Math.min(await freePort(), 65_000), dataDirectory);
    if (await whenReady(running)) return running;
    if (attempt > 3 || !running.output().includes("is taken")) throw new Error(running.output());
  }
}
