import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Platform } from "#local/startPlatform.ts";
import { INSTRUMENT_FILES, instrumentContent, instrumentFileName } from "../support/instrumentFiles.ts";
import { installPackage, SOURCES } from "./installPackage.ts";
import { memberEnvironment } from "./memberEnvironment.ts";
import { preparePython } from "./preparePython.ts";
import { runProgram, withPlatform } from "./withPlatform.ts";

/** Builds the Python package and runs its tests on the build, against a separate platform. */
process.exitCode = await withPlatform(
  () => preparePython(join(import.meta.dirname, "packageRequirements.txt")),
  async (platform, programs) => {
    const folder = await mkdtemp(join(tmpdir(), "python-package-"));
    try {
      return await buildAndTest(platform, join(programs, "python"), folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
);

async function buildAndTest(platform: Platform, python: string, folder: string): Promise<number> {
  const installed = await installPackage(python, folder);
  const instruments = join(folder, "instruments.json");
  await writeFile(instruments, JSON.stringify(await instrumentVectors()));
  const environment = {
    ...(await memberEnvironment(platform)),
    PYTHONPATH: installed,
    INSTRUMENT_VECTORS: instruments,
  };
  const report = process.env.PYTHON_REPORT ? [`--junit-xml=${process.env.PYTHON_REPORT}`] : [];
  const args = ["-m", "pytest", "-q", "-p", "no:cacheprovider", ...report, ...process.argv.slice(2)];
  return runProgram(python, [...args, join(SOURCES, "tests")], SOURCES, environment);
}

/** Returns the instrument exports with their contents in base64, and the expected result of a load. */
async function instrumentVectors(): Promise<object[]> {
  const vectors = INSTRUMENT_FILES.map(async (file) => {
    const content = await instrumentContent(file);
    const { instrument, variant, count, rows } = file;
    const base64 = Buffer.from(content).toString("base64");
    return { instrument, variant, name: instrumentFileName(file), base64, count, rows };
  });
  return Promise.all(vectors);
}
