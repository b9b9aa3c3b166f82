import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { literal } from "@pdp/basics/columns";
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import { keepSharedEngine, type Passes, withSharedEngine } from "../../engine/withSharedEngine.ts";

let folder: string;
let target: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "shared-"));
  target = join(folder, "out.parquet");
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(() => rm(target, { force: true }));

async function run<Result>(bytes: number, work: Passes<Result>): Promise<Result> {
  const path = join(folder, `${bytes}.csv`);
  await writeFile(path, "a".repeat(bytes));
  const source = { path, format: "CSV", name: "a.csv", table: "t" } as const;
  return withSharedEngine(source, 1, target, {}, work);
}

const fail = (): never => {
  throw new Error("no such column");
};

describe("the passes over a file", () => {
  it("the passes share an engine instance if the file is small", async () => {
    const seen = await run(10, async (_source, _target, { connection, temporaryDirectory }) => {
      await connection?.run(`COPY (SELECT 1 AS a) TO '${join(temporaryDirectory ?? "", "a.parquet")}'`);
      return [connection !== undefined, temporaryDirectory !== undefined];
    });
    expect(seen).toEqual([true, true]);
    expect(await run((8 << 20) + 1, async (_source, _target, { connection }) => connection)).toBeUndefined();
  });

  it("a failing pass reports its error", async () => {
    await expect(run(10, fail)).rejects.toThrow("no such column");
  });

  it("the passes are repeated without the shared instance if it became unusable", async () => {
    const shared: boolean[] = [];
    const result = run(10, async (_source, _target, { connection }) => {
      shared.push(connection !== undefined);
      connection?.closeSync();
      if (connection) throw new Error("The database was invalidated");
      return "converted";
    });
    expect([await result, shared]).toEqual(["converted", [true, false]]);
  });
});

describe("an engine that the process keeps", () => {
  const engines = join(tmpdir(), `kept-engines-${process.pid}`);
  let end: () => Promise<void>;
  beforeAll(() => {
    end = keepSharedEngine(engines);
  });
  afterAll(async () => {
    await end();
    expect(await readdir(engines)).toEqual([]);
    await rm(engines, { recursive: true });
  });

  /** Returns the connection that the passes over a file get. */
  const connectionOf = () => run(10, async (_source, _target, { connection }) => connection);

  test("the next file gets the same engine, and each result arrives at its target", async () => {
    const first = await connectionOf();
    expect(existsSync(target)).toBe(false);
    const text = await run(12, async ({ path }, written, { connection }) => {
      expect(connection).toBe(first);
      await connection?.run(
        `COPY (SELECT content FROM read_text(${literal(path)})) TO ${literal(written)} (FORMAT csv)`,
      );
      return (await connection?.runAndReadAll("SELECT 1"))?.getRowsJson();
    });
    expect(text).toEqual([[1]]);
    expect(await readFile(target, "utf8")).toContain("a".repeat(12));
  });

  test("the engine can read the file, but neither its original, nor the earlier file, nor other files", async () => {
    const { path: earlier } = await run(10, async (source) => source);
    await run(11, async ({ path }, _written, { connection }) => {
      const read = (name: string) => connection?.run(`SELECT * FROM read_text(${literal(name)})`);
      await read(path);
      await expect(read(join(folder, "11.csv"))).rejects.toThrow("disabled by configuration");
      await expect(read("/etc/passwd")).rejects.toThrow("disabled by configuration");
      await expect(connection?.run("SET memory_limit = '1GB'")).rejects.toThrow("locked");
      expect(existsSync(earlier)).toBe(false);
    });
  });

  test("other limits of memory get a new engine", async () => {
    const first = await connectionOf();
    const source = { path: join(folder, "10.csv"), format: "CSV", name: "a.csv", table: "t" } as const;
    const limited = await withSharedEngine(
      source,
      1,
      target,
      { memoryLimit: "100MB" },
      async (_a, _b, limits) => limits.connection,
    );
    expect(limited).not.toBe(first);
    expect(await connectionOf()).toBe(first);
  });

  test("a failure closes the engine and leaves no file, and the next file gets another", async () => {
    const first = await connectionOf();
    await expect(run(10, fail)).rejects.toThrow("no such column");
    const next = await connectionOf();
    expect(next).not.toBe(first);
    const kept = await readdir(engines);
    expect(kept).toHaveLength(1);
    expect(await readdir(join(engines, kept[0] ?? ""))).toEqual([]);
  });

  test("files that are read at the same time get separate engines", async () => {
    const both = Promise.withResolvers<void>();
    let waiting = 0;
    const work: Passes<unknown> = async (_source, _target, { connection }) => {
      waiting += 1;
      if (waiting === 2) both.resolve();
      await both.promise;
      return connection;
    };
    const [one, other] = await Promise.all([run(10, work), run(11, work)]);
    expect(one).not.toBe(other);
  });
});
