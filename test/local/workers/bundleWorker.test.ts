import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { bundleWorker } from "#local/workers/bundleWorker.ts";
import { expectSitesFitted } from "#test/shared/science/sampler/expectSitesFitted.ts";

it("the bundle of worker processes contains the scripts of its worker threads", async () => {
  const script = await bundleWorker();
  expect(script).toMatch(/\.mjs$/);
  const files = await readdir(dirname(script), { recursive: true });
  const starters: string[] = [];
  for (const file of files.filter((name) => name.endsWith(".mjs"))) {
    const starter = join(dirname(script), file);
    if ((await readFile(starter, "utf8")).includes("startWorker(")) starters.push(starter);
  }
  expect(starters).not.toEqual([]);
  for (const starter of starters) await expectSitesFitted(pathToFileURL(starter).href);
});
