import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Column } from "#shared/domain/column.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { compileQuery } from "#shared/sql/compileQuery.ts";
import type { CompiledQuery, Relation, ResolveRelation } from "#shared/sql/relation.ts";
import { column, type ParquetLake, parquetLake, resolving, rowsOf } from "#test/shared/sql/parquetLake.ts";

let lake: ParquetLake;
let engine: ReturnType<ParquetLake["engine"]>;
let resolve: ResolveRelation;

const measured: Column[] = [
  column("id", "INT64"),
  column("sequence", "STRING"),
  column("fitness", "FLOAT64"),
  column("measured_at", "TIMESTAMP"),
];

beforeAll(async () => {
  lake = await parquetLake();
  const first = await lake.write(
    "loads/1/part-0.parquet",
    "SELECT 1::BIGINT AS id, 'MKV' AS sequence, 0.5::DOUBLE AS fitness, TIMESTAMP '2026-01-01 10:00:00' AS measured_at UNION ALL SELECT 2, 'MRV', NULL, NULL",
  );
  const second = await lake.write(
    "loads/2/part-0.parquet",
    "SELECT 'x' AS sequence, 3::BIGINT AS id, 2.5::DOUBLE AS fitness, NULL::TIMESTAMP AS measured_at",
  );
  const older = await lake.write(
    "loads/0/part-0.parquet",
    "SELECT 9::BIGINT AS id, {'x': 1::BIGINT} AS point, [1, 2]::BIGINT[] AS sites",
  );
  const newer = await lake.write(
    "loads/3/part-0.parquet",
    "SELECT 10::BIGINT AS id, {'x': 2::BIGINT, 'label': 'b'} AS point, [3]::BIGINT[] AS sites, true AS good",
  );
  const large = await lake.write(
    "loads/4/part-0.parquet",
    "SELECT range AS id, 'sequence ' || range AS sequence FROM range(2000000)",
  );
  const extremes = await lake.write(
    "loads/5/part-0.parquet",
    "SELECT * FROM (VALUES (1e16, 1e0), (1e0, 0e0), (1e0, 1e0), (-1e16, 1e0)) t(x, y)",
  );
  const point = column("point", "STRUCT", { columns: [column("x", "INT64"), column("label", "STRING")] });
  const sites = column("sites", "ARRAY", { item_type: { type: "INT64", nullable: true } });
  const relations: Record<string, Relation> = {
    m: { kind: "TABLE", columns: measured, files: [first, second] },
    "m@1": { kind: "TABLE", columns: measured, files: [first] },
    empty: { kind: "TABLE", columns: [...measured, point, sites], files: [] },
    nested: {
      kind: "TABLE",
      columns: [column("id", "INT64"), point, sites, column("good", "BOOL")],
      files: [older, newer],
    },
    extremes: { kind: "TABLE", columns: [column("x", "FLOAT64"), column("y", "FLOAT64")], files: [extremes] },
    large: { kind: "TABLE", columns: measured.slice(0, 2), files: [large] },
    gone: { kind: "TABLE", columns: measured, files: [{ key: "loads/none.parquet", rows: 1, bytes: 1 }] },
    best: { kind: "VIEW", query: "SELECT sequence, fitness * 2 AS score FROM m WHERE fitness > 1" },
  };
  resolve = resolving(relations);
  engine = lake.engine({ warm: 1 });
});

afterAll(() => lake.close());

function compiled(sql: string): Promise<CompiledQuery> {
  return compileQuery(sql, { resolve });
}

async function rows(sql: string): Promise<Record<string, unknown>[]> {
  return rowsOf(engine, await compiled(sql));
}

async function failure(sql: string, on = engine): Promise<DomainError> {
  const error = await rowsOf(on, await compiled(sql)).then(
    (found) => new Error(`Not refused: ${JSON.stringify(found)}`),
    (reason: unknown) => reason,
  );
  if (error instanceof DomainError) return error;
  throw error;
}

