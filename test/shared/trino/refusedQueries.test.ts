import { DomainError } from "@pdp/basics/errors";
import { compileQuery } from "@pdp/trino/compile";
import { describe, expect, it } from "vitest";
import { column, relationResolver } from "#test/shared/engines/parquetLake.ts";

const resolve = relationResolver({
  t: {
    kind: "TABLE",
    columns: [column("a", "INT64"), column("b", "STRING"), column("d", "DATE")],
    files: [],
  },
});

async function refusal(query: string): Promise<DomainError> {
  const error = await compileQuery(query, { resolve }).then(
    ({ sql }) => new Error(`Compiled to ${sql}`),
    (reason: unknown) => reason,
  );
  if (error instanceof DomainError) return error;
  throw error;
}

describe("statements other than SELECT", () => {
  it.each([
    "INSERT INTO t VALUES (1)",
    "UPDATE t SET a = 1",
    "DELETE FROM t",
    "MERGE INTO t USING u ON true WHEN MATCHED THEN DELETE",
    "CREATE TABLE x AS SELECT 1",
    "CREATE OR REPLACE MACRO f() AS 1",
    "DROP TABLE t",
    "ALTER TABLE t ADD COLUMN x INT",
    "TRUNCATE TABLE t",
    "PRAGMA database_list",
    "SET threads = 1",
    "RESET threads",
    "COPY t TO 'x.csv'",
    "COPY (SELECT 1) TO 'x.parquet'",
    "ATTACH 'x.db'",
    "DETACH x",
    "CALL duckdb_settings()",
    "EXPLAIN SELECT 1",
    "EXPLAIN ANALYZE SELECT 1",
    "SHOW TABLES",
    "DESCRIBE t",
    "USE x",
    "INSTALL httpfs",
    "LOAD httpfs",
    "EXPORT DATABASE 'x'",
    "CHECKPOINT",
    "VACUUM",
    "PREPARE p FROM SELECT 1",
    "EXECUTE p",
    "BEGIN",
    "GRANT SELECT ON t TO x",
    "FROM t",
    "PIVOT t ON a",
    "SUMMARIZE t",
    "SELECT 1; SELECT 2",
    "SELECT 1; DROP TABLE t",
    "SELECT a INTO x FROM t",
    "SELECT a FROM t FOR UPDATE",
  ])("a statement other than SELECT is refused: %s", async (query) => {
    expect(await refusal(query)).toMatchObject({ kind: "malformed", code: "statement_not_allowed" });
    expect((await refusal(query)).message).toMatch(/\(line \d+, column \d+\)\.$/);
  });
});

