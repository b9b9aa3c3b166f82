const many = (count: number, part: string, separator = ", "): string =>
  Array(count).fill(part).join(separator);
const numbered = (count: number, part: (index: number) => string, separator = ", "): string =>
  Array.from({ length: count }, (_, index) => part(index)).join(separator);

/** Rows n = 1 … count. */
const rows = (count: number): string =>
  `(SELECT a * 1000 + b AS n FROM UNNEST(sequence(0, ${Math.ceil(count / 1000) - 1})) AS x(a), UNNEST(sequence(1, 1000)) AS y(b))`;

/** Rows n = 1 to the given number of millions. */
const millions = (count: number): string =>
  `(SELECT a.n * 1000000 + b.n AS n FROM ${rows(count)} AS a, ${rows(1_000_000)} AS b)`;

/** Text of this many MB, made by the engine. */
const text = (megabytes: number): string =>
  `array_join(repeat(array_join(repeat('${"abcdefghij".repeat(100)}', 1000), ''), ${megabytes}), '')`;

/** An array of this many million numbers. */
const array = (millions: number): string =>
  `flatten(transform(sequence(1, ${millions * 100}), x -> sequence(1, 10000)))`;

/** Permitted outcome of a hostile query: the value of its one row, or the code of its error. */
export interface SqlAttack {
  name: string;
  sql: string;
  /** The correct result; any if absent. */
  value?: unknown;
}

const nested = (depth: number, open: string, middle: string, close: string): string =>
  open.repeat(depth) + middle + close.repeat(depth);

/** 12 levels, each correlated with the enclosing one. */
function correlatedQuery(depth: number): string {
  let sql = `SELECT count(*) FROM variants v${depth} WHERE v${depth}.id < v${depth - 1}.id`;
  for (let level = depth - 1; level > 0; level -= 1) {
    const outer = level > 1 ? ` WHERE v${level}.id < v${level - 1}.id AND` : " WHERE";
    sql = `SELECT count(*) FROM variants v${level}${outer} (${sql}) > v${level}.id`;
  }
  return sql;
}

