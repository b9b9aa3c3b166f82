import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Platform, startPlatform } from "#local/startPlatform.ts";
import type { Environment } from "#shared/runtime/environment.ts";
import { NoPython } from "./preparePython.ts";

/**
 * Runs Python programs against a separate platform on free ports, with its state in a temporary folder. Returns the exit code:
 * 0 also if the work is skipped because Python is missing.
 */
export async function withPlatform(
  prepare: () => Promise<string>,
  work: (platform: Platform, programs: string) => Promise<number>,
  environment: Environment = {},
): Promise<number> {
  const programs = await prepare().catch((error: unknown) => {
    if (!(error instanceof NoPython)) throw error;
    console.log(`skipped, ${error.message}`);
    return null;
  });
  if (programs === null) return 0;
  const dataDirectory = await mkdtemp(join(tmpdir(), "python-client-"));
  const platform = await startPlatform({ port: 0, dataDirectory, environment });
  try {
    return await work(platform, programs);
  } finally {
    await platform.close();
    await rm(dataDirectory, { recursive: true, force: true });
  }
}

/** Runs a program in a folder with this process's output. Returns its exit code. */
export async function runProgram(
  program: string,
  args: readonly string[],
  cwd: string,
  environment: Record<string, string> = {},
): Promise<number> {
  const env = { ...process.env, PYTHONDONTWRITEBYTECODE: "1", ...environment };
  const child = spawn(program, args, { cwd, stdio: "inherit", env });
  const [code] = await once(child, "exit");
  return code ?? 1;
}
