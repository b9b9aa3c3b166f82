import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { threadId } from "node:worker_threads";
import { DuckDBInstance } from "@duckdb/node-api";
import { compileQuery } from "@pdp/trino/compile";
import type { ResolveRelation } from "@pdp/trino/relations";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { executableSql } from "#shared/engines/duckdb/relationSql.ts";
import { FilesGone } from "#shared/engines/filesGone.ts";
import { ENDLESS, engineTables } from "#test/shared/engines/engineTables.ts";
import { engineTests, queryHelpers } from "#test/shared/engines/engineTests.ts";
import {
  column,
  type ParquetLake,
  parquetLake,
  relationResolver,
  rowsOf,
} from "#test/shared/engines/parquetLake.ts";

let lake: ParquetLake;
let engine: ReturnType<ParquetLake["engine"]>;
let resolve: ResolveRelation;

beforeAll(async () => {
  lake = await parquetLake();
  const extremes = await lake.write(
    "loads/5/part-0.parquet",
    "SELECT * FROM (VALUES (1e16, 1e0), (1e0, 0e0), (1e0, 1e0), (-1e16, 1e0)) t(x, y)",
  );
  const columns = [column("x", "FLOAT64"), column("y", "FLOAT64")];
  resolve = relationResolver({
    ...(await engineTables(lake.write)),
    extremes: { kind: "TABLE", columns, files: [extremes] },
  });
  engine = lake.engine({ warm: 1 });
});

afterAll(() => lake.close());

const { compiled, rows, failure } = queryHelpers(() => ({ engine, resolve }));

describe("the embedded engine", () => {
  engineTests(() => ({ engine, narrow: lake.engine({ maxConcurrent: 1 }), resolve }));
});

describe("the rows of a table", () => {
  it("row counts are known before files are opened, which lets the engine plan joins well", async () => {
    const { sql, relations } = await compiled("SELECT count(*) AS n FROM extremes");
    const counts = [1_234_567, 8].map((rows) => {
      const counted = relations.map((one) => ({ ...one, files: [{ key: "x", rows, bytes: 1 }] }));
      return executableSql(sql, counted, () => [`${lake.directory}/loads/5/part-0.parquet`]);
    });
    const instance = await DuckDBInstance.create(":memory:");
    const connection = await instance.connect();
    const plans = await Promise.all(
      counts.map(async (text) =>
        String((await connection.runAndReadAll(`EXPLAIN ${text}`)).getRows()[0]?.[1]),
      ),
    );
    connection.closeSync();
    instance.closeSync();
    expect(plans[0]).toContain("~1,234,567 rows");
    expect(plans[1]).toContain("~8 rows");
  });
});

describe("the columns of a table", () => {
  const text = async (query: string): Promise<string> => {
    const { sql, relations } = await compiled(query);
    return executableSql(sql, relations, () => ["file"]);
  };

  it("only columns that a query names are declared, and one if it names none", async () => {
    expect(await text("SELECT max(y) AS n FROM extremes")).toContain(
      "schema = MAP {'y': {'name': 'y', 'type': 'DOUBLE', 'default_value': NULL}}",
    );
    expect(await text("SELECT count(*) AS n FROM extremes")).toContain(
      "schema = MAP {'x': {'name': 'x', 'type': 'DOUBLE', 'default_value': NULL}}",
    );
    expect(await text("SELECT * FROM extremes")).toMatch(/'x': .*'y': /);
  });

  it.each([
    "SELECT b.y, count(*) AS n FROM extremes a JOIN extremes b USING (x) GROUP BY b.y ORDER BY 1",
    "SELECT t.q FROM extremes AS t (p, q) ORDER BY t.p, t.q",
    "SELECT count(*) AS n FROM (SELECT * FROM extremes) AS s",
    "SELECT x FROM extremes AS o WHERE EXISTS (SELECT 1 FROM extremes AS i WHERE i.y > o.y) ORDER BY 1",
    "SELECT max(x) OVER (PARTITION BY y ORDER BY x) AS n FROM extremes ORDER BY y, x",
    "WITH w AS (SELECT y, x AS z FROM extremes) SELECT sum(z) AS n FROM w HAVING count(y) > 1",
    "SELECT x FROM extremes UNION ALL SELECT y FROM extremes ORDER BY 1",
    'SELECT "$line", y FROM extremes ORDER BY x, 1',
    "SELECT u FROM extremes CROSS JOIN UNNEST(ARRAY[x, y]) AS t (u) ORDER BY u",
    "SELECT a.x FROM extremes a LEFT JOIN extremes b ON a.x = b.x AND EXISTS (SELECT 1 FROM m) ORDER BY 1",
  ])("a query returns the same rows as with all columns declared: %s", async (query) => {
    const narrow = await compiled(query);
    const wide = { ...narrow, relations: narrow.relations.map(({ named: _, ...one }) => one) };
    expect(await rowsOf(engine, narrow)).toEqual(await rowsOf(engine, wide));
  });
});

