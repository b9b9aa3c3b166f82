import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { lockDown } from "@pdp/formats/ingest";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OpenInstance, openInstance } from "#shared/engines/duckdb/openInstance.ts";
import { type ParquetLake, parquetLake } from "./parquetLake.ts";

let lake: ParquetLake;
let instance: OpenInstance;
let allowed: string;
let other: string;

beforeAll(async () => {
  lake = await parquetLake();
  await lake.write("mine/a.parquet", "SELECT 1 AS a");
  await lake.write("theirs/b.parquet", "SELECT 2 AS a");
  allowed = join(lake.directory, "mine/a.parquet");
  other = join(lake.directory, "theirs/b.parquet");
  await writeFile(join(lake.directory, "secret.txt"), "secret");
  instance = await openInstance({
    memoryLimit: "200MB",
    threads: 1,
    temporaryDirectory: join(lake.directory, "spill"),
    temporaryLimit: "10MB",
  });
  await lockDown(instance.connection, [allowed]);
});

afterAll(async () => {
  instance.close();
  await lake.close();
});

/** Runs SQL text without checking it. */
async function runUnchecked(sql: string): Promise<unknown[][]> {
  const reader = await instance.connection.runAndReadAll(sql);
  return reader.getRows();
}

describe("a sealed instance, even with unchecked SQL", () => {
  it("a sealed instance reads the files of its query", async () => {
    expect(await runUnchecked(`SELECT a FROM read_parquet('${allowed}')`)).toEqual([[1]]);
  });

  it.each([
    ["another Parquet file", () => `SELECT * FROM read_parquet('${other}')`],
    ["another file by name", () => `SELECT * FROM '${other}'`],
    ["a file by pattern", () => `SELECT * FROM read_parquet('${lake.directory}/*/*.parquet')`],
    [
      "a path around the allowed one",
      () => `SELECT * FROM read_parquet('${lake.directory}/mine/../theirs/b.parquet')`,
    ],
    ["a text file", () => `SELECT * FROM read_text('${lake.directory}/secret.txt')`],
    ["a CSV file", () => "SELECT * FROM read_csv('/etc/passwd')"],
    ["the list of a folder", () => `SELECT * FROM glob('${lake.directory}/*')`],
    ["the process", () => "SELECT * FROM read_blob('/proc/self/environ')"],
    ["the network", () => "SELECT * FROM read_parquet('http://127.0.0.1:9/x.parquet')"],
    ["the environment", () => "SELECT getenv('HOME')"],
  ])("a sealed instance does not read %s", async (_, sql) => {
    await expect(runUnchecked(sql())).rejects.toThrow(
      /disabled by configuration|does not exist|requires the extension|Missing Extension|not exist/,
    );
  });

  it.each([
    ["COPY to a new file", () => `COPY (SELECT 1) TO '${lake.directory}/out.parquet'`],
    ["COPY over its own file", () => `COPY (SELECT 1) TO '${allowed}'`],
    ["EXPORT", () => `EXPORT DATABASE '${lake.directory}/export'`],
    ["ATTACH of a file", () => `ATTACH '${lake.directory}/x.db'`],
    ["INSTALL", () => "INSTALL httpfs"],
    ["LOAD", () => "LOAD httpfs"],
    ["SET of a limit", () => "SET memory_limit = '10GB'"],
    ["SET of the access", () => "SET enable_external_access = true"],
    ["SET of the paths", () => "SET allowed_paths = ['/']"],
    ["SET of folders", () => "SET allowed_directories = ['/']"],
    ["RESET", () => "RESET allowed_paths"],
    ["SET of the lock", () => "SET lock_configuration = false"],
    ["PRAGMA of a setting", () => "PRAGMA threads = 8"],
    ["SET of the log", () => `SET log_query_path = '${lake.directory}/log'`],
    ["PRAGMA of a profile", () => `PRAGMA profiling_output = '${lake.directory}/profile'`],
  ])("a sealed instance does not allow %s", async (_, sql) => {
    await expect(runUnchecked(sql())).rejects.toThrow(/disabled|locked|Cannot|cannot/);
  });

  it("a sealed instance cannot change its file", async () => {
    expect(await runUnchecked(`SELECT a FROM read_parquet('${allowed}')`)).toEqual([[1]]);
  });

  it("a sealed instance cannot see another instance's tables", async () => {
    await runUnchecked("CREATE TABLE leftover AS SELECT 1 AS a");
    const next = await openInstance({
      memoryLimit: "200MB",
      threads: 1,
      temporaryDirectory: join(lake.directory, "spill"),
      temporaryLimit: "10MB",
    });
    await expect(next.connection.run("SELECT * FROM leftover")).rejects.toThrow("does not exist");
    next.close();
  });
});
