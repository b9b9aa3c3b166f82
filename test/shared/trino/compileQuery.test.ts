import { DomainError } from "@pdp/basics/errors";
import { compileQuery } from "@pdp/trino/compile";
import type { Relation, ResolveRelation } from "@pdp/trino/relations";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { column, relationResolver } from "#test/shared/engines/parquetLake.ts";

const table: Relation = { kind: "TABLE", columns: [column("a", "INT64"), column("b", "STRING")], files: [] };
const tables = relationResolver({ t: table, u: table, v: table, "tasks.task_1.designs": table });

/** Tables that a query reads, as `name` or `name@version`; repeated for each resolution. */
async function read(query: string, version?: string, relations: ResolveRelation = tables): Promise<string[]> {
  const names: string[] = [];
  await compileQuery(query, {
    resolve: (reference, at) => {
      names.push(at === undefined ? reference : `${reference}@${at}`);
      return relations(reference, at);
    },
    ...(version === undefined ? {} : { version }),
  });
  return names.sort();
}

async function refusal(query: string, relations = tables): Promise<DomainError> {
  const error = await compileQuery(query, { resolve: relations }).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof DomainError) return error;
  throw new Error(`Not refused with a DomainError: ${query} ${error}`);
}

it.each([
  "WITH __dbt__cte__u AS (SELECT a FROM t) SELECT a FROM __dbt__cte__u",
  "SELECT a AS __timestamp FROM t GROUP BY a ORDER BY __timestamp",
  "SELECT a FROM (SELECT a, row_number() OVER (ORDER BY a) AS __rownum__ FROM t) WHERE __rownum__ > 10",
])("names written by dbt, Superset and Metabase are read: %s", async (query) => {
  expect(await read(query)).toEqual(["t"]);
});

