import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { packLibraries } from "#build/packLibraries.ts";
import { ROOT } from "../documents/projectFiles.ts";
import { libraryExample } from "./libraryExample.ts";

const run = promisify(execFile);
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "packed-libraries-"));
  const packages = await packLibraries(join(folder, "packages"));
  const { stdout } = await run("npm", ["pack", ...packages, "--json"], { cwd: folder });
  const files = (JSON.parse(stdout) as { filename: string }[]).map(({ filename }) => `./${filename}`);
  await writeFile(
    join(folder, "package.json"),
    JSON.stringify({ name: "empty", private: true, type: "module" }),
  );
  const options = ["--no-audit", "--no-fund", "--ignore-scripts", "--prefer-offline"];
  await run("npm", ["install", ...files, ...options], { cwd: folder });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it.each(["formats", "trino", "science"])(
  "the packed %s installs in an empty project, and its example runs",
  async (name) => {
    const { program, output } = libraryExample(name);
    await writeFile(join(folder, `${name}.ts`), program);
    const types = ["--types", "node", "--typeRoots", join(ROOT, "node_modules/@types")];
    const compiler = ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2024", ...types];
    await run(join(ROOT, "node_modules/.bin/tsc"), [...compiler, `${name}.ts`], { cwd: folder });
    const { stdout } = await run(process.execPath, [`${name}.ts`], { cwd: folder });
    expect(stdout.trimEnd()).toBe(output);
  },
);