describe("rows", () => {
  it("come from all files of a table, whatever the order of their columns", async () => {
    expect(await rows("SELECT * FROM m ORDER BY id")).toEqual([
      { id: 1, sequence: "MKV", fitness: 0.5, measured_at: new Date("2026-01-01T10:00:00Z").getTime() },
      { id: 2, sequence: "MRV", fitness: null, measured_at: null },
      { id: 3, sequence: "x", fitness: 2.5, measured_at: null },
    ]);
  });

  it("are those of the version asked for", async () => {
    expect(await rows("SELECT count(*) AS n FROM m FOR VERSION AS OF 1")).toEqual([{ n: 2 }]);
    expect(
      await rows(
        "SELECT n.id FROM m AS n LEFT JOIN m FOR VERSION AS OF 1 AS o ON o.id = n.id WHERE o.id IS NULL",
      ),
    ).toEqual([{ id: 3 }]);
  });

  it("of older files read as missing in columns and fields that came later", async () => {
    expect(
      await rows("SELECT id, nested.point.label, point.x, sites[1] AS site, good FROM nested ORDER BY id"),
    ).toEqual([
      { id: 9, label: null, x: 1, site: 1, good: null },
      { id: 10, label: "b", x: 2, site: 3, good: true },
    ]);
  });

  it("of an empty table are none, with the types of its columns", async () => {
    expect(await rows("SELECT * FROM empty")).toEqual([]);
    expect(await rows("SELECT count(*) AS n, sum(fitness) AS s, max(point.x) AS x FROM empty")).toEqual([
      { n: 0, s: null, x: null },
    ]);
  });

  it("come through views", async () => {
    expect(await rows("SELECT * FROM best")).toEqual([{ sequence: "x", score: 5 }]);
    expect(await rows("SELECT b.score, m.id FROM best AS b JOIN m USING (sequence)")).toEqual([
      { score: 5, id: 3 },
    ]);
  });

  it("keep Trino's meaning where column types decide", async () => {
    expect(
      await rows(
        "SELECT id / 2 AS half, fitness / 0 AS inf, CAST(fitness AS VARCHAR) AS text, CAST(fitness AS BIGINT) AS whole, sum(id) OVER () AS total FROM m WHERE fitness IS NOT NULL ORDER BY id",
      ),
    ).toEqual([
      { half: 0, inf: Infinity, text: "5.0E-1", whole: 1, total: 4 },
      { half: 1, inf: Infinity, text: "2.5E0", whole: 3, total: 4 },
    ]);
    expect(await rows("SELECT id FROM m WHERE ln(fitness - 1) > -100")).toEqual([{ id: 3 }]);
    expect((await failure("SELECT 1 / (id - 1) FROM m")).message).toBe("Division by zero.");
  });

  it("keep their order up to the end of a result of many batches", async () => {
    const found = await rows("SELECT id, sum(1) OVER () AS n FROM large ORDER BY id DESC LIMIT 300000");
    expect(found.length).toBe(300_000);
    expect(found[0]).toEqual({ id: 1_999_999, n: 2_000_000 });
    expect(found.at(-1)).toEqual({ id: 1_700_000, n: 2_000_000 });
  });
});

describe("sums of doubles", () => {
  it("are right to the last digit, whatever the order of the rows", async () => {
    expect(await rows("SELECT sum(x) AS s, avg(x) AS m FROM extremes")).toEqual([{ s: 2, m: 0.5 }]);
  });

  it("of infinities are infinite", async () => {
    const query = "SELECT sum(x / y) AS s, avg(x / y) AS m FROM extremes";
    expect(await rows(query)).toEqual([{ s: Infinity, m: Infinity }]);
  });

  it("of nothing are null", async () => {
    expect(await rows("SELECT sum(x) AS s, avg(x) AS m FROM extremes WHERE x > 1e20")).toEqual([
      { s: null, m: null },
    ]);
  });
});