describe("table names", () => {
  it.each([
    ["SELECT * FROM t", ["t"]],
    ["SELECT * FROM T", ["T"]],
    ['SELECT * FROM "t"', ["t"]],
    ["SELECT * FROM t AS x JOIN t AS y ON x.a = y.a", ["t"]],
    ["SELECT * FROM t, T", ["t"]],
    ["SELECT * FROM tasks.task_1.designs", ["tasks.task_1.designs"]],
    ["SELECT a FROM t WHERE a IN (SELECT a FROM u)", ["t", "u"]],
    ["SELECT (SELECT max(a) FROM u) FROM t", ["t", "u"]],
    ["SELECT a FROM t WHERE EXISTS (SELECT 1 FROM u WHERE u.a = t.a)", ["t", "u"]],
    ["SELECT a FROM t WHERE a > ALL (SELECT a FROM u)", ["t", "u"]],
    ["SELECT a FROM (SELECT a FROM (SELECT a FROM t) AS x) AS y", ["t"]],
    ["SELECT a FROM t UNION SELECT a FROM u EXCEPT (SELECT a FROM v)", ["t", "u", "v"]],
    ["SELECT a FROM t ORDER BY (SELECT max(a) FROM u)", ["t", "u"]],
    ["SELECT a FROM t GROUP BY a HAVING a > (SELECT max(a) FROM u)", ["t", "u"]],
    ["SELECT count(*) FILTER (WHERE a IN (SELECT a FROM u)) FROM t", ["t", "u"]],
    ["SELECT CASE WHEN a = 1 THEN (SELECT max(a) FROM u) END FROM t", ["t", "u"]],
    ["SELECT l.a FROM t CROSS JOIN LATERAL (SELECT u.a FROM u WHERE u.a = t.a) AS l", ["t", "u"]],
    ["SELECT x FROM t CROSS JOIN UNNEST(split(b, ',')) AS w(x)", ["t"]],
    ["VALUES ((SELECT max(a) FROM t))", ["t"]],
  ])("table names are found in %s", async (query, expected) => {
    expect(await read(query)).toEqual(expected);
  });

  it.each([
    ["WITH t AS (SELECT 1 AS a) SELECT * FROM t", []],
    ["WITH T AS (SELECT 1 AS a) SELECT * FROM t", []],
    ["WITH t AS (SELECT * FROM t) SELECT * FROM t", ["t"]],
    ["WITH x AS (SELECT * FROM t), t AS (SELECT * FROM x) SELECT * FROM t", ["t"]],
    ["WITH x AS (SELECT * FROM u), u AS (SELECT * FROM v) SELECT * FROM x, u", ["u", "v"]],
    ["WITH u AS (SELECT * FROM v), x AS (SELECT * FROM u) SELECT * FROM x", ["v"]],
    ["WITH x AS (WITH t AS (SELECT 1 AS a) SELECT * FROM t) SELECT * FROM t", ["t"]],
    ["WITH t AS (SELECT 1 AS a) SELECT * FROM (SELECT * FROM (SELECT * FROM t) AS p) AS q", []],
    ["WITH t AS (SELECT 1 AS a) SELECT (SELECT max(a) FROM t) WHERE 1 IN (SELECT a FROM t)", []],
    ["SELECT * FROM t WHERE a IN (WITH t AS (SELECT 2 AS a) SELECT a FROM t)", ["t"]],
    ["SELECT * FROM (WITH t AS (SELECT 2 AS a) SELECT a FROM t) AS x JOIN t ON true", ["t"]],
    ["WITH t AS (SELECT 1 AS a) SELECT * FROM (WITH t AS (SELECT * FROM t) SELECT * FROM t) AS x", []],
    ["(WITH t AS (SELECT 1 AS a) SELECT * FROM t) UNION SELECT a FROM t", ["t"]],
    ["WITH t AS (SELECT 1 AS a) SELECT * FROM tasks.task_1.designs, t", ["tasks.task_1.designs"]],
    ["WITH designs AS (SELECT 1 AS a) SELECT * FROM tasks.task_1.designs", ["tasks.task_1.designs"]],
    ["SELECT t.a FROM u AS t", ["u"]],
  ])("table names are distinguished from WITH queries in %s", async (query, expected) => {
    expect(await read(query)).toEqual(expected);
  });

  it("a WITH query hides a table with the same name", async () => {
    const name = fc.constantFrom("t", "u", "v");
    const spelling = fc.constantFrom(
      "SELECT * FROM #",
      "SELECT * FROM (SELECT * FROM #) AS q",
      "SELECT 1 AS a WHERE 1 IN (SELECT a FROM #)",
    );
    await fc.assert(
      fc.asyncProperty(fc.array(name, { minLength: 1, maxLength: 3 }), spelling, async (hidden, body) => {
        const unique = [...new Set(hidden)];
        const ctes = unique.map((cte) => `${cte} AS (SELECT 1 AS a)`).join(", ");
        const uses = unique.map((cte) => `(${body.replace("#", cte)})`).join(" UNION ALL ");
        expect(await read(`WITH ${ctes} ${uses}`)).toEqual([]);
      }),
      { seed: 3, numRuns: 50 },
    );
  });

  it("unknown tables are reported with line and column", async () => {
    const error = await refusal("SELECT a\nFROM t\nJOIN missing ON true");
    expect(error).toMatchObject({
      kind: "malformed",
      code: "unknown_table",
      message: 'There is no table "missing" (line 3, column 6).',
    });
  });
});

