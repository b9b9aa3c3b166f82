import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readdir, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { compileQuery } from "@pdp/trino/compile";
import type { Relation } from "@pdp/trino/relations";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { InstancePool, type LockedInstance } from "#shared/engines/duckdb/instancePool.ts";
import { linkFiles } from "#shared/engines/duckdb/linkedFiles.ts";
import { column, type ParquetLake, parquetLake, relationResolver, rowsOf } from "./parquetLake.ts";

let lake: ParquetLake;
let pool: InstancePool;
const keys = Array.from({ length: 70 }, (_, index) => `ws/one/t/${index}.parquet`);

beforeAll(async () => {
  lake = await parquetLake();
  for (const [index, key] of keys.entries()) await lake.write(key, `SELECT ${index} AS n`);
  await writeFile(join(lake.directory, "secret.txt"), "secret");
  pool = new InstancePool(
    { memoryLimit: "200MB", threads: 1, temporaryDirectory: lake.directory, temporaryLimit: "10MB" },
    2,
  );
});

afterAll(async () => {
  await pool.close();
  await lake.close();
});

const pathsOf = (names: readonly string[]): Map<string, string> =>
  new Map(names.map((key) => [key, join(lake.directory, key)]));

async function read({ connection }: LockedInstance, path: string | undefined): Promise<unknown[][]> {
  return (await connection.runAndReadAll(`SELECT * FROM read_parquet('${path}')`)).getRowsJson();
}

describe("an instance of the pool", () => {
  it("an instance reads only the files linked for its query, and no files afterward", async () => {
    const [mine = "", other = ""] = keys;
    const instance = await pool.take("ws/one");
    const linked = linkFiles(pathsOf([mine]), instance.directory);
    const path = linked?.paths.get(mine);
    expect(await read(instance, path)).toEqual([[0]]);
    for (const forbidden of [mine, other, "secret.txt", "**"])
      await expect(read(instance, join(lake.directory, forbidden))).rejects.toThrow(
        "disabled by configuration",
      );
    await expect(read(instance, join(instance.directory, "..", other))).rejects.toThrow("disabled");
    linked?.remove();
    await expect(read(instance, path)).rejects.toThrow("No files found");
    expect(await readdir(instance.directory)).toEqual([]);
    expect((await stat(join(lake.directory, mine))).nlink).toBe(1);
    pool.keep(instance);
  });

  it("an instance does not follow a link in its directory to a file elsewhere", async () => {
    const instance = await pool.take("ws/one");
    const link = join(instance.directory, "link");
    await symlink(join(lake.directory, keys[1] ?? ""), link);
    await expect(read(instance, link)).rejects.toThrow("disabled by configuration");
    instance.close();
  });

  it("an instance is reused only for its workspace", async () => {
    const first = await pool.take("ws/one");
    pool.keep(first);
    const other = await pool.take("ws/two");
    expect(other).not.toBe(first);
    expect(await pool.take("ws/one")).toBe(first);
    first.close();
    other.close();
  });
});

describe("an engine with reusable instances", () => {
  it("an engine reads other files with the same instance, even for results that are written to a file first", async () => {
    const files = keys.map((key) => ({ key, rows: 1, bytes: 0 }));
    const table = (from: number, to: number): Relation => ({
      kind: "TABLE",
      columns: [column("n", "INT64")],
      files: files.slice(from, to),
    });
    const resolve = relationResolver({ a: table(0, 1), b: table(1, 3), many: table(0, 70) });
    const engine = lake.engine({ warm: 1 });
    const directories = async (): Promise<string[]> =>
      (await readdir(join(lake.directory, "spill"), { recursive: true })).filter((name) =>
        name.endsWith(".files"),
      );
    const sum = async (name: string): Promise<unknown> => {
      const query = await compileQuery(`SELECT sum(n) AS s FROM ${name}`, { resolve });
      return rowsOf(engine, query);
    };
    expect(await sum("a")).toEqual([{ s: 0 }]);
    const before = await directories();
    expect(await sum("b")).toEqual([{ s: 3 }]);
    const query = await compileQuery("SELECT n FROM b", { resolve });
    let bytes = 0;
    for await (const part of await engine.run(query, { format: "PARQUET", compression: null }))
      bytes += part.length;
    expect(bytes).toBeGreaterThan(100);
    // More files than are linked; a separate instance reads them.
    expect(await sum("many")).toEqual([{ s: 2415 }]);
    expect(await sum("a")).toEqual([{ s: 0 }]);
    expect(await directories()).toEqual(before);
    expect(await readdir(join(lake.directory, "spill", `${before[0]}`))).toEqual([]);
    await engine.close();
  });

  it("an engine removes the files left by an exited process", async () => {
    const ended = spawnSync(process.execPath, ["--version"]).pid;
    const left = join(lake.directory, "left", `objects-${ended}-0`);
    await mkdir(join(left, "one.files"), { recursive: true });
    const engine = lake.engine({ temporaryDirectory: join(lake.directory, "left") });
    const query = await compileQuery("SELECT 1 AS n", { resolve: relationResolver({}) });
    expect(await rowsOf(engine, query)).toEqual([{ n: 1 }]);
    expect(existsSync(left)).toBe(false);
    await engine.close();
  });
});