it("rows can be sorted by a constant", async () => {
  const query = "SELECT x FROM extremes WHERE y = 0 ORDER BY 'a', current_schema, NULL";
  expect(await rows(query)).toEqual([{ x: 1 }]);
});

describe("sums of doubles", () => {
  it("sums of doubles are correct to the last digit for any row order", async () => {
    expect(await rows("SELECT sum(x) AS s, avg(x) AS m FROM extremes")).toEqual([{ s: 2, m: 0.5 }]);
  });

  it("sums with infinities are infinite", async () => {
    const query = "SELECT sum(x / y) AS s, avg(x / y) AS m FROM extremes";
    expect(await rows(query)).toEqual([{ s: Infinity, m: Infinity }]);
  });

  it("sums of nothing are null", async () => {
    expect(await rows("SELECT sum(x) AS s, avg(x) AS m FROM extremes WHERE x > 1e20")).toEqual([
      { s: null, m: null },
    ]);
  });
});

describe("a query that fails midway", () => {
  const failing = "SELECT CASE WHEN id = 1900000 THEN CAST(sequence AS BIGINT) ELSE id END AS x FROM large";

  it("a failed query ends with an error, never as a complete result", async () => {
    const parts = await engine.run(await compiled(failing), { compression: null });
    const read = async (): Promise<number> => {
      let bytes = 0;
      for await (const part of parts) bytes += part.length;
      return bytes;
    };
    await expect(read()).rejects.toMatchObject({ kind: "malformed", code: "invalid_sql" });
  });

  const startOver = async (folder: string, small: number) => {
    const sql = "SELECT range AS x FROM range(3000000)";
    const files = [
      await lake.write(`${folder}/1.parquet`, sql),
      await lake.write(`${folder}/2.parquet`, sql),
    ];
    for (let index = 0; index < small; index++)
      files.push(await lake.write(`${folder}/small${index}.parquet`, "SELECT 1::BIGINT AS x"));
    const gone = relationResolver({ gone: { kind: "TABLE", columns: [column("x", "INT64")], files } });
    const run = async () =>
      engine.run(await compileQuery("SELECT x FROM gone", { resolve: gone }), { compression: null });
    const parts = await run();
    await rm(join(lake.directory, folder), { recursive: true });
    const read = async (): Promise<number> => {
      let bytes = 0;
      for await (const part of parts) bytes += part.length;
      return bytes;
    };
    return { read, run };
  };

  it("a query fails if its files are deleted while it runs, and reports that rows were erased", async () => {
    // There are too many files to link them into the instance directory.
    const { read, run } = await startOver("gone", 64);
    await expect(read()).rejects.toMatchObject({ kind: "conflict", code: "rows_erased" });
    await expect(run()).rejects.toBeInstanceOf(FilesGone);
  });

  it("a query on few files completes after their deletion, and the next one fails", async () => {
    const { read, run } = await startOver("linked", 0);
    expect(await read()).toBeGreaterThan(6_000_000 * 8);
    await expect(run()).rejects.toBeInstanceOf(FilesGone);
  });

  it("a query that fails before the response starts reports the reason", async () => {
    const error = await failure("SELECT CAST(sequence AS BIGINT) AS x FROM m");
    expect(error.message).toMatch(/MKV|BIGINT|INT64|convert/i);
  });
});

describe("a result being read", () => {
  it("the memory for consumed parts is released", async () => {
    setFlagsFromString("--expose-gc");
    const collectGarbage = runInNewContext("gc") as () => void;
    const parts = await engine.run(await compiled("SELECT * FROM large"), { compression: null });
    const read: WeakRef<Uint8Array>[] = [];
    for await (const part of parts) {
      read.push(new WeakRef(part));
      if (read.length < 20) continue;
      await setImmediate();
      collectGarbage();
      break;
    }
    const held = read.filter((part) => part.deref() !== undefined);
    expect(held.length).toBeLessThan(5);
  });
});