describe("versions", () => {
  it.each([
    ["SELECT * FROM t FOR VERSION AS OF 12", undefined, ["t@12"]],
    ["SELECT * FROM t FOR VERSION AS OF '12' AS x", undefined, ["t@12"]],
    ["SELECT * FROM t FOR VERSION AS OF 'Paper-2026.1' AS x", "9", ["t@Paper-2026.1"]],
    ["SELECT * FROM t", "7", ["t@7"]],
    ["SELECT * FROM t FOR VERSION AS OF 12 x JOIN t ON true", "7", ["t@12", "t@7"]],
    ["SELECT * FROM t FOR VERSION AS OF 1, t FOR VERSION AS OF 1", undefined, ["t@1"]],
    ["WITH x AS (SELECT * FROM t FOR VERSION AS OF 3) SELECT * FROM x", "9", ["t@3"]],
    ["SELECT * FROM t FOR TIMESTAMP AS OF DATE '2026-01-31'", "7", ["t@2026-01-31T00:00:00.000Z"]],
    ...[
      ["2026-01-31", "2026-01-31T00:00:00.000Z"],
      ["2026-1-31 2:03", "2026-01-31T02:03:00.000Z"],
      ["2026-01-31 12:00:01", "2026-01-31T12:00:01.000Z"],
      ["2026-01-31 12:00:01.5 UTC", "2026-01-31T12:00:01.500Z"],
      ["2026-01-31 12:00:01.123999 Z", "2026-01-31T12:00:01.123Z"],
      ["2026-01-31 23:30:00 -05:30", "2026-02-01T05:00:00.000Z"],
      ["2026-01-01 00:30 +02:00", "2025-12-31T22:30:00.000Z"],
    ].map(([time, instant]): [string, undefined, string[]] => [
      `SELECT * FROM t FOR TIMESTAMP AS OF TIMESTAMP '${time}' AS x`,
      undefined,
      [`t@${instant}`],
    ]),
  ])("the requested versions of tables are used in %s at %s", async (query, version, expected) => {
    expect(await read(query, version)).toEqual(expected);
  });

  it("a version of a view applies to its tables", async () => {
    const views = relationResolver({ t: table, w: { kind: "VIEW", query: "SELECT * FROM t" } });
    expect(await read("SELECT * FROM w FOR VERSION AS OF 5, w", undefined, views)).toEqual([
      "t",
      "t@5",
      "w",
      "w@5",
    ]);
  });

  it("an unknown version keeps its original error", async () => {
    const gone = new DomainError("not_found", "version_not_found", "There is no version 5 here.");
    const error = await refusal("SELECT * FROM t FOR VERSION AS OF 5", () => Promise.reject(gone));
    expect(error).toBe(gone);
  });

  it("versions do not apply to WITH queries", async () => {
    const error = await refusal("WITH x AS (SELECT 1 AS a) SELECT * FROM x FOR VERSION AS OF 5");
    expect(error.message).toContain("A WITH query has no versions");
  });
});

describe("views", () => {
  it("views are expanded to their tables", async () => {
    const views = relationResolver({
      t: table,
      w: { kind: "VIEW", query: "WITH t2 AS (SELECT a FROM t) SELECT a FROM t2" },
      x: { kind: "VIEW", query: "SELECT a FROM w UNION ALL SELECT a FROM t" },
    });
    expect(await read("SELECT x.a FROM x, w", undefined, views)).toEqual(["t", "w", "x"]);
  });

  it("views do not see the WITH queries of their reader", async () => {
    const views = relationResolver({ t: table, w: { kind: "VIEW", query: "SELECT * FROM t" } });
    expect(await read("WITH t AS (SELECT 1 AS z) SELECT * FROM w, t", undefined, views)).toEqual(["t", "w"]);
  });

  it("a view that reads itself is rejected with the cycle", async () => {
    const views = relationResolver({
      v1: { kind: "VIEW", query: "SELECT * FROM v2" },
      v2: { kind: "VIEW", query: "SELECT * FROM V1" },
    });
    const error = await refusal("SELECT * FROM v1", views);
    expect(error).toMatchObject({ kind: "malformed", code: "view_cycle" });
    expect(error.message).toContain("v1 → v2 → v1");
  });

  it("views are checked like queries, and errors name the view", async () => {
    const views = relationResolver({ w: { kind: "VIEW", query: "SELECT getenv('HOME')" } });
    const error = await refusal("SELECT * FROM w", views);
    expect(error).toMatchObject({ code: "unknown_function" });
    expect(error.message).toContain("In the view w: Function getenv is not available (line 1, column 8)");
  });

  it("views that expand without limit are rejected", async () => {
    const views = Object.fromEntries(
      Array.from({ length: 12 }, (_, level): [string, Relation] => [
        `w${level + 1}`,
        {
          kind: "VIEW",
          query: level === 0 ? "SELECT a FROM t" : `SELECT x.a FROM w${level} AS x, w${level} AS y`,
        },
      ]),
    );
    const error = await refusal("SELECT * FROM w12", relationResolver({ ...views, t: table }));
    expect(error.code).toBe("query_too_complex");
  });
});