describe("described columns", () => {
  it("are the platform's types, decimals as FLOAT64 and all integers as INT64", async () => {
    const described = await engine.describe(
      await compiled(
        "SELECT id, CAST(1 AS TINYINT) AS t, sum(id) OVER () AS s, 1.5 AS d, sequence, fitness, measured_at, true AS b, DATE '2026-01-01' AS day FROM m",
      ),
    );
    expect(described.map(({ name, type }) => `${name} ${type}`)).toEqual([
      "id INT64",
      "t INT64",
      "s INT64",
      "d FLOAT64",
      "sequence STRING",
      "fitness FLOAT64",
      "measured_at TIMESTAMP",
      "b BOOL",
      "day DATE",
    ]);
    expect(described[0]).toEqual({
      name: "id",
      type: "INT64",
      nullable: true,
      metadata: { description: "", deprecated: false },
    });
  });

  it("are nested like the values, and need no file", async () => {
    const [point, sites] = await engine.describe(await compiled("SELECT point, sites FROM nested"));
    expect(point?.columns?.map(({ name, type }) => `${name} ${type}`)).toEqual(["x INT64", "label STRING"]);
    expect(sites?.item_type).toEqual({ type: "INT64", nullable: true });
    expect(await engine.describe(await compiled("SELECT id FROM gone"))).toHaveLength(1);
  });

  it("are refused where no column of a table can be like that", async () => {
    await expect(engine.describe(await compiled("SELECT INTERVAL '1' DAY AS i"))).rejects.toThrow(
      "Column i has type INTERVAL",
    );
    await expect(engine.describe(await compiled("SELECT (1, 2) AS r"))).rejects.toThrow(
      "The fields of column r need names",
    );
  });
});

describe("errors of a query", () => {
  it.each([
    ["SELECT fitnes FROM m", "There is no column fitnes (line 1, column 8). Did you mean fitness?"],
    ["SELECT m.fitnes FROM m", "m has no column fitnes (line 1, column 10)."],
    [
      "SELECT fitness FROM m WHERE\n  fitnes > 1",
      "There is no column fitnes (line 2, column 3). Did you mean fitness?",
    ],
    [
      "SELECT try(fitness + 1), count(*) FROM m",
      "A column within try must be in GROUP BY or within an aggregate function.",
    ],
    ["SELECT x.id FROM m", "There is no x in the FROM of this SELECT (line 1, column 8)."],
    ["SELECT point.labl FROM nested", "There is no field labl (line 1, column 14). Did you mean label?"],
    [
      "SELECT id, count(*) FROM m",
      "Column id must be in GROUP BY or within an aggregate function (line 1, column 8).",
    ],
    [
      "SELECT id FROM m AS a, m AS b",
      "The name id is ambiguous: write which table it is of (line 1, column 8).",
    ],
    ["SELECT CAST(sequence AS BIGINT) FROM m WHERE id = 1", "The text 'MKV' is no BIGINT."],
    ["SELECT (SELECT id FROM m)", "A subquery that stands for one value gave more than one row."],
    ["SELECT sum(id * 4611686018427387904) FROM m", "A number is out of the range of its type."],
    ["SELECT sites[5] FROM nested", "An array subscript is beyond the array: element_at gives NULL there."],
    [
      "SELECT abs(sequence) FROM m",
      "An operator or function cannot take these types: VARCHAR. Cast the values.",
    ],
    ["SELECT regexp_like(sequence, '(') FROM m", "missing ): (."],
  ])("are sentences without generated names: %s", async (sql, message) => {
    expect(await failure(sql)).toMatchObject({ kind: "malformed", code: "invalid_sql", message });
  });

  it("reject before any byte, even when the first rows were good", async () => {
    const query = await compiled("SELECT 10 / (id - 3) FROM m");
    await expect(engine.run(query, { compression: "zstd" })).rejects.toThrow("Division by zero.");
  });

  it("are not the author's when a file is missing", async () => {
    const error = await rows("SELECT id FROM gone").catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(DomainError);
  });

  it("leave the engine as good as before", async () => {
    for (let round = 0; round < 6; round += 1) await failure("SELECT 1 / (id - 1) FROM m");
    expect(await rows("SELECT count(*) AS n FROM m")).toEqual([{ n: 3 }]);
  });
});

/** Too much to ever finish, with little memory. */
const ENDLESS = "SELECT count(*) AS n FROM large AS a, large AS b, large AS c WHERE a.id + b.id + c.id < 0";

describe("a query that fails when part of its result is there", () => {
  const failing = "SELECT CASE WHEN id = 1900000 THEN CAST(sequence AS BIGINT) ELSE id END AS x FROM large";

  it("ends with an error, never as if it were whole", async () => {
    const parts = await engine.run(await compiled(failing), { compression: null });
    const read = async (): Promise<number> => {
      let bytes = 0;
      for await (const part of parts) bytes += part.length;
      return bytes;
    };
    await expect(read()).rejects.toMatchObject({ kind: "malformed", code: "invalid_sql" });
  });

  it("says why, when that is known before the answer begins", async () => {
    const error = await failure("SELECT CAST(sequence AS BIGINT) AS x FROM m");
    expect(error.message).toMatch(/MKV|BIGINT|INT64|convert/i);
  });
});

