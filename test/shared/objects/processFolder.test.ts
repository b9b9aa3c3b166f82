import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { processFolder } from "#shared/objects/processFolder.ts";

let scratch: string;

beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), "own-folder-"));
});

afterEach(() => rm(scratch, { recursive: true, force: true }));

async function leave(name: string): Promise<void> {
  await mkdir(join(scratch, name));
  await writeFile(join(scratch, name, "copy"), "content");
}

test("only files of dead processes are removed", async () => {
  const ended = spawnSync(process.execPath, ["--version"]).pid;
  await leave(`objects-${ended}-0`);
  await leave(`objects-${process.ppid}-0`);
  await leave("sql");

  const own = await processFolder(scratch);
  expect((await readdir(scratch)).sort()).toEqual([basename(own), `objects-${process.ppid}-0`, "sql"].sort());
});

test("a folder is created once and starts empty, even if an earlier process had the same id", async () => {
  const other = await mkdtemp(join(scratch, "other-"));
  const name = basename(await processFolder(other));
  await leave(name);

  const [own, again] = await Promise.all([processFolder(scratch), processFolder(scratch)]);
  expect([basename(own), again]).toEqual([name, own]);
  expect(await readdir(own)).toEqual([]);
});
