import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { access, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Folder for the virtual environments, one per package list. */
const CACHE = resolve(import.meta.dirname, "../../node_modules/.cache/python");

/** Minimum Python version that the packages require. */
const MIN_VERSION = [3, 10] as const;

/** Reason that a command is skipped. */
export class NoPython extends Error {}

/**
 * Returns the program folder of a virtual environment with exactly the packages in a requirements file; it is created on the
 * first call. Throws NoPython if Python or a package index is unavailable.
 */
export async function preparePython(requirements: string): Promise<string> {
  const python = await findPython();
  const list = await readFile(requirements, "utf8");
  const digest = createHash("sha256").update(`${python}\n${list}`).digest("hex").slice(0, 16);
  const folder = join(CACHE, digest);
  const done = join(folder, "complete");
  const programs = join(folder, process.platform === "win32" ? "Scripts" : "bin");
  if (await exists(done)) return programs;
  await rm(folder, { recursive: true, force: true });
  await mkdir(CACHE, { recursive: true });
  try {
    await run(python, ["-m", "venv", folder]);
    const options = ["--quiet", "--disable-pip-version-check", "--only-binary=:all:", "--no-deps"];
    await run(join(programs, "python"), ["-m", "pip", "install", ...options, "-r", requirements]);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw new NoPython(`the packages cannot be installed: ${lastLine(error)}`);
  }
  await writeFile(done, "");
  return programs;
}

async function findPython(): Promise<string> {
  const question = "import sys; print(*sys.version_info[:2], sys.executable)";
  for (const name of ["python3", "python"]) {
    const answer = await run(name, ["-c", question]).catch(() => null);
    const [, major, minor, path] = /^(\d+) (\d+) (.+)$/.exec(answer?.stdout.trim() ?? "") ?? [];
    const isEnough = Number(major) === MIN_VERSION[0] && Number(minor) >= MIN_VERSION[1];
    if (path !== undefined && isEnough) return path;
  }
  throw new NoPython(`no python (${MIN_VERSION.join(".")} or later)`);
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

function lastLine(error: unknown): string {
  const text =
    error instanceof Error ? ((error as { stderr?: string }).stderr ?? error.message) : String(error);
  return text.trim().split("\n").at(-1) ?? "";
}
