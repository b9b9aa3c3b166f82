import { expect } from "vitest";
import { expectInvalid, expectRefused, expectSuccess } from "../expectations.ts";
import { freshName, loadTable, newLoad, newProject, newRound, newTable, rowsOf, UNKNOWN } from "../given.ts";
import { queryBytes } from "../queryBytes.ts";
import { operationRule, type Rule, rule, testedRule } from "../rule.ts";
import type { Site } from "../site.ts";

const QUERY = "Specification: SQL query";
const VALUES = "Decisions: Values";
const BODY = "Body: `query` string, required, at most 100000 characters";
const COMPRESSION =
  "`arrow_compression` string or null (compression algorithm of the Arrow response; `zstd` is used; the full list of supported values: not shown)";
const PROJECT = "`project_id` string or null (when set, the query runs only over data of that project)";
const RESPONSE =
  "`200`, `application/vnd.apache.arrow.stream`, an Arrow IPC stream; `arrow_compression` `zstd`, `lz4` or null; nested columns arrive as Arrow Struct and List, never as text";
const NOT_RUN =
  "the body is not JSON, not multipart, or the SQL cannot be run (`detail` carries line and column)";
const CANNOT = "the SQL cannot be run";
const NESTED = [
  { name: "s", type: "STRUCT", columns: [{ name: "x", type: "INT64" }] },
  { name: "l", type: "ARRAY", item_type: { type: "FLOAT64" } },
];

function run(site: Site, query: unknown, options: object = {}) {
  return site.post("/data:query", { query, ...options });
}

const select = (length: number): string => `SELECT '${"x".repeat(length - 9)}'`;

/** SQL that users may not run, with the error code of the refusal. */
const FORBIDDEN: Record<string, string> = {
  "DROP TABLE t": "statement_not_allowed",
  "DELETE FROM t": "statement_not_allowed",
  "INSERT INTO t VALUES (1)": "statement_not_allowed",
  "CREATE TABLE x AS SELECT 1": "statement_not_allowed",
  "SELECT 1; SELECT 2": "statement_not_allowed",
  "COPY t TO '/tmp/x'": "statement_not_allowed",
  "ATTACH '/tmp/x'": "statement_not_allowed",
  "SET memory_limit = '1GB'": "statement_not_allowed",
  "PRAGMA database_list": "statement_not_allowed",
  "SELECT * FROM read_csv('/etc/passwd')": "invalid_sql",
  "SELECT * FROM '/etc/passwd'": "invalid_sql",
  "SELECT getenv('HOME')": "unknown_function",
  "SELECT * FROM information_schema.routines": "unknown_table",
};

const forbiddenRules = Object.entries(FORBIDDEN).map(([query, code]) =>
  rule(
    "Decisions: Errors",
    "the SQL cannot be run (`detail` carries line and column)",
    `the SQL ${query} is refused`,
    async (site) => {
      const { detail } = expectRefused(await run(site, query), 400, code);
      expect(detail).toMatch(/line 1, column \d+/);
      expect(detail).not.toMatch(/duckdb|parquet|\/s3|\/scratch/i);
      if (code === "unknown_function") expect(detail).toContain("getenv");
    },
  ),
);

