import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { runProgram } from "./withPlatform.ts";

export const SOURCES = resolve(import.meta.dirname, "../../python");

/** Builds the Python package as a wheel, and installs it in a folder. Throws if one of the programs fails. */
export async function installPackage(python: string, folder: string): Promise<string> {
  await succeed(python, ["-m", "build", "--no-isolation", "--outdir", folder, SOURCES], folder);
  const wheel = (await readdir(folder)).find((name) => name.endsWith(".whl")) ?? "";
  const installed = join(folder, "installed");
  const options = [
    "--quiet",
    "--disable-pip-version-check",
    "--no-deps",
    "--no-index",
    "--target",
    installed,
  ];
  await succeed(python, ["-m", "pip", "install", ...options, join(folder, wheel)], folder);
  return installed;
}

async function succeed(program: string, args: readonly string[], folder: string): Promise<void> {
  const code = await runProgram(program, args, folder);
  if (code !== 0) throw new Error(`${program} ${args.join(" ")} ended with ${code}`);
}
