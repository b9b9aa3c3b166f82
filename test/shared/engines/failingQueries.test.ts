import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type LocalEngine, localEngine } from "#test/sql/localEngine.ts";

let engine: LocalEngine;

beforeAll(async () => {
  engine = await localEngine();
});

afterAll(() => engine.close());

async function messageOf(query: string): Promise<string> {
  const answer = await engine.answer(query);
  expect(answer, query).toBeInstanceOf(Error);
  return (answer as Error).message;
}

const MAX_BIGINT = "9223372036854775807";
const NINES = "9".repeat(38);

/** Queries that fail at run time, where only one expression can be the cause. */
const PLACED: [query: string, message: string][] = [
  [
    "SELECT length(regexp_replace(rpad('a', 10000, 'ab'), '(?=.)', rpad('', 100000, 'x')))",
    "The result of the function is too large: shorten the strings, or write a pattern that matches less often, in regexp_replace(rpad('a', 10000, 'ab'), '(?=.)', rpad('', 100000, 'x')) (line 1, column 15).",
  ],
  [
    `SELECT x + 1 FROM (VALUES ${MAX_BIGINT}) t(x)`,
    "The result of + is out of the range of BIGINT: cast to DECIMAL(38, 0) or DOUBLE first (line 1, column 10).",
  ],
  [
    "SELECT x * x FROM (VALUES 2147483647) t(x)",
    "The result of * is out of the range of INTEGER: cast to BIGINT first (line 1, column 10).",
  ],
  [
    `SELECT x - -x FROM (VALUES DECIMAL '${NINES}') t(x)`,
    "The result of - is out of the range of DECIMAL(38): cast to DOUBLE first.",
  ],
  [
    "SELECT CAST(x AS tinyint) FROM (VALUES 1000) t(x)",
    "1000 is out of the range of TINYINT, in CAST(x AS tinyint) (line 1, column 8).",
  ],
  [
    "SELECT CAST(x AS integer) FROM (VALUES 1e20) t(x)",
    "1e+20 is out of the range of INTEGER, in CAST(x AS integer) (line 1, column 8).",
  ],
  [
    `SELECT sum(x) FROM (VALUES ${MAX_BIGINT}, 1) t(x)`,
    "9223372036854775808 is out of the range of BIGINT, in sum(x) (line 1, column 8).",
  ],
  [
    `SELECT sum(x) FROM (VALUES DECIMAL '${NINES}', DECIMAL '1') t(x)`,
    "A sum of decimals has more than 38 digits: write sum(CAST(x AS DOUBLE)).",
  ],
  [
    "SELECT abs(x) FROM (VALUES BIGINT '-9223372036854775808') t(x)",
    "The result of abs is out of the range of its type: cast it to a larger type first, in abs(x) (line 1, column 8).",
  ],
  [
    "SELECT parse_duration(s) FROM (VALUES 'x') t(s)",
    "A string is not a duration such as '1.5 h': the units are ns, us, ms, s, m, h and d.",
  ],
  [
    "SELECT sum(x) OVER (ORDER BY s RANGE BETWEEN 1 PRECEDING AND CURRENT ROW) FROM (VALUES (1, 'a')) t(x, s)",
    "A RANGE frame with an offset requires ORDER BY a number, date or time, not a value of type varchar(1): use ROWS (line 1, column 46).",
  ],
];