describe("queries on the same files", () => {
  it("sequential queries share an environment that no query can change", async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      expect(await rows("SELECT count(*) AS n FROM large")).toEqual([{ n: 2_000_000 }]);
      await failure("SELECT 1 / (id - 1) AS x FROM m");
      expect(await rows("SELECT count(*) AS n FROM m")).toEqual([{ n: 3 }]);
    }
  });

  it("concurrent queries have separate environments", async () => {
    const counts = await Promise.all(
      Array.from({ length: 8 }, (_, index) => rows(`SELECT count(*) + ${index} AS n FROM large`)),
    );
    expect(counts.flat().map(({ n }) => Number(n) - 2_000_000)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });
});

describe("limits", () => {
  it("a query that takes too long is stopped", async () => {
    const error = await failure(ENDLESS, lake.engine({ timeoutMs: 200 }));
    expect(error).toMatchObject({ kind: "malformed", code: "query_timeout" });
    expect(error.message).toContain("longer than 0.2 s");
  });

  it("a query that needs too much memory is stopped and leaves no file", async () => {
    const small = lake.engine({ memoryLimit: "60MB", temporaryLimit: "10MB", threads: 1 });
    const error = await failure("SELECT array_agg(sequence ORDER BY sequence DESC) AS s FROM large", small);
    expect(error).toMatchObject({ kind: "malformed", code: "query_out_of_memory" });
    expect(error.message).toContain("exceeds its memory limit of 60MB");
    expect(await rowsOf(small, await compiled("SELECT count(*) AS n FROM m"))).toEqual([{ n: 3 }]);
    const left = await readdir(join(lake.directory, "spill"), { recursive: true }).catch(() => []);
    // The directories of kept instances are empty.
    expect(left.filter((name) => !name.endsWith(".files"))).toEqual([`objects-${process.pid}-${threadId}`]);
  });

  it("a sort that exceeds the memory continues on disk", async () => {
    const small = lake.engine({ memoryLimit: "100MB", threads: 1 });
    const sorted =
      "SELECT max(id) AS n FROM (SELECT id, row_number() OVER (ORDER BY sequence DESC, id) AS r FROM large)";
    expect(await rowsOf(small, await compiled(sorted))).toEqual([{ n: 1_999_999 }]);
  });

  it("a limited number of queries run at a time, and all finish", async () => {
    const narrow = lake.engine({ maxConcurrent: 2 });
    const query = await compiled("SELECT count(*) AS n FROM m");
    const results = await Promise.all(Array.from({ length: 10 }, () => rowsOf(narrow, query)));
    expect(results).toEqual(Array(10).fill([{ n: 3 }]));
  });

  it("an unread result gives its slot to the next query", async () => {
    const narrow = lake.engine({ maxConcurrent: 1, patienceMs: 50 });
    await narrow.run(await compiled("SELECT id FROM large"), { compression: null });
    expect(await rowsOf(narrow, await compiled("SELECT count(*) AS n FROM m"))).toEqual([{ n: 3 }]);
  });
});

describe("an aborted query", () => {
  it("a query stops whenever it is aborted, even before the engine computes", async () => {
    const narrow = lake.engine({ maxConcurrent: 1 });
    for (let delay = 0; delay < 24; delay += 1) {
      const controller = new AbortController();
      const running = narrow.run(await compiled(ENDLESS), { compression: null, signal: controller.signal });
      setTimeout(() => controller.abort(new Error("The client is gone")), delay);
      await expect(running).rejects.toThrow("The client is gone");
    }
  });

  it("a query aborted while it waits does not start", async () => {
    const narrow = lake.engine({ maxConcurrent: 1 });
    const first = await narrow.run(await compiled("SELECT id FROM large"), { compression: null });
    const controller = new AbortController();
    const waiting = narrow.run(await compiled("SELECT id FROM m"), {
      compression: null,
      signal: controller.signal,
    });
    controller.abort(new Error("The client is gone"));
    await expect(waiting).rejects.toThrow("The client is gone");
    for await (const _ of first) break;
    expect(await rowsOf(narrow, await compiled("SELECT count(*) AS n FROM m"))).toEqual([{ n: 3 }]);
  });
});