export const SQL_ATTACKS: SqlAttack[] = [
  // Patterns
  { name: "LIKE with 60 wildcards", sql: `SELECT rpad('', 3000, 'a') LIKE '${many(60, "%a_", "")}b' AS r` },
  {
    name: "LIKE with wildcards over rows",
    sql: `SELECT count(*) FROM ${rows(100_000)} WHERE rpad('', 1000, 'a') || CAST(n AS VARCHAR) LIKE '${many(40, "%a_", "")}b'`,
  },
  {
    name: "a regular expression of nested repetitions",
    sql: `SELECT regexp_like(rpad('', 20000, 'a'), '(((a{1,9}){1,9}){1,9})*b')`,
  },
  {
    name: "a regular expression that backtracks elsewhere",
    sql: `SELECT regexp_like(rpad('', 100000, 'a'), '(a+)+$b')`,
    value: false,
  },
  {
    name: "a regular expression of 50,000 alternatives",
    sql: `SELECT regexp_like('x', '${many(15_000, "a|b", "|")}')`,
  },
  {
    name: "a replacement that grows",
    sql: `SELECT length(${nested(9, "replace(", "'aaaaaaaaaa'", ", 'a', 'aaaaaaaaaa')")})`,
  },
  {
    name: "a regexp_replace that grows",
    sql: `SELECT length(regexp_replace(${text(20)}, '(.)', '$1$1$1$1$1$1$1$1$1$1'))`,
  },
  { name: "all matches in a long text", sql: `SELECT cardinality(regexp_extract_all(${text(50)}, '.'))` },
  { name: "a split into 20 million parts", sql: `SELECT cardinality(split(${text(20)}, 'a'))` },
  {
    name: "the edit distance of long texts",
    sql: "SELECT levenshtein_distance(rpad('', 110000, 'ab'), rpad('', 110000, 'ba'))",
  },
  {
    name: "edit distances of all pairs",
    sql: "SELECT sum(levenshtein_distance(a.sequence || CAST(a.id AS VARCHAR), b.sequence || CAST(b.id AS VARCHAR))) FROM variants a, variants b",
  },
  // Memory
  {
    name: "text that is copied for each row",
    sql: `SELECT max(length(s || CAST(x AS VARCHAR))) FROM (SELECT ${text(2)} AS s), UNNEST(sequence(1, 10000)) AS t(x)`,
  },
  { name: "a text of 2 GB", sql: "SELECT length(rpad('', 2147483647, 'a'))" },
  {
    name: "a text that doubles",
    sql: `WITH ${numbered(31, (i) => `t${i} AS (SELECT ${i === 0 ? "'a'" : `s || s`} AS s${i === 0 ? "" : ` FROM t${i - 1}`})`)} SELECT length(s) FROM t30`,
  },
  { name: "a repeated array", sql: `SELECT cardinality(repeat(${text(10)}, 10000))` },
  { name: "a sequence of a billion numbers", sql: `SELECT cardinality(${array(1000)})` },
  { name: "a sequence up to 2^62", sql: "SELECT cardinality(sequence(1, 4611686018427387904))" },
  {
    name: "an array of arrays",
    sql: `SELECT cardinality(transform(${array(10)}, x -> sequence(1, 1000)))`,
  },
  {
    name: "a flattened array of arrays",
    sql: "SELECT sum(cardinality(flatten(transform(sequence(1, 10000), x -> sequence(1, 10000))))) FROM variants",
  },
  {
    name: "an array of all rows for each row",
    sql: `SELECT max(cardinality(a)) FROM (SELECT array_agg(n) OVER (ORDER BY n) AS a FROM ${rows(50_000)})`,
  },
  {
    name: "an array of ten million texts",
    sql: `SELECT cardinality(array_agg(rpad('', 200, 'x') || CAST(n AS VARCHAR))) FROM ${millions(10)}`,
  },
  {
    name: "a text of all rows",
    sql: `SELECT length(array_join(array_agg(rpad('', 100, 'x')), ',')) FROM ${millions(20)}`,
  },
  { name: "one row of 400 MB", sql: `SELECT ${text(400)} AS s` },
  { name: "one row of 50 million numbers", sql: `SELECT ${array(50)} AS s` },
  {
    name: "the distinct items of an array of 20 million",
    sql: `SELECT cardinality(array_distinct(${array(20)}))`,
  },
  {
    name: "distinct values of 100 million rows",
    sql: `SELECT count(DISTINCT a.n * 100000 + b.n) FROM ${rows(10_000)} a, ${rows(10_000)} b`,
  },
  {
    name: "groups of 100 million rows",
    sql: `SELECT max(c) FROM (SELECT a.n * 100000 + b.n AS k, count(*) AS c FROM ${rows(10_000)} a, ${rows(10_000)} b GROUP BY 1)`,
  },
  {
    name: "a sort of wide rows",
    sql: `SELECT max(s) FROM (SELECT rpad('', 1000, 'x') || CAST(n AS VARCHAR) AS s, row_number() OVER (ORDER BY n % 977, n) AS r FROM ${rows(5_000_000)}) WHERE r > 10`,
  },
  {
    name: "a JSON text of 20 MB",
    sql: `SELECT json_extract_scalar('{"a":"' || ${text(20)} || '"}', '$.a') IS NOT NULL`,
  },
  { name: "a JSON text nested 100,000 deep", sql: "SELECT json_array_length(rpad('', 100000, '['))" },
  // Time
  {
    name: "a cross join",
    sql: `SELECT count(*) FROM ${many(4, rows(100_000), " CROSS JOIN ")
      .replace(/\)(?= CROSS|$)/g, ") AS q")
      .replace(/AS q/g, () => `AS q${Math.random().toString(36).slice(2, 8)}`)}`,
  },
  {
    name: "a join of unequal rows",
    sql: "SELECT count(*) FROM variants a, variants b, variants c WHERE a.id < b.id AND b.id < c.id AND c.sequence <> a.sequence",
  },
  {
    name: "a join of 120 tables",
    sql: `SELECT count(*) FROM ${numbered(120, (i) => `variants t${i}`)} WHERE ${numbered(119, (i) => `t${i}.id = t${i + 1}.id`, " AND ")}`,
  },
  {
    name: "correlated subqueries, 12 deep",
    sql: `SELECT count(*) FROM variants v0 WHERE (${correlatedQuery(12)}) > 0`,
  },
  {
    name: "a window over every pair",
    sql: `SELECT sum(r) FROM (SELECT max(n % 1009) OVER (ORDER BY n ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS r FROM ${rows(5_000_000)})`,
  },
  {
    name: "a median of moving windows",
    sql: `SELECT sum(r) FROM (SELECT approx_percentile(n % 1009, 0.5) OVER (ORDER BY n ROWS BETWEEN 50000 PRECEDING AND 50000 FOLLOWING) AS r FROM ${rows(300_000)})`,
  },
  {
    name: "a reduction of ten million items",
    sql: `SELECT reduce(${array(10)}, CAST(0 AS BIGINT), (s, x) -> s + x, s -> s)`,
  },
  {
    name: "functions in functions in functions",
    sql: "SELECT cardinality(filter(sequence(1, 3000), x -> any_match(sequence(1, 3000), y -> any_match(sequence(1, 300), z -> x * y * z = 7))))",
  },
  {
    name: "sorting an array of ten million items",
    sql: `SELECT array_sort(transform(${array(10)}, x -> (x * 7919) % 10000019))[1]`,
  },
  {
    name: "powers of numbers without end",
    sql: `SELECT sum(power(1.0000001, n) * ln(n) * sin(n)) FROM ${millions(300)}`,
  },
  {
    name: "random numbers without end",
    sql: `SELECT count(*) FROM ${rows(1_000_000)} a, ${rows(100_000)} b WHERE random() < 0.000001`,
  },
  {
    name: "an intersection of large sets",
    sql: `SELECT count(*) FROM (SELECT n FROM ${millions(30)} INTERSECT SELECT n + 1 FROM ${millions(30)})`,
  },
  { name: "a subquery of many rows for one value", sql: `SELECT (SELECT n FROM ${millions(100)})` },
  // The compiler
  { name: "a cast that echoes a long text", sql: "SELECT CAST(lpad('', 200000, 'a') AS DATE)" },
  {
    name: "casts of every type that echo a long text",
    sql: "SELECT CAST(lpad('', 400000, '\"x') AS BIGINT)",
  },
  { name: "33,000 comments that open and never end", sql: `SELECT 1 ${many(33_000, "/*", " ")}` },
  { name: "99,000 characters of a text that never ends", sql: `SELECT '${"a".repeat(99_000)}` },
  { name: "a name of 90,000 characters", sql: `SELECT "${"a".repeat(90_000)}" FROM variants` },
  { name: "a number of 90,000 digits", sql: `SELECT ${"9".repeat(90_000)}` },
  { name: "40,000 brackets", sql: `SELECT ${nested(40_000, "(", "1", ")")}` },
  { name: "20,000 NOTs", sql: `SELECT ${"NOT ".repeat(20_000)} true` },
  { name: "20,000 signs", sql: `SELECT ${"- ".repeat(20_000)} 1` },
  { name: "2,000 nested CASEs", sql: `SELECT ${nested(2_000, "CASE WHEN true THEN ", "1", " END")}` },
  { name: "a sum of 30,000 terms", sql: `SELECT ${many(30_000, "1", "+")}` },
  {
    name: "a condition of 10,000 terms",
    sql: `SELECT count(*) FROM variants WHERE ${many(6_000, "id = 1", " OR ")}`,
  },
  {
    name: "a list of 20,000 values",
    sql: `SELECT count(*) FROM variants WHERE id IN (${numbered(15_000, String, ",")})`,
  },
  { name: "a union of 3,000 queries", sql: many(3_000, "SELECT 1", " UNION ALL ") },
  { name: "5,000 columns", sql: `SELECT ${numbered(5_000, (i) => `id + ${i} AS c${i}`)} FROM variants` },
  {
    name: "WITH queries that double",
    sql: `WITH ${numbered(40, (i) => (i === 0 ? "w0 AS (SELECT 1 AS n)" : `w${i} AS (SELECT a.n FROM w${i - 1} a, w${i - 1} b)`))} SELECT count(*) FROM w39`,
  },
  {
    name: "CUBE over 16 columns",
    sql: `SELECT count(*) FROM (SELECT ${numbered(16, (i) => `id % ${i + 2} AS c${i}`)} FROM variants) GROUP BY CUBE (${numbered(16, (i) => `c${i}`)})`,
  },
  {
    name: "a product of grouping sets",
    sql: `SELECT count(*) FROM (SELECT ${numbered(8, (i) => `id % ${i + 2} AS c${i}`)} FROM variants) GROUP BY ${many(4, "CUBE (c0, c1, c2, c3, c4)")}`,
  },
  {
    name: "subqueries, 200 deep",
    sql: `SELECT count(*) FROM ${nested(200, "(SELECT * FROM ", "variants", ")").replace(/\)/g, () => ") AS q")}`,
  },
  { name: "a row type, 500 deep", sql: `SELECT CAST(NULL AS ${nested(500, "ROW(a ", "BIGINT", ")")})` },
  { name: "array subscripts, 5,000 deep", sql: `SELECT ARRAY[1]${"[1]".repeat(5_000)}` },
  {
    name: "a recursion",
    sql: "WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT count(*) FROM t",
  },
  {
    name: "a date format of 50,000 characters",
    sql: `SELECT date_format(TIMESTAMP '2026-01-01 00:00:00', '${"%Y".repeat(25_000)}')`,
  },
];
