import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fullStorage } from "@pdp/basics/errors";
import { openDuckDb } from "@pdp/formats/ingest";
import { expect, onTestFinished, test } from "vitest";
import { explainError } from "#shared/engines/duckdb/explainError.ts";
import { smallDisk } from "#test/support/smallDisk.ts";
import type { OpenDuckDb } from "../../../../shared/formats/engine/openDuckDb.ts";

const SORT = `SELECT sum(r) FROM (SELECT row_number() OVER (ORDER BY k, s) AS r FROM (
  SELECT i * 7919 % 10007 AS k, rpad(CAST(i AS VARCHAR), 100, 'x') AS s FROM range(1000000) t(i)))`;

async function open(limits: Record<string, string>): Promise<OpenDuckDb> {
  const opened = await openDuckDb({ memory_limit: "64MB", threads: "2", ...limits });
  onTestFinished(() => {
    opened.connection.closeSync();
    opened.instance.closeSync();
  });
  return opened;
}

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "temporary-files-"));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

test("an instance spills up to its limit, regardless of the free disk space", async () => {
  const small = await open({ temp_directory: await folder(), max_temp_directory_size: "10MB" });
  const error = await small.connection.run(SORT).catch((thrown: unknown) => thrown);
  expect(String(error)).toMatch(/^Error: Out of Memory Error: failed to offload .+MiB\/9\.5 MiB used/);
  expect(explainError(error, "64MB", { text: SORT })).toMatchObject({ code: "query_out_of_memory" });
  expect(fullStorage(error)).toBeNull();
  const large = await open({ temp_directory: await folder(), max_temp_directory_size: "1GB" });
  await large.connection.run(SORT);
});

test("a full disk is reported, and the instance works again once there is space", async (context) => {
  const disk = smallDisk(300);
  if (typeof disk === "string") return context.skip(disk);
  onTestFinished(() => disk.close());
  const { connection } = await open({ temp_directory: join(disk.path, "spills") });
  disk.fill();
  const error = await connection.run(SORT).catch((thrown: unknown) => thrown);
  expect(fullStorage(error)).toBe("temporary");
  expect(explainError(error, "64MB", { text: SORT })).toBe(error);
  disk.free();
  await connection.run(SORT);
});
