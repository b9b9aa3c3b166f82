import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { type Lab, sharedPlatform } from "./lab.ts";

const run = promisify(execFile);
const FOLDER = resolve(import.meta.dirname, "../strict");

export interface Walked {
  /** Ids of all listed resources, by kind. */
  found: Record<string, string[]>;
  /** Everything that the strict client cannot parse. */
  problems: string[];
}

/** Lists and fetches everything in a lab's workspace with the strict client (test/strict/README.md). */
export async function walkStrictly({ name, regionUrl, token }: Lab): Promise<Walked> {
  const { platformUrl: PLATFORM_URL } = sharedPlatform();
  const place = { PLATFORM_URL, REGION_URL: regionUrl, WORKSPACE: name, TOKEN: token };
  // The program ends with an error code if anything does not parse, but prints its findings in any case.
  return JSON.parse(await runPython("walk.py", place)) as Walked;
}

/** Runs a program of the strict client with the standard library, and returns its output. */
export async function runPython(program: string, env: Record<string, string>): Promise<string> {
  const options = {
    cwd: FOLDER,
    env: { PATH: process.env.PATH ?? "", PYTHONDONTWRITEBYTECODE: "1", ...env },
  };
  try {
    return (await run("python3", [program], options)).stdout;
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    if (stdout.startsWith("{")) return stdout;
    throw new Error(`python3 ${program} failed: ${stderr || error}`);
  }
}