describe("generated text", () => {
  it("tables are named after the last part of their reference", async () => {
    const { sql } = await compileQuery("SELECT designs.a FROM tasks.task_1.designs", { resolve: tables });
    expect(sql).toBe('SELECT "f1"."a" AS "a" FROM "t1" AS "f1"');
  });

  it("quotes in names and strings are preserved", async () => {
    const { sql } = await compileQuery(`SELECT 'it''s; DROP TABLE t' AS "a""b" FROM t`, { resolve: tables });
    expect(sql).toBe(`SELECT 'it''s; DROP TABLE t' AS "a""b" FROM "t1" AS "f1"`);
  });

  it("query comments are dropped", async () => {
    const { sql } = await compileQuery("SELECT a -- secret\n FROM /* hidden */ t", { resolve: tables });
    expect(sql).toBe('SELECT "f1"."a" AS "a" FROM "t1" AS "f1"');
  });
});

describe("nesting limits", () => {
  const times = (count: number, before: string, middle: string, after: string): string =>
    `${before.repeat(count)}${middle}${after.repeat(count)}`;
  const shapes: [string, (count: number) => string][] = [
    ["parentheses", (n) => `SELECT ${times(n, "(", "1", ")")}`],
    ["calls", (n) => `SELECT ${times(n, "abs(", "1", ")")}`],
    ["subqueries", (n) => `SELECT * FROM ${times(n, "(SELECT * FROM ", "t", ")")}`],
    ["additions", (n) => `SELECT 1${"+1".repeat(n)}`],
    ["joined texts", (n) => `SELECT b${" || b".repeat(n)} FROM t`],
    ["divisions", (n) => `SELECT a${" / b".repeat(n)} FROM (SELECT 1 AS a, 2 AS b)`],
    ["divisors", (n) => `SELECT ${times(n, "1 / (", "a", " + 1)")} FROM t`],
    ["NOT", (n) => `SELECT ${"NOT ".repeat(n)}true`],
    ["signs", (n) => `SELECT ${"- ".repeat(n)}1`],
    ["CASE", (n) => `SELECT ${times(n, "CASE WHEN true THEN ", "1", " END")}`],
    ["unions", (n) => `SELECT 1${" UNION ALL SELECT 1".repeat(n)}`],
    ["subscripts", (n) => `SELECT a${"[1]".repeat(n)} FROM t`],
    ["fields", (n) => `SELECT (a)${".x".repeat(n)} FROM t`],
    ["arrays", (n) => `SELECT ${times(n, "ARRAY[", "1", "]")}`],
    ["lambdas", (n) => `SELECT ${times(n, "transform(ARRAY[1], x -> ", "1", ")")}`],
    ["types", (n) => `SELECT CAST(a AS ${times(n, "ARRAY(", "BIGINT", ")")}) FROM t`],
    ["WITH", (n) => `${times(n, "WITH x AS (", "SELECT 1", ") SELECT 1")}`],
    ["joins", (n) => `SELECT 1 FROM t${" CROSS JOIN t".repeat(n)}`],
    ["open parentheses", (n) => `SELECT ${"(".repeat(n)}`],
  ];

  it.each(shapes)("nesting compiles up to a limit: %s", async (_, shape) => {
    await expect(compileQuery(shape(4), { resolve: tables }).catch(({ code }) => code)).resolves.not.toBe(
      "query_too_complex",
    );
    expect((await refusal(shape(3000))).code).toMatch(/^(?:query_too_complex|invalid_sql)$/);
    expect((await refusal(shape(3000))).message.length).toBeLessThan(300);
  });

  it("AND and OR chains may be long", async () => {
    const terms = Array.from({ length: 4000 }, (_, index) => `a = ${index}`).join(" OR ");
    const { sql } = await compileQuery(`SELECT a FROM t WHERE ${terms}`, { resolve: tables });
    expect(sql).toContain('"a" = 3999');
  });

  it("a query has at most 100,000 characters", async () => {
    const error = await refusal(`SELECT '${"x".repeat(100_000)}'`);
    expect(error.message).toContain("100009 characters, but at most 100000");
  });
});