describe("queries over the same files", () => {
  it("follow each other on one environment, which none can change for the next", async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      expect(await rows("SELECT count(*) AS n FROM large")).toEqual([{ n: 2_000_000 }]);
      await failure("SELECT 1 / (id - 1) AS x FROM m");
      expect(await rows("SELECT count(*) AS n FROM m")).toEqual([{ n: 3 }]);
    }
  });

  it("run at the same time on environments of their own", async () => {
    const counts = await Promise.all(
      Array.from({ length: 8 }, (_, index) => rows(`SELECT count(*) + ${index} AS n FROM large`)),
    );
    expect(counts.flat().map(({ n }) => Number(n) - 2_000_000)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });
});

describe("limits", () => {
  it("end a query that takes too long", async () => {
    const error = await failure(ENDLESS, lake.engine({ timeoutMs: 200 }));
    expect(error).toMatchObject({ kind: "malformed", code: "query_timeout" });
    expect(error.message).toContain("longer than 0.2 s");
  });

  it("end a query that needs too much memory, and leave nothing on the disk", async () => {
    const small = lake.engine({ memoryLimit: "60MB", temporaryLimit: "10MB", threads: 1 });
    const error = await failure("SELECT array_agg(sequence ORDER BY sequence DESC) AS s FROM large", small);
    expect(error).toMatchObject({ kind: "malformed", code: "query_out_of_memory" });
    expect(error.message).toContain("needs more memory than the 60MB");
    expect(await rowsOf(small, await compiled("SELECT count(*) AS n FROM m"))).toEqual([{ n: 3 }]);
    expect(await readdir(join(lake.directory, "spill")).catch(() => [])).toEqual([]);
  });

  it("let a sort that exceeds the memory go on on the disk", async () => {
    const small = lake.engine({ memoryLimit: "100MB", threads: 1 });
    const sorted =
      "SELECT max(id) AS n FROM (SELECT id, row_number() OVER (ORDER BY sequence DESC, id) AS r FROM large)";
    expect(await rowsOf(small, await compiled(sorted))).toEqual([{ n: 1_999_999 }]);
  });

  it("let only so many queries run at once, and all in the end", async () => {
    const narrow = lake.engine({ maxConcurrent: 2 });
    const query = await compiled("SELECT count(*) AS n FROM m");
    const results = await Promise.all(Array.from({ length: 10 }, () => rowsOf(narrow, query)));
    expect(results).toEqual(Array(10).fill([{ n: 3 }]));
  });

  it("give the place of an unread result to the next query once its reader stays away", async () => {
    const narrow = lake.engine({ maxConcurrent: 1, patienceMs: 50 });
    await narrow.run(await compiled("SELECT id FROM large"), { compression: null });
    expect(await rowsOf(narrow, await compiled("SELECT count(*) AS n FROM m"))).toEqual([{ n: 3 }]);
  });
});

describe("a query that is given up", () => {
  it("stops when it is aborted while it computes, and gives its place back", async () => {
    const narrow = lake.engine({ maxConcurrent: 1 });
    const controller = new AbortController();
    const running = narrow.run(await compiled(ENDLESS), { compression: null, signal: controller.signal });
    setTimeout(() => controller.abort(new Error("The client is gone")), 50);
    await expect(running).rejects.toThrow("The client is gone");
    expect(await rowsOf(narrow, await compiled("SELECT count(*) AS n FROM m"))).toEqual([{ n: 3 }]);
  });

  it("does not start when it is aborted while it waits", async () => {
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

  it("ends when its reader stops in the middle, or before the first part", async () => {
    const narrow = lake.engine({ maxConcurrent: 1 });
    for (const parts of [0, 1, 3]) {
      const stream = await narrow.run(await compiled("SELECT * FROM large"), { compression: "lz4" });
      const iterator = stream[Symbol.asyncIterator]();
      for (let part = 0; part < parts; part += 1) expect((await iterator.next()).done).toBe(false);
      await iterator.return?.();
      expect((await iterator.next().catch(() => ({ done: true }))).done).toBe(true);
    }
    expect(await rowsOf(narrow, await compiled("SELECT count(*) AS n FROM m"))).toEqual([{ n: 3 }]);
  });
});
