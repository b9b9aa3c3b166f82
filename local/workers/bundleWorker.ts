import { createHash, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { copyNetworkWeights } from "#build/networkWeights.ts";
import { runEsbuild } from "#build/runEsbuild.ts";
import { scriptOptions } from "#build/scriptOptions.ts";
import { workerEntries } from "#build/workerEntries.ts";
import { log } from "#shared/runtime/log.ts";

const PROJECT = fileURLToPath(new URL("../../", import.meta.url));
/** Entry script of a worker process. */
const WORKER_ENTRY = fileURLToPath(new URL("./workerProcess.ts", import.meta.url));
/** Cache, placed under node_modules so that native packages are resolved from there. */
const CACHE = join(PROJECT, "node_modules/.cache/workers");
/** Source code folders of a worker. */
const SOURCES = ["shared", "functions", "infra", "local"];
/** Time for which bundles of older code are kept, in milliseconds, because another platform may still be using them. */
const KEPT_MS = 24 * 60 * 60 * 1000;

/**
 * Bundles the code of worker processes, which then start in half the time. Returns the script to run, which is rebuilt only
 * when the sources have changed. If bundling fails, logs the error and returns the entry script, which works but starts more
 * slowly.
 */
export async function bundleWorker(): Promise<string> {
  try {
    const directory = join(CACHE, await sourcesDigest());
    const script = join(directory, "workerProcess.mjs");
    if (!existsSync(script)) await build(directory);
    return script;
  } catch (error) {
    log().error("Bundling the worker code failed; workers run unbundled and start slowly", { error });
    return WORKER_ENTRY;
  }
}

async function build(directory: string): Promise<void> {
  await mkdir(CACHE, { recursive: true });
  await removeOld();
  const made = join(CACHE, `made-${randomUUID()}`);
  const entryPoints = { workerProcess: WORKER_ENTRY, ...workerEntries() };
  await runEsbuild({ ...scriptOptions(), entryPoints, outdir: made, splitting: true });
  copyNetworkWeights(made);
  // Another platform may have created it first.
  await rename(made, directory).catch(() => rm(made, { recursive: true, force: true }));
}

async function removeOld(): Promise<void> {
  for (const name of await readdir(CACHE)) {
    const path = join(CACHE, name);
    const { mtimeMs } = await stat(path);
    if (Date.now() - mtimeMs > KEPT_MS) await rm(path, { recursive: true, force: true });
  }
}

/** Returns a digest of the names, sizes and modification times of all source files. */
async function sourcesDigest(): Promise<string> {
  const hash = createHash("sha256");
  const paths = [join(PROJECT, "package-lock.json")];
  for (const folder of SOURCES) {
    const names = await readdir(join(PROJECT, folder), { recursive: true });
    paths.push(...names.filter((name) => name.endsWith(".ts")).map((name) => join(PROJECT, folder, name)));
  }
  const states = await Promise.all(
    paths.toSorted().map(async (path) => {
      const { mtimeMs, size } = await stat(path);
      return `${path} ${mtimeMs} ${size}`;
    }),
  );
  return hash.update(states.join("\n")).digest("hex").slice(0, 32);
}
