import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { lockDown, type OpenDuckDb, openDuckDb } from "../../engine/openDuckDb.ts";
import { keepSpareDuckDb, takeDuckDb } from "../../engine/spareDuckDb.ts";

const folder = await mkdtemp(join(tmpdir(), "spare-"));
const LIMITS = { memory_limit: "200MB", threads: "1", temp_directory: join(folder, "spill") };
const opened: OpenDuckDb[] = [];

afterAll(async () => {
  for (const { connection, instance } of opened) {
    connection.closeSync();
    instance.closeSync();
  }
  await rm(folder, { recursive: true, force: true });
});

async function take(): Promise<OpenDuckDb> {
  const taken = await takeDuckDb(LIMITS);
  opened.push(taken);
  return taken;
}

const settingsOf = async ({ connection }: OpenDuckDb) =>
  (await connection.runAndReadAll("SELECT name, value FROM duckdb_settings() ORDER BY name")).getRowsJson();

test("a prepared instance has the same settings as one opened with its limits", async () => {
  const fresh = await openDuckDb(LIMITS);
  opened.push(fresh);
  keepSpareDuckDb();
  const [spare, second] = await Promise.all([take(), take()]);
  expect(await settingsOf(spare)).toEqual(await settingsOf(fresh));
  expect(await settingsOf(second)).toEqual(await settingsOf(fresh));
});

test("each use gets a separate instance that can be locked down", async () => {
  const instances = await Promise.all([take(), take(), take()]);
  expect(new Set(instances.map(({ instance }) => instance)).size).toBe(3);
  for (const { connection } of instances) await connection.run("CREATE TABLE used (n INTEGER)");
  const [{ connection } = await take()] = instances;
  await lockDown(connection, [join(folder, "allowed.csv")]);
  const write = (name: string) => connection.run(`COPY (SELECT 1) TO '${join(folder, name)}'`);
  await write("allowed.csv");
  await expect(write("other.csv")).rejects.toThrow("disabled by configuration");
  await expect(connection.run("SET memory_limit = '1GB'")).rejects.toThrow("locked");
});