export const queryRules: readonly Rule[] = [
  operationRule(
    "runQuery",
    QUERY,
    "Runs an arbitrary SQL query over workspace data.",
    "a query joins, groups and orders the workspace's rows",
    async (site) => {
      expectSuccess(await site.post("/data:query", { query: "SELECT 1" }));
      const { reference } = await loadTable(site, "n\n1\n2\n2\n");
      const query = `WITH t AS (SELECT n, count(*) AS c FROM ${reference} GROUP BY n) SELECT a.n, a.c, sum(b.c) OVER (ORDER BY a.n) AS s FROM t a JOIN t b ON a.n = b.n ORDER BY a.n DESC`;
      expect((await rowsOf(site, query)).map((row) => row.map(Number))).toEqual([
        [2, 2, 3],
        [1, 1, 1],
      ]);
    },
  ),
  rule(
    "Decisions: Paths",
    "`:query` (the same operation as `/data/table:query`)",
    "a query may be sent to both addresses",
    async (site) => {
      for (const path of ["/data:query", "/data/table:query"]) {
        const { status, headers } = await site.post(path, { query: "SELECT 1" });
        expect([status, headers.get("content-type")]).toEqual([200, "application/vnd.apache.arrow.stream"]);
      }
    },
  ),
  rule(QUERY, BODY, "a query of exactly 100,000 characters runs", async (site) => {
    expect(select(100_000)).toHaveLength(100_000);
    expect((await run(site, select(100_000))).status).toBe(200);
  }),
  rule(QUERY, BODY, "a query of 100,001 characters is refused", async (site) => {
    expectInvalid(await run(site, select(100_001)), "body", "query");
  }),
  rule(QUERY, BODY, "a query of 100,000 non-ASCII characters runs, and one more is refused", async (site) => {
    expect((await run(site, `SELECT '${"é".repeat(100_000 - 9)}'`)).status).toBe(200);
    expectInvalid(await run(site, `SELECT '${"é".repeat(100_001 - 9)}'`), "body", "query");
  }),
  rule(QUERY, BODY, "a body without a textual query is refused", async (site) => {
    for (const query of [undefined, null, 7, "", ["SELECT 1"]])
      expectInvalid(await run(site, query), "body", "query");
    expectInvalid(await site.post("/data:query"), "body");
  }),
  ...[null, "zstd", "lz4"].map((arrow_compression) =>
    rule(QUERY, COMPRESSION, `arrow_compression may be ${arrow_compression}`, async (site) => {
      const rows = Array.from({ length: 3000 }, (_, row) => `text number ${row % 7}`);
      const query = `SELECT x FROM UNNEST(ARRAY[${rows.map((text) => `'${text}'`).join(", ")}]) AS t(x)`;
      const plain = await queryBytes(site, query);
      const bytes = await queryBytes(site, query, { arrow_compression });
      if (arrow_compression === null) expect(bytes.length).toBe(plain.length);
      else expect(bytes.length).toBeLessThan(plain.length / 3);
    }),
  ),
  rule(QUERY, COMPRESSION, "another arrow_compression is refused", async (site) => {
    for (const arrow_compression of ["gzip", "ZSTD", "", 1]) {
      expectInvalid(await run(site, "SELECT 1", { arrow_compression }), "body", "arrow_compression");
    }
  }),
  testedRule(
    VALUES,
    RESPONSE,
    "the response is an Arrow IPC stream, even without rows",
    "test/functions/query.test.ts",
    "an empty result has its columns and one batch of zero rows",
  ),
  rule(VALUES, RESPONSE, "nested columns arrive as Struct and List", async (site) => {
    const reference = freshName("nested_");
    const tables = { [reference]: { columns: NESTED, format: "NDJSON" } };
    const load = await newLoad(site, { tables });
    await site.lab.api.upload(load.id, reference, "a.ndjson", '{"s": {"x": 7}, "l": [0.5, null]}\n');
    expectSuccess(await site.post(`/data/load:finalize?id=${load.id}`));
    expect((await site.lab.api.settled(load.id)).state).toBe("COMPLETED");
    expect(await rowsOf(site, `SELECT s, l FROM ${reference}`)).toEqual([[{ x: 7n }, [0.5, null]]]);
    expect(await rowsOf(site, `SELECT s.x, l[1] FROM ${reference}`)).toEqual([[7n, 0.5]]);
  }),
  rule(QUERY, PROJECT, "a project's query reads only its rows and those of its rounds", async (site) => {
    const { reference } = await loadTable(site, "n\n1\n");
    const project = await newProject(site);
    const round = await newRound(site, { project_id: project.id });
    const tables = { [reference]: { columns: [{ name: "n", type: "INT64" }], format: "CSV" } };
    for (const [context, content] of [
      [{ kind: "PROJECT", project_id: project.id }, "n\n10\n"],
      [{ kind: "ROUND", round_id: round.id }, "n\n100\n"],
    ] as const) {
      const load = await newLoad(site, { context, tables });
      await site.lab.api.upload(load.id, reference, "n.csv", content);
      expectSuccess(await site.post(`/data/load:finalize?id=${load.id}`));
      await site.lab.api.settled(load.id);
    }
    const sum = async (options: object) =>
      Number((await rowsOf(site, `SELECT sum(n) FROM ${reference}`, options))[0]?.[0]);
    expect(await sum({})).toBe(111);
    expect(await sum({ project_id: null })).toBe(111);
    expect(await sum({ project_id: project.id })).toBe(110);
    expect(await sum({ project_id: site.lab.projectId })).toBe(1);
  }),
  rule(QUERY, PROJECT, "a query of an unknown project is a 404, and of an invalid id a 422", async (site) => {
    expectRefused(await run(site, "SELECT 1", { project_id: UNKNOWN }), 404, "project_not_found");
    expectInvalid(await run(site, "SELECT 1", { project_id: "x" }), "body", "project_id");
  }),
  rule(QUERY, PROJECT, "a query of an archived project still reads its rows", async (site) => {
    const project = await newProject(site);
    const reference = freshName("archived_");
    const tables = { [reference]: { columns: [{ name: "n", type: "INT64" }], format: "CSV" } };
    const load = await newLoad(site, { context: { kind: "PROJECT", project_id: project.id }, tables });
    await site.lab.api.upload(load.id, reference, "n.csv", "n\n4\n");
    expectSuccess(await site.post(`/data/load:finalize?id=${load.id}`));
    await site.lab.api.settled(load.id);
    expectSuccess(await site.post(`/project:archive?id=${project.id}`));
    const options = { project_id: project.id };
    expect(await rowsOf(site, `SELECT n FROM ${reference}`, options)).toEqual([[4n]]);
  }),
  rule("Decisions: Errors", NOT_RUN, "a syntax error has line and column", async (site) => {
    const misspelled = expectRefused(await run(site, "SELEC 1"), 400, "invalid_sql");
    expect(misspelled.detail).toContain("line 1");
    const { detail } = expectRefused(await run(site, "SELECT 1,\n  FROM"), 400, "invalid_sql");
    expect(detail).toMatch(/line 2\b.*column \d+|line 2:\d+/);
  }),
  rule("Decisions: Errors", CANNOT, "an unknown column is a 400 that names it", async (site) => {
    const { reference } = await newTable(site);
    const { detail } = expectRefused(
      await run(site, `SELECT n,\n  nope FROM ${reference}`),
      400,
      "invalid_sql",
    );
    expect(detail).toContain("nope");
  }),
  rule("Decisions: Errors", NOT_RUN, "an unknown table is a 400 that names it", async (site) => {
    const { detail } = expectRefused(await run(site, "SELECT *\nFROM nowhere"), 400, "unknown_table");
    expect(detail).toContain("nowhere");
    expect(detail).toContain("line 2, column 6");
  }),
  rule("Decisions: Errors", CANNOT, "a value that cannot be computed is a 400", async (site) => {
    const { detail } = expectRefused(await run(site, "SELECT 1 / 0"), 400, "invalid_sql");
    expect(detail).toMatch(/zero/i);
    expectRefused(await run(site, "SELECT CAST('x' AS BIGINT)"), 400, "invalid_sql");
  }),
  ...forbiddenRules,
];
