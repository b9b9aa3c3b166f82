import { DomainError } from "@pdp/basics/errors";
import { compileQuery } from "@pdp/trino/compile";
import type { CompiledQuery, ResolveRelation } from "@pdp/trino/relations";
import { tableFromIPC } from "@uwdata/flechette";
import { beforeAll, describe, expect, it } from "vitest";
import type { SqlEngine } from "#shared/engines/engine.ts";
import { ENDLESS } from "#test/shared/engines/engineTables.ts";
import { rowsOf } from "#test/shared/engines/parquetLake.ts";

export interface TestedEngine {
  engine: SqlEngine;
  /** Engine limited to one query at a time, if it supports that: a query that does not release its slot blocks all others. */
  narrow: SqlEngine;
  /** Resolves the tables in `engineTables`. */
  resolve: ResolveRelation;
}

/** SQL query that a test sends to an engine. */
export interface Asking {
  compiled: (sql: string) => Promise<CompiledQuery>;
  rows: (sql: string) => Promise<Record<string, unknown>[]>;
  /** Error returned when this engine or another one refuses the query. */
  failure: (sql: string, on?: SqlEngine) => Promise<DomainError>;
}

/** Sends a query to the current engine of the test. */
export function queryHelpers(tested: () => Pick<TestedEngine, "engine" | "resolve">): Asking {
  const compiled = (sql: string) => compileQuery(sql, { resolve: tested().resolve });
  return {
    compiled,
    rows: async (sql) => rowsOf(tested().engine, await compiled(sql)),
    async failure(sql, on = tested().engine) {
      const run = compiled(sql).then((query) => rowsOf(on, query));
      const error = await run.then(
        (found) => new Error(`Not refused: ${JSON.stringify(found)}`),
        (reason: unknown) => reason,
      );
      if (error instanceof DomainError) return error;
      throw error;
    },
  };
}

/**
 * Declares the tests that every engine must pass. `open` is called once, when the tables exist. A sample has every fourth of
 * the queries that differ only in their order or error.
 */
