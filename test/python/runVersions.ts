import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Platform } from "#local/startPlatform.ts";
import { SOURCES } from "./installPackage.ts";
import { memberEnvironment } from "./memberEnvironment.ts";
import { NoPython } from "./preparePython.ts";
import { runProgram, withPlatform } from "./withPlatform.ts";

/** Oldest and newest version that the package supports. */
const VERSIONS = ["3.10", "3.13"];
/** Tests of what users try first, on the package as they install it. */
const TESTS = [
  "test_first_tries.py",
  "test_displays.py",
  "test_query.py",
  "test_sources.py",
  "test_parameters.py",
  "test_threads.py",
  "test_rounds.py",
];

const run = promisify(execFile);

/**
 * Writes the Python package as a wheel, installs it with its dependencies in a clean environment of each supported version of Python, and
 * runs a part of its tests. `PYTHONS` names the programs; by default, they are those of the machine. A missing version is skipped.
 */
for (const [at, version] of VERSIONS.entries()) {
  const python = process.env.PYTHONS?.split(":")[at] ?? `python${version}`;
  // Each version has a platform without the rows of the other ones.
  const code = await withPlatform(() => requirePython(python, version), testWith);
  if (code !== 0) process.exitCode = code;
}

async function requirePython(python: string, version: string): Promise<string> {
  const answer = await run(python, ["--version"]).catch(() => null);
  if (answer?.stdout.startsWith(`Python ${version}.`)) return python;
  throw new NoPython(`${python} is not Python ${version}`);
}

async function testWith(platform: Platform, python: string): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "python-versions-"));
  try {
    return await testIn(folder, python, await memberEnvironment(platform));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function testIn(folder: string, python: string, environment: Record<string, string>): Promise<number> {
  const steps: [string, string[]][] = [
    [python, ["-m", "venv", folder]],
    [
      join(folder, "bin/python"),
      ["-m", "pip", "wheel", "-q", "--no-deps", "-w", join(folder, "dist"), SOURCES],
    ],
  ];
  for (const [program, args] of steps) {
    const code = await runProgram(program, args, tmpdir());
    if (code !== 0) return code;
  }
  const [wheel = ""] = await readdir(join(folder, "dist"));
  const packages = [`${join(folder, "dist", wheel)}[polars,pandas]`, "pytest"];
  const pip = ["-m", "pip", "install", "-q", "--disable-pip-version-check", ...packages];
  const installed = await runProgram(join(folder, "bin/python"), pip, folder);
  if (installed !== 0) return installed;
  const tests = TESTS.map((name) => join(SOURCES, "tests", name));
  const args = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-W", "ignore", ...tests];
  return runProgram(join(folder, "bin/python"), args, join(SOURCES, "tests"), environment);
}