describe("DuckDB's extensions and access beyond the tables", () => {
  it.each([
    "SELECT * FROM '/etc/passwd'",
    "SELECT * FROM 'x.parquet'",
    'SELECT * FROM "/etc/passwd"',
    'SELECT * FROM "x.parquet"',
    "SELECT * FROM read_csv('x')",
    "SELECT * FROM read_parquet('x')",
    "SELECT * FROM read_text('/etc/passwd')",
    "SELECT * FROM glob('/*')",
    "SELECT * FROM duckdb_settings()",
    "SELECT * FROM duckdb_settings",
    "SELECT * FROM pragma_database_list()",
    "SELECT * FROM range(3)",
    "SELECT * FROM generate_series(1, 3)",
    "SELECT * FROM TABLE(f(1))",
    "SELECT * FROM sqlite_master",
    "SELECT * FROM information_schema.tables",
    "SELECT * FROM pg_catalog.pg_tables",
    "SELECT * FROM memory.main.t",
    "SELECT * FROM tasks.t",
    "SELECT * FROM other.task_1.t",
    "SELECT * FROM a.b.c.d",
    "SELECT * FROM t1",
    'SELECT * FROM "t$files"',
    "SELECT * FROM t$files",
    "SELECT getenv('HOME')",
    "SELECT current_setting('temp_directory')",
    "SELECT read_text('/etc/passwd')",
    "SELECT getvariable('x')",
    "SELECT pg_sleep(1)",
    "SELECT sql_auto_complete('x')",
    "SELECT query('SELECT 1')",
    "SELECT list_transform([1], x -> x)",
    "SELECT cast_to_type(1, 'x')",
    "SELECT error('x')",
    "SELECT current_user",
    "SELECT user",
    "SELECT rowid FROM t",
    "SELECT filename FROM t",
    "SELECT * EXCLUDE (a) FROM t",
    "SELECT * REPLACE (1 AS a) FROM t",
    "SELECT * EXCEPT (a) FROM t",
    "SELECT COLUMNS('a.*') FROM t",
    "SELECT COLUMNS(*) FROM t",
    "SELECT * LIKE 'a%' FROM t",
    "SELECT a::VARCHAR FROM t",
    "SELECT [1, 2]",
    "SELECT {'a': 1}",
    "SELECT MAP {'a': 1}",
    "SELECT a[1:2] FROM t",
    "SELECT 2 ** 3",
    "SELECT 2 ^ 3",
    "SELECT 5 // 2",
    "SELECT 1 & 2",
    "SELECT a ILIKE 'x' FROM t",
    "SELECT a SIMILAR TO 'x' FROM t",
    "SELECT a GLOB 'x' FROM t",
    "SELECT b ~ 'x' FROM t",
    "SELECT DISTINCT ON (a) a FROM t",
    "SELECT a FROM t QUALIFY row_number() OVER () = 1",
    "SELECT a FROM t USING SAMPLE 10%",
    "SELECT a FROM t GROUP BY ALL",
    "SELECT TOP 3 a FROM t",
    "SELECT a FROM t LIMIT 10%",
    "SELECT a FROM t LIMIT (SELECT 1)",
    "SELECT a FROM t POSITIONAL JOIN t",
    "SELECT ?",
    "SELECT $1",
    "SELECT :name",
    "SELECT @x",
    "SELECT #1 FROM t",
    "SELECT E'a\\n'",
    "SELECT $$x$$",
    "SELECT lambda x: x",
    "SELECT INTERVAL 1 DAY",
    "SELECT a FROM t UNION BY NAME SELECT a FROM t",
    "WITH x AS MATERIALIZED (SELECT 1) SELECT * FROM x",
    "WITH x AS (DELETE FROM t) SELECT 1",
    "SELECT * FROM (INSERT INTO t VALUES (1)) AS x",
    "SELECT \u0000",
  ])("access beyond the tables is refused: %s", async (query) => {
    const error = await refusal(query);
    expect(error.kind).toBe("malformed");
    expect(error.message).toMatch(/\(line \d+, column \d+\)\.( The columns are [^.]+\.)?$/);
  });

  it("a word is treated as a plain name if Trino accepts it as a name", async () => {
    const { sql } = await compileQuery(
      "SELECT asof.a AS all FROM t asof JOIN t AS semi ON true ORDER BY all",
      {
        resolve,
      },
    );
    expect(sql).toBe(
      'SELECT "f1"."a" AS "all" FROM "t1" AS "f1" INNER JOIN "t1" AS "f2" ON true ORDER BY 1 ASC NULLS LAST',
    );
  });
});