export function engineTests(open: () => TestedEngine, isSample = false): void {
  const chosen = <Case>(cases: readonly Case[]): readonly Case[] =>
    cases.filter((_, index) => !isSample || index % 4 === 0);
  let tested: TestedEngine;
  let engine: SqlEngine;

  beforeAll(() => {
    tested = open();
    engine = tested.engine;
  });

  const { compiled, rows, failure } = queryHelpers(() => tested);

  describe("rows", () => {
    it("rows of a load undone after a merge are hidden", async () => {
      expect(await rows("SELECT * FROM partial ORDER BY id")).toEqual(
        [1, 2, 3].map((id) => ({ id, File_Index: id + 6, later: null })),
      );
      expect(await rows("SELECT count(*) AS n, max(file_index) AS last FROM partial")).toEqual([
        { n: 3, last: 9 },
      ]);
      expect(await rows('SELECT id, "$load_id" AS load FROM partial WHERE "$load_id" > 42')).toEqual([
        { id: 3, load: 43 },
      ]);
    });

    it("rows of one load are read from a merged file", async () => {
      expect(await rows("SELECT * FROM differing")).toEqual([{ id: 4 }]);
      expect(await rows('SELECT "$load_id" AS load, id FROM differing')).toEqual([{ load: 44, id: 4 }]);
    });

    it("rows come from all files of a table, regardless of column order", async () => {
      expect(await rows("SELECT * FROM m ORDER BY id")).toEqual([
        { id: 1, sequence: "MKV", fitness: 0.5, measured_at: new Date("2026-01-01T10:00:00Z").getTime() },
        { id: 2, sequence: "MRV", fitness: null, measured_at: null },
        { id: 3, sequence: "x", fitness: 2.5, measured_at: null },
      ]);
    });

    it("rows are those of the requested version", async () => {
      expect(await rows("SELECT count(*) AS n FROM m FOR VERSION AS OF 1")).toEqual([{ n: 2 }]);
      expect(
        await rows(
          "SELECT n.id FROM m AS n LEFT JOIN m FOR VERSION AS OF 1 AS o ON o.id = n.id WHERE o.id IS NULL",
        ),
      ).toEqual([{ id: 3 }]);
    });

    it("hidden columns return the load, file and line of a row if the query selects them", async () => {
      const sources = [
        { id: 1, load: 41, file: 51, line: 2 },
        { id: 2, load: 42, file: 52, line: null },
        { id: 3, load: 43, file: 53, line: 5 },
        { id: 4, load: 44, file: 54, line: 6 },
      ];
      const columns = 'id, "$load_id" AS load, t."$FILE_ID" AS file, "$line" AS line';
      expect(await rows(`SELECT ${columns} FROM traced AS t ORDER BY id`)).toEqual(sources);
      expect(await rows('SELECT id FROM traced WHERE "$load_id" = 42 OR "$line" = 6 ORDER BY id')).toEqual([
        { id: 2 },
        { id: 4 },
      ]);
      expect(await rows('SELECT id FROM traced ORDER BY "$file_id" DESC LIMIT 2')).toEqual([
        { id: 4 },
        { id: 3 },
      ]);
      expect(await rows("SELECT * FROM trace ORDER BY id")).toEqual([
        { id: 1, file: 51 },
        { id: 2, file: 52 },
        { id: 3, file: 53 },
      ]);
      expect(await rows('SELECT id, "$line" AS line FROM empty')).toEqual([]);
    });

    it("* never includes hidden columns", async () => {
      const whole = { id: 4, File_Index: 9 };
      expect(await rows('SELECT * FROM traced WHERE "$line" = 6')).toEqual([whole]);
      expect(await rows('SELECT *, "$file_id" FROM traced WHERE id = 4')).toEqual([
        { ...whole, $file_id: 54 },
      ]);
      expect(
        await rows(
          'SELECT a.*, b.* FROM traced AS a JOIN (SELECT id AS i, "$line" AS l FROM traced) AS b ON b.i = a.id AND a."$line" = b.l WHERE id = 4',
        ),
      ).toEqual([{ ...whole, i: 4, l: 6 }]);
      expect(
        await rows(
          'SELECT * FROM m JOIN traced ON traced.id = m.id AND traced."$line" = 2 CROSS JOIN UNNEST(ARRAY[1]) AS u(x)',
        ),
      ).toMatchObject([{ sequence: "MKV", File_Index: 7, x: 1 }]);
      expect(
        await rows(
          'SELECT id FROM traced WHERE EXISTS (SELECT 1 FROM m WHERE m.id = traced."$load_id" - 40)',
        ),
      ).toHaveLength(3);
    });

    it("only tables have hidden columns, qualified by the table's alias", async () => {
      expect((await failure('SELECT "$line" FROM trace')).message).toMatch(
        /^There is no column \$line \(line 1, column 8\)\. The columns are /,
      );
      expect((await failure('SELECT "$line" FROM traced AS t(a, b)')).message).toBe(
        "There is no column $line (line 1, column 8). The columns are a, b.",
      );
      await expect(rows('SELECT *, "$line" FROM traced JOIN m USING (id)')).rejects.toThrow(
        'SELECT * over a join with USING is not available beside "$load_id", "$file_id" or "$line": list the columns (line 1, column 31).',
      );
      await expect(rows('SELECT *, "$line" FROM traced, (SELECT 1 AS x)')).rejects.toThrow(
        'SELECT * beside "$load_id", "$file_id" or "$line" needs an alias here (line 1, column 32).',
      );
      await expect(rows('SELECT a.id FROM traced AS a, m WHERE "$line" = 1')).rejects.toThrow(
        "The name $line is ambiguous. Qualify it with a table name (line 1, column 39).",
      );
    });

    it("columns and fields added later are missing in older files", async () => {
      expect(
        await rows("SELECT id, nested.point.label, point.x, sites[1] AS site, good FROM nested ORDER BY id"),
      ).toEqual([
        { id: 9, label: null, x: 1, site: 1, good: null },
        { id: 10, label: "b", x: 2, site: 3, good: true },
      ]);
    });

    it("an empty table has no rows, but typed columns", async () => {
      expect(await rows("SELECT * FROM empty")).toEqual([]);
      expect(await rows("SELECT count(*) AS n, sum(fitness) AS s, max(point.x) AS x FROM empty")).toEqual([
        { n: 0, s: null, x: null },
      ]);
    });

    it("views are read", async () => {
      expect(await rows("SELECT * FROM best")).toEqual([{ sequence: "x", score: 5 }]);
      expect(await rows("SELECT b.score, m.id FROM best AS b JOIN m USING (sequence)")).toEqual([
        { score: 5, id: 3 },
      ]);
    });

    it("column types have Trino semantics", async () => {
      expect(
        await rows(
          "SELECT id / 2 AS half, fitness / 0 AS inf, CAST(fitness AS VARCHAR) AS text, CAST(fitness AS BIGINT) AS whole, sum(id) OVER () AS total FROM m WHERE fitness IS NOT NULL ORDER BY id",
        ),
      ).toEqual([
        { half: 0, inf: Infinity, text: "5.0E-1", whole: 1, total: 4 },
        { half: 1, inf: Infinity, text: "2.5E0", whole: 3, total: 4 },
      ]);
      expect(await rows("SELECT id FROM m WHERE ln(fitness - 1) > -100")).toEqual([{ id: 3 }]);
      expect((await failure("SELECT 1 / (id - 1) FROM m")).message).toBe(
        "Division by zero (line 1, column 10).",
      );
    });

    it("two columns may have the same name", async () => {
      const parts = await bytesOf("SELECT id, id + 1 AS id, 'x' AS c0 FROM m ORDER BY m.id DESC LIMIT 1");
      const { schema, numRows } = tableFromIPC(parts);
      expect([schema.fields.map(({ name }) => name), numRows]).toEqual([["id", "id", "c0"], 1]);
    });
  });

  const bytesOf = async (sql: string): Promise<Buffer> => {
    const parts: Uint8Array[] = [];
    for await (const part of await engine.run(await compiled(sql), { compression: null })) parts.push(part);
    return Buffer.concat(parts);
  };

  /** Every value to its last digit, with the corresponding Arrow types. */
  const exactly = async (sql: string): Promise<{ types: unknown; rows: unknown[] }> => {
    const table = tableFromIPC(await bytesOf(sql), { useBigInt: true, useDecimalInt: true });
    const plain = (_: string, value: unknown): unknown => {
      if (typeof value === "bigint") return `${value}n`;
      if (typeof value === "number" && !Number.isFinite(value)) return String(value);
      if (Object.is(value, -0)) return "-0";
      return ArrayBuffer.isView(value) ? Array.from(value as unknown as ArrayLike<unknown>) : value;
    };
    const fields = table.schema.fields.map(({ type }) => type.typeId);
    return { types: fields, rows: JSON.parse(JSON.stringify(table.toArray(), plain)) as unknown[] };
  };

  describe("values", () => {
    it("values arrive exactly: the largest integers, NaN, missing and empty strings, microseconds, nested values", async () => {
      const { rows: found } = await exactly(
        `SELECT id, whole, number, "Text" AS text, flag, CAST(day AS VARCHAR) AS day, CAST(moment AS VARCHAR) AS moment,
          detail.kind AS kind, CAST(detail.at AS VARCHAR) AS at, detail.counts AS counts, items FROM exact ORDER BY id`,
      );
      expect(found).toEqual([
        {
          ...{
            id: "1n",
            whole: "9223372036854775807n",
            number: 0.1,
            text: "",
            flag: true,
            day: "0001-01-01",
          },
          ...{ moment: "2026-01-31 23:59:59.999999", kind: 'a "quoted", text' },
          ...{ at: "1677-01-01 00:00:00.000001", counts: ["1n", null, "3n"], items: [{ v: "NaN" }] },
        },
        {
          ...{
            id: "2n",
            whole: "-9223372036854775807n",
            number: "NaN",
            text: null,
            flag: false,
            day: "9999-12-31",
          },
          ...{ moment: "9999-12-31 23:59:59.999999", kind: null, at: null, counts: [], items: [] },
        },
        {
          ...{
            id: "3n",
            whole: "9007199254740993n",
            number: "-Infinity",
            text: "NULL",
            flag: null,
            day: null,
          },
          ...{ moment: expect.stringMatching(/^0001-01-01 00:00:00(\.0+)?$/), kind: null, at: null },
          ...{ counts: null, items: null },
        },
        {
          ...{ id: "4n", whole: null, number: "-0", text: 'é\n\t,"\\', flag: true, day: "1969-12-31" },
          ...{ moment: "1969-12-31 23:59:59.999999", kind: "" },
          ...{
            at: expect.stringMatching(/^2300-06-01 12:00:00\.50*$/),
            counts: null,
            items: [null, { v: null }],
          },
        },
        {
          ...{
            id: "5n",
            whole: "0n",
            number: 5e-324,
            text: "a",
            flag: true,
            day: "2026-01-31",
            moment: null,
          },
          ...{ kind: null, at: null, counts: null, items: [{ v: 1.7976931348623157e308 }] },
        },
      ]);
    });

    it("values have the types of their columns, including nested ones", async () => {
      const { types, rows: found } = await exactly("SELECT * FROM exact WHERE id = 1");
      const [utf8, bool, date, timestamp, struct, list, int, float] = [5, 6, 8, 10, 13, 12, 2, 3];
      expect(types).toEqual([int, int, float, utf8, bool, date, timestamp, struct, list]);
      expect(found).toEqual([
        expect.objectContaining({
          detail: expect.objectContaining({ Kind: 'a "quoted", text', counts: ["1n", null, "3n"] }),
          moment: new Date("2026-01-31T23:59:59.999Z").getTime() + 0.999,
        }),
      ]);
    });

    it("small integers, decimals and rows have the same types in both engines", async () => {
      const { types, rows: found } = await exactly(
        "SELECT CAST(7 AS TINYINT) AS t, CAST(1.25 AS DECIMAL(38, 10)) AS d, CAST(0.1 AS REAL) AS r, CAST(ROW(1, 2.5) AS ROW(\"a b\" BIGINT, c DECIMAL(3, 1))) AS s, ARRAY[DATE '2026-01-31'] AS l",
      );
      expect(types).toEqual([2, 7, 3, 13, 12]);
      expect(found).toMatchObject([
        { t: 7, d: "12500000000n", r: 0.10000000149011612, s: { "a b": "1n", c: "25n" } },
      ]);
    });
  });

  describe("the order of results", () => {
    it("the order is kept over many batches", async () => {
      const found = await rows("SELECT id, sum(1) OVER () AS n FROM large ORDER BY id DESC LIMIT 300000");
      expect(found.length).toBe(300_000);
      expect(found[0]).toEqual({ id: 1_999_999, n: 2_000_000 });
      expect(found.every(({ id }, index) => id === 1_999_999 - index)).toBe(true);
    });

    it.each(
      chosen<[order: string, sql: string, expected: unknown[]]>([
        ["a column that is not shown", "SELECT sequence AS x FROM m ORDER BY id DESC", ["x", "MRV", "MKV"]],
        ["an expression", "SELECT id AS x FROM m ORDER BY -id", [3, 2, 1]],
        ["an alias within an expression", "SELECT -id AS x FROM m ORDER BY x * 2", [-3, -2, -1]],
        ["the place of a column", "SELECT id AS x, fitness FROM m ORDER BY 2 DESC NULLS LAST, 1", [3, 1, 2]],
        ["missing values first", "SELECT id AS x FROM m ORDER BY fitness NULLS FIRST", [2, 1, 3]],
        ["missing values last", "SELECT id AS x FROM m ORDER BY fitness DESC", [3, 1, 2]],
        [
          "an aggregate",
          "SELECT sequence AS x FROM m GROUP BY sequence ORDER BY max(id) DESC",
          ["x", "MRV", "MKV"],
        ],
        ["a window", "SELECT id AS x FROM m ORDER BY row_number() OVER (ORDER BY id DESC)", [3, 2, 1]],
        ["distinct rows", "SELECT DISTINCT id AS x FROM m ORDER BY id DESC", [3, 2, 1]],
        [
          "a distinct column under its table's name",
          "SELECT DISTINCT m.id FROM m ORDER BY m.id DESC",
          [3, 2, 1],
        ],
        ["a union", "SELECT id AS x FROM m UNION SELECT 7 ORDER BY x DESC", [7, 3, 2, 1]],
        ["an expression over a query in parentheses", "(SELECT id AS x FROM m) ORDER BY -x", [3, 2, 1]],
        ["values", "VALUES 2, 1, 3 ORDER BY 1", [1, 2, 3]],
        ["a part of the rows", "SELECT id AS x FROM m ORDER BY id DESC OFFSET 1 LIMIT 1", [2]],
        [
          "a part by a hidden column",
          "SELECT sequence AS x FROM m ORDER BY id DESC OFFSET 1 LIMIT 2",
          ["MRV", "MKV"],
        ],
        [
          "a WITH query",
          "WITH q AS (SELECT * FROM m) SELECT id AS x FROM q ORDER BY q.fitness DESC",
          [3, 1, 2],
        ],
        [
          "a subquery",
          "SELECT id AS x FROM m ORDER BY (SELECT max(o.id) FROM m AS o WHERE o.id <= m.id) DESC",
          [3, 2, 1],
        ],
        ["a time", "SELECT id AS x FROM exact ORDER BY moment DESC, id", [2, 1, 4, 3, 5]],
      ]),
    )("results are ordered by %s", async (_, sql, expected) => {
      expect((await rows(sql)).map((row) => Object.values(row)[0])).toEqual(expected);
    });
  });

  describe("errors of a query", () => {
    it.each(
      chosen<[sql: string, message: string]>([
        ["SELECT fitnes FROM m", "There is no column fitnes (line 1, column 8). Did you mean fitness?"],
        ["SELECT m.fitnes FROM m", "m has no column fitnes (line 1, column 10). Did you mean fitness?"],
        [
          "SELECT activity FROM (SELECT id, fitness FROM m) AS few",
          "There is no column activity (line 1, column 8). The columns are id, fitness.",
        ],
        [
          'SELECT id FROM (SELECT id FROM m) AS one WHERE id = "wild type"',
          "There is no column wild type (line 1, column 53). Double quotes are for names; use single quotes for text: 'wild type'. The columns are id.",
        ],
        [
          "SELECT fitness FROM m WHERE\n  fitnes > 1",
          "There is no column fitnes (line 2, column 3). Did you mean fitness?",
        ],
        [
          "SELECT try(fitness + 1), count(*) FROM m",
          "Column fitness must be in GROUP BY or in an aggregate function (line 1, column 12).",
        ],
        ["SELECT x.id FROM m", "There is no x in the FROM of this SELECT (line 1, column 8)."],
        ["SELECT point.labl FROM nested", "There is no field labl (line 1, column 14). Did you mean label?"],
        [
          "SELECT id, count(*) FROM m",
          "Column id must be in GROUP BY or in an aggregate function (line 1, column 8).",
        ],
        [
          "SELECT id FROM m AS a, m AS b",
          "The name id is ambiguous. Qualify it with a table name (line 1, column 8).",
        ],
        [
          "SELECT CAST(sequence AS BIGINT) FROM m WHERE id = 1",
          "The text 'MKV' is not a valid BIGINT, in CAST(sequence AS BIGINT) (line 1, column 8).",
        ],
        [
          "SELECT (SELECT id FROM m)",
          "A scalar subquery returned more than one row. Aggregate it, or add LIMIT 1 (line 1, column 8).",
        ],
        [
          "SELECT id + 9223372036854775807 FROM m",
          "The result of + is out of the range of BIGINT: cast to DECIMAL(38, 0) or DOUBLE first (line 1, column 11).",
        ],
        [
          "SELECT sites[5] FROM nested",
          "An array subscript is out of bounds. Use element_at, which returns NULL in this case (line 1, column 13).",
        ],
        [
          "SELECT abs(sequence) FROM m",
          "Function abs does not accept (varchar): use abs(number) (line 1, column 8).",
        ],
        [
          "SELECT regexp_like(sequence, '(') FROM m",
          "This regular expression has a parenthesis that is not closed (line 1, column 8).",
        ],
      ]),
    )("errors of a query are messages without generated names: %s", async (sql, message) => {
      expect(await failure(sql)).toMatchObject({ kind: "malformed", code: "invalid_sql", message });
    });

    it("an error rejects the query before the first byte, even after good rows", async () => {
      const query = await compiled("SELECT 10 / (id - 3) FROM m");
      await expect(engine.run(query, { compression: "zstd" })).rejects.toThrow(
        "Division by zero (line 1, column 11).",
      );
    });

    it("a missing file is an internal error", async () => {
      const error = await rows("SELECT id FROM gone").catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(Error);
      expect(error).not.toBeInstanceOf(DomainError);
    });

    it("the engine still works after an error", async () => {
      for (let round = 0; round < 6; round += 1) await failure("SELECT 1 / (id - 1) FROM m");
      expect(await rows("SELECT count(*) AS n FROM m")).toEqual([{ n: 3 }]);
    });
  });

  describe("an aborted query", () => {
    const expectFree = async (): Promise<void> => {
      const found = await rowsOf(tested.narrow, await compiled("SELECT count(*) AS n FROM m"));
      expect(found).toEqual([{ n: 3 }]);
    };

    it("a query that is aborted during its computation stops and releases its place", async () => {
      const controller = new AbortController();
      const { signal } = controller;
      const running = tested.narrow.run(await compiled(ENDLESS), { compression: null, signal });
      setTimeout(() => controller.abort(new Error("The client is gone")), 50);
      await expect(running).rejects.toThrow("The client is gone");
      await expectFree();
    });

    it("a query ends when its reader stops, before or after the first part", async () => {
      for (const parts of [0, 1, 3]) {
        const query = await compiled("SELECT * FROM large WHERE id < 500000");
        const stream = await tested.narrow.run(query, { compression: "lz4" });
        const iterator = stream[Symbol.asyncIterator]();
        for (let part = 0; part < parts; part += 1) expect((await iterator.next()).done).toBe(false);
        await iterator.return?.();
        expect((await iterator.next().catch(() => ({ done: true }))).done).toBe(true);
      }
      await expectFree();
    });
  });
}