/** Queries that fail at run time, or that the engine refuses. */
const FAILING = `
SELECT CAST(s AS double) FROM (VALUES 'abc') t(s)
SELECT CAST(s AS timestamp) FROM (VALUES '2024-02-30 25:00:00') t(s)
SELECT CAST(s AS decimal(3, 1)) FROM (VALUES '1000') t(s)
SELECT CAST(s AS uuid) FROM (VALUES 'x') t(s)
SELECT CAST(s AS time) FROM (VALUES '25:00') t(s)
SELECT CAST(ROW(1, s) AS ROW(a bigint, b bigint)) FROM (VALUES 'x') t(s)
SELECT CAST(json_parse(s) AS array(bigint)) FROM (VALUES '{"a":1}') t(s)
SELECT json_parse(s) FROM (VALUES '{x') t(s)
SELECT json_array_get(s, 0) FROM (VALUES '[') t(s)
SELECT json_value(s, 'strict $.a' ERROR ON ERROR) FROM (VALUES '{}') t(s)
SELECT json_object('a': x FORMAT JSON) FROM (VALUES '{') t(x)
SELECT x % y FROM (VALUES (1, 0)) t(x, y)
SELECT CAST(x AS bigint) FROM (VALUES nan()) t(x)
SELECT CAST(x AS decimal(38, 10)) FROM (VALUES 1e35) t(x)
SELECT from_unixtime(x) FROM (VALUES 1e18) t(x)
SELECT date_add('year', x, DATE '2024-01-01') FROM (VALUES 10000000) t(x)
SELECT date_add('day', x, DATE '2024-01-01') FROM (VALUES 9223372036854775807) t(x)
SELECT date_parse(s, '%Y-%m-%d') FROM (VALUES 'x') t(s)
SELECT parse_datetime(s, 'yyyy-MM-dd') FROM (VALUES 'x') t(s)
SELECT from_iso8601_timestamp(s) FROM (VALUES 'x') t(s)
SELECT regexp_like('a', p) FROM (VALUES '(') t(p)
SELECT regexp_replace('a', 'a', r) FROM (VALUES '$2') t(r)
SELECT regexp_extract('a', '(a)', g) FROM (VALUES 3) t(g)
SELECT a[x] FROM (VALUES (ARRAY[1], 5)) t(a, x)
SELECT m[x] FROM (VALUES (MAP(ARRAY['a'], ARRAY[1]), 'b')) t(m, x)
SELECT map(a, a) FROM (VALUES ARRAY[1, 1]) t(a)
SELECT map(a, b) FROM (VALUES (ARRAY[1, 2], ARRAY[1])) t(a, b)
SELECT sequence(1, 10, x) FROM (VALUES 0) t(x)
SELECT rpad('a', x, 'b') FROM (VALUES 3000000000) t(x)
SELECT chr(x) FROM (VALUES -5) t(x)
SELECT split_part('a', 'b', x) FROM (VALUES 0) t(x)
SELECT from_hex(s) FROM (VALUES 'xyz') t(s)
SELECT from_base64(s) FROM (VALUES '!!') t(s)
SELECT from_utf8(from_hex(s)) FROM (VALUES 'ff') t(s)
SELECT from_base(s, 2) FROM (VALUES '9') t(s)
SELECT to_base(x, 99) FROM (VALUES 9) t(x)
SELECT hamming_distance(s, 'ab') FROM (VALUES 'a') t(s)
SELECT levenshtein_distance(rpad(s, 5000, 'ä'), rpad(s, 5000, 'b')) FROM (VALUES 'a') t(s)
SELECT width_bucket(x, 0, 10, y) FROM (VALUES (1, 0)) t(x, y)
SELECT (SELECT x FROM (VALUES 1, 2) u(x)) FROM (VALUES 1) t(y)
SELECT s LIKE p ESCAPE e FROM (VALUES ('a', 'a!b', '!!')) t(s, p, e)
SELECT ntile(x) OVER () FROM (VALUES 0) t(x)
SELECT array_sort(a, (x, y) -> 5) FROM (VALUES ARRAY[1, 2]) t(a)
SELECT transform(a, x -> 1 / x) FROM (VALUES ARRAY[0]) t(a)
SELECT combinations(a, 3) FROM (SELECT sequence(1, 1000) a)
SELECT a < b FROM (VALUES (ROW(1, NULL), ROW(1, 2))) t(a, b)
SELECT url_decode(s) FROM (VALUES '%zz') t(s)
SELECT random(x) FROM (VALUES 0) t(x)
SELECT slice(a, x, 1) FROM (VALUES (ARRAY[1], 0)) t(a, x)
SELECT trim_array(a, x) FROM (VALUES (ARRAY[1], 5)) t(a, x)
SELECT id FROM variants ORDER BY CAST(sequence AS bigint)
SELECT CAST(assay AS bigint), count(*) FROM variants GROUP BY CAST(assay AS bigint)
SELECT assay FROM variants GROUP BY assay HAVING CAST(max(sequence) AS bigint) > 1
SELECT approx_percentile(id, id - 8, 0.5) FROM variants
WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT count(*) FROM t
`
  .trim()
  .split("\n");

/** Terms from the engine and from generated text that users did not write. */
const INTERNAL =
  /\b[A-Z][a-z]+ Error\b|DuckDB|duckdb|INT(?:8|16|32|64|128)|HUGEINT|read_parquet|LINE \d|list_|struct_|"?__\w|\b[cftvw]\d+\b|§|cannot be run/;

describe("a query that fails while it runs", () => {
  it.each(PLACED)("a failing query reports the position and what to do: %s", async (query, message) => {
    expect(await messageOf(query)).toBe(message);
  });

  it.each(FAILING)("a failing query is explained without the engine's internal terms: %s", async (query) => {
    expect(await messageOf(query)).not.toMatch(INTERNAL);
  });
});

/** DuckDB's lambdas cannot read a column of an outer query. */
const OUTER_COLUMNS = [
  "SELECT (SELECT max(cardinality(transform(ARRAY[1], x -> x + t.a))) FROM (VALUES 1) s(b)) FROM (VALUES 1) t(a)",
  "SELECT m IN (SELECT MAP(ARRAY[1], ARRAY[b])) FROM (VALUES (MAP(ARRAY[1], ARRAY[2]), 2)) t(m, b)",
  "SELECT EXISTS (SELECT 1 FROM (VALUES MAP(ARRAY[1], ARRAY[2])) s(x) WHERE s.x = t.m) FROM (VALUES MAP(ARRAY[1], ARRAY[2])) t(m)",
];

it.each(OUTER_COLUMNS)("a lambda that reads a column of the outer query is explained: %s", async (query) => {
  expect(await messageOf(query)).toMatch(/^A subquery cannot use a column of the outer query in a lambda/);
});

describe("strings that are joined", () => {
  it("joined strings can use a different separator in each row", async () => {
    const rows = "(VALUES '-', '', NULL, '🧬é') AS t (s)";
    const query = `SELECT concat_ws(s, 'a', NULL, 'b'), concat_ws(s, ARRAY[]), array_join(ARRAY[1, NULL, 3], s), array_join(ARRAY[1, NULL], s, 'N') FROM ${rows}`;
    expect(await engine.answer(query)).toMatchObject({
      rows: [
        ["a-b", "", "1-3", "1-N"],
        ["ab", "", "13", "1N"],
        [null, null, null, null],
        ["a🧬éb", "", "1🧬é3", "1🧬éN"],
      ],
    });
  });
});
