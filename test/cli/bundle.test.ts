import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bundleCli } from "#build/bundleCli.ts";
import { runEsbuild } from "#build/runEsbuild.ts";
import packageInformation from "../../package.json" with { type: "json" };

const run = promisify(execFile);
/** Budget for the program, which includes readers for all file formats. Raise it only for a new capability. */
const MAX_BYTES = 740_000;

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "pdp-bundle-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test("the bundled command line works as a single file", async () => {
  const program = join(folder, "pdp.js");
  expect(await bundleCli(program)).toBeLessThan(MAX_BYTES);
  const version = await run(process.execPath, [program, "--version"]);
  expect(version.stdout.trim()).toBe(packageInformation.version);
  await writeFile(join(folder, "plate.csv"), "sequence,activity\nMKT,1.5\n");
  const { stdout } = await run(process.execPath, [program, "check", "plate.csv"], { cwd: folder });
  expect(stdout).toContain("activity\tactivity\tFLOAT64");
  const failed = run(process.execPath, [program, "check", "plate.csv", "--type", "sequence=INT64"], {
    cwd: folder,
  });
  await expect(failed).rejects.toMatchObject({
    code: 3,
    stderr: expect.stringContaining("is not a whole number"),
  });
});

test("help loads only command names", async () => {
  const { metafile } = await runEsbuild({
    entryPoints: [resolve(import.meta.dirname, "../../cli/main.ts")],
    outdir: folder,
    bundle: true,
    splitting: true,
    write: false,
    metafile: true,
    format: "esm",
    platform: "node",
    logLevel: "silent",
  });
  const outputs = Object.entries(metafile.outputs);
  const reached = new Set(
    outputs.filter(([, { entryPoint }]) => entryPoint === "cli/main.ts").map(([path]) => path),
  );
  for (const path of reached) {
    for (const { path: imported, kind } of metafile.outputs[path]?.imports ?? []) {
      if (kind === "import-statement" && imported in metafile.outputs) reached.add(imported);
    }
  }
  const inputs = [...reached].flatMap((path) => Object.keys(metafile.outputs[path]?.inputs ?? {}));
  expect(inputs).toContain("cli/commandTable.ts");
  expect(inputs.filter((path) => /^(?:client|shared|cli\/commands)\//.test(path))).toEqual([]);
});