describe("queries that Trino rejects or that could silently change meaning", () => {
  it.each([
    [
      "SELEC a FROM t",
      "A query starts with SELECT, not with SELEC. Did you mean SELECT? (line 1, column 1).",
    ],
    ["SELECT a FROM", "Expected the name of a table, found the end of the query (line 1, column 14)."],
    ["SELECT a,\n  FROM t", "Expected an expression, found FROM (line 2, column 3)."],
    ["SELECT a FROM t WHERE", "Expected an expression, found the end of the query (line 1, column 22)."],
    ["SELECT foo(1)", "Function foo is not available (line 1, column 8)."],
    ["SELECT lenght(b) FROM t", "Function lenght is not available. Did you mean length? (line 1, column 8)."],
    ["SELECT foo_agg(b, ',') FROM t", "Function foo_agg is not available (line 1, column 8)."],
    ["SELECT 'abc FROM t", "This string has no closing quote (line 1, column 8)."],
    ["SELECT `a` FROM t", "Use double quotes for names, not backticks (line 1, column 8)."],
    [
      "SELECT a = 1 = 2 FROM t",
      "Expected the end of the query or a further clause, found = (line 1, column 14).",
    ],
    ["SELECT a FROM t LIMIT 2 OFFSET 1", "OFFSET comes before LIMIT (line 1, column 25)."],
    ["SELECT b = 1 FROM t", "varchar and integer are incompatible: cast one of them (line 1, column 10)."],
    [
      "SELECT a FROM t WHERE d > '2026-01-01'",
      "date and varchar(10) are incompatible: write DATE '2026-01-31' or TIMESTAMP '2026-01-31 12:00:00' (line 1, column 25).",
    ],
    [
      "SELECT a FROM t WHERE a",
      "A condition must be true or false, not a value of type bigint (line 1, column 23).",
    ],
    [
      "SELECT a || b FROM t",
      "Only text can be concatenated, not bigint. Use CAST(… AS VARCHAR) (line 1, column 10).",
    ],
    ["SELECT sum(b) FROM t", "Function sum does not accept (varchar): use sum(bigint), or sum(real)"],
    [
      "SELECT d * 2 FROM t",
      "The operator * does not accept date and integer: add an interval such as INTERVAL '1' DAY (line 1, column 10).",
    ],
    ["SELECT length(b, b) FROM t", "Function length takes 1 argument, not 2 (line 1, column 8)."],
    [
      "SELECT row_number() FROM t",
      "row_number requires a window: row_number(…) OVER (ORDER BY …) (line 1, column 8).",
    ],
    [
      "SELECT lower(b) OVER () FROM t",
      "lower is not a window function: OVER does not apply to it (line 1, column 8).",
    ],
    [
      "SELECT lower(DISTINCT b) FROM t",
      "lower is not an aggregate: DISTINCT, ORDER BY and FILTER do not apply to it (line 1, column 8).",
    ],
    [
      "SELECT transform(ARRAY[1], 2)",
      "transform needs a lambda here, such as x -> x + 1 (line 1, column 28).",
    ],
    [
      "SELECT transform(ARRAY[1], x -> sum(x))",
      "sum cannot be used in a lambda: use reduce (line 1, column 33).",
    ],
    ["SELECT __inlined_1 FROM t", "Names that start with __inlined_ are reserved (line 1, column 8)."],
    [
      "SELECT x -> x + 1",
      "A lambda can only be an argument of a function such as transform (line 1, column 8).",
    ],
    [
      "SELECT a FORM t",
      "Expected the end of the query or a further clause, found t (line 1, column 15). Did you mean FROM?",
    ],
    [
      "SELECT a FROM t WEHRE a = 1",
      "Expected the end of the query or a further clause, found a (line 1, column 23). Did you mean WHERE?",
    ],
    [
      "SELECT b[1] FROM t",
      "Subscripts apply to arrays, maps and rows, not to varchar: write substr(x, n, 1) (line 1, column 9).",
    ],
    [
      "SELECT regexp_replace(b, 'x', '$1') FROM t",
      "A $ in the replacement must be followed by a group number, or written as \\$ (line 1, column 8).",
    ],
    [
      "SELECT regexp_like(b, '(a)|\\1') FROM t",
      "Regular expressions do not support backreferences to a group that may not participate in the match here (line 1, column 8).",
    ],
    ["SELECT date_format(d, '%D') FROM t", "The format of date_format cannot contain %D (line 1, column 8)."],
    [
      "SELECT date_add('fortnight', 1, d) FROM t",
      "The unit of date_add must be one of day, week, month, quarter, year (line 1, column 8).",
    ],
    [
      "SELECT a FROM t AT TIME ZONE 'UTC'",
      "Expected the end of the query or a further clause, found TIME (line 1, column 20).",
    ],
    [
      "SELECT INTERVAL '1' DAY + INTERVAL '1' MONTH",
      "The operator + does not accept interval day to second and interval year to month",
    ],
    ["SELECT CAST(a AS MONEY) FROM t", "The type MONEY is not available: use"],
    ["SELECT 99999999999999999999", "99999999999999999999 exceeds the largest BIGINT (line 1, column 8)."],
    [
      "SELECT a FROM t NATURAL JOIN t",
      "NATURAL JOIN is not available: list the columns with USING (…) (line 1, column 17).",
    ],
    ...[
      "TIMESTAMP '2026-02-30 12:00:00'",
      "TIMESTAMP '2026-02-03 24:00:00'",
      "TIMESTAMP '2026-02-03 12:00:00 Europe/Berlin'",
      "TIMESTAMP '2026-02-03 12:00:00 +15:00'",
      "TIMESTAMP '2026-02-03T12:00:00Z'",
      "TIMESTAMP 5",
    ].map((time) => [
      `SELECT a FROM t FOR TIMESTAMP AS OF ${time}`,
      "Write a point in time like TIMESTAMP '2026-01-31 12:00:00 UTC' or '… +02:00' (line 1, column 37).",
    ]),
    [
      "SELECT a FROM t FOR TIMESTAMP AS OF DATE '2026-01-01 12:00'",
      "Write a point in time like DATE '2026-01-31' (line 1, column 37).",
    ],
    [
      "SELECT a FROM t FOR TIMESTAMP AS OF current_timestamp",
      "Expected TIMESTAMP '…', with the time in quotes, found current_timestamp (line 1, column 37).",
    ],
    [
      "SELECT a FROM t FOR VERSION AS OF latest",
      "Expected a version id (a number), or a tag name in single quotes, found latest (line 1, column 35).",
    ],
    [
      "WITH x AS (SELECT 1), X AS (SELECT 2) SELECT 1",
      "There are two WITH queries named X (line 1, column 23).",
    ],
    ["", "Expected SELECT, found the end of the query (line 1, column 1)."],
    ["-- nothing", "Expected SELECT, found the end of the query (line 1, column 11)."],
  ])("the query is refused with a message: %s", async (query, message) => {
    expect((await refusal(query)).message).toContain(message);
  });
});
