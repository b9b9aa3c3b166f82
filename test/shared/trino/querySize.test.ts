import { DomainError } from "@pdp/basics/errors";
import { compileQuery } from "@pdp/trino/compile";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { executableSql } from "#shared/engines/duckdb/relationSql.ts";
import { type EmptyInstance, emptyInstance } from "#test/shared/engines/emptyInstance.ts";
import { column, relationResolver } from "#test/shared/engines/parquetLake.ts";

const doubling = Object.fromEntries(
  Array.from({ length: 12 }, (_, index) => {
    const before = index === 0 ? "t" : `v${index - 1}`;
    const query = `SELECT x.a FROM ${before} x JOIN ${before} y ON x.a = y.a`;
    return [`v${index}`, { kind: "VIEW" as const, query }];
  }),
);
const resolve = relationResolver({
  t: { kind: "TABLE", columns: [column("a", "INT64"), column("b", "STRING")], files: [] },
  ...doubling,
});

let instance: EmptyInstance;

beforeAll(async () => {
  instance = await emptyInstance({ memoryLimit: "500MB", threads: 1, temporaryLimit: "10MB" });
});

afterAll(() => instance.close());

const MAX_QUERY_LENGTH = 100_000;

/** Query of the maximum length in which `unit` is repeated. */
function longestQuery(before: string, unit: string, after = ""): string {
  return (
    before + unit.repeat(Math.floor((MAX_QUERY_LENGTH - before.length - after.length) / unit.length)) + after
  );
}

/** Refusal message for a query without its position, or "runs" for a query that the engine can read. */
async function answer(text: string): Promise<string> {
  try {
    const { sql, relations } = await compileQuery(text, { resolve });
    await instance.connection.prepare(executableSql(sql, relations, () => []));
    return "runs";
  } catch (error) {
    if (!(error instanceof DomainError) || error.kind !== "malformed") throw error;
    return error.message.replace(/ \(line \d+, column \d+\)\.$/, "");
  }
}

const TOO_DEEP = "The query is nested more than 100 levels deep. Split it with WITH";
const TREE_TOO_DEEP = "The query nests operators and functions more than 250 levels deep. Split it with WITH";
const TOO_MANY_TABLES =
  "The query reads more than 500 tables, counting each WITH query and view as often as it is read";
const TOO_MANY_WITH = "The query has more than 500 WITH queries: replace some with views";
const TOO_MUCH_TEXT =
  "This is nested too deeply or repeated too often to be translated: compute parts of it in a WITH query";
const TOO_MANY_SETS =
  "GROUP BY has more than 2,048 grouping sets: list only the required ones with GROUPING SETS";

function list(count: number, item: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => item(index)).join(", ");
}

/** Chains of 90 operators of each kind, each within the first operand of the next. */
function chains(depth: number): string {
  let text = "a";
  for (let level = 0; level < depth; level++) text = `(${text}${" * 1".repeat(90)}${" + 1".repeat(90)})`;
  return `SELECT ${text} FROM t`;
}

describe("queries of maximum length get a response", () => {
  it.each([
    ["comments that do not end", longestQuery("SELECT 1 ", "/* "), "This comment is not closed"],
    ["a text that does not end", longestQuery("SELECT '", "''"), "This string has no closing quote"],
    ["a name in quotes", longestQuery('SELECT "', '""', '"a'), "A name can have at most 1,000 characters"],
    ["a name", longestQuery("SELECT ", "n"), "A name can have at most 1,000 characters"],
    ["digits", longestQuery("SELECT ", "9"), `${"9".repeat(60)}… exceeds the largest BIGINT`],
    ["parentheses", longestQuery("SELECT ", "("), TOO_DEEP],
    ["parentheses in FROM", longestQuery("SELECT * FROM ", "("), TOO_DEEP],
    ["additions", longestQuery("SELECT 1", "+1"), TOO_DEEP],
    ["negations", longestQuery("SELECT ", "NOT "), TOO_DEEP],
    ["CASE within CASE", longestQuery("SELECT ", "CASE WHEN true THEN "), TOO_DEEP],
    ["subscripts", longestQuery("SELECT a", "[1]", " FROM t"), TOO_DEEP],
    ["queries within queries", longestQuery("SELECT ", "(SELECT "), TOO_DEEP],
    ["types within types", longestQuery("SELECT CAST(1 AS ", "ARRAY("), TOO_DEEP],
    ["branches of UNION", longestQuery("SELECT 1", " UNION ALL SELECT 1"), TOO_DEEP],
    ["joins", longestQuery("SELECT 1 FROM t", " CROSS JOIN t"), TOO_DEEP],
    ["tables", longestQuery("SELECT 1 FROM t", ", t"), TOO_MANY_TABLES],
    ["ROLLUP", longestQuery("SELECT count(*) FROM t GROUP BY ROLLUP(a", ", a", ")"), TOO_MANY_SETS],
    ["an IN list", longestQuery("SELECT 1 FROM t WHERE a IN (1", ", 1", ")"), "runs"],
    ["conditions", longestQuery("SELECT 1 FROM t WHERE a = 1", " AND a = 1"), "runs"],
    ["cases", longestQuery("SELECT CASE", " WHEN a = 1 THEN 2", " END FROM t"), "runs"],
    [
      "WITH queries",
      `WITH ${list(3000, (index) => `w${index} AS (SELECT ${index})`)} SELECT 1`,
      TOO_MANY_WITH,
    ],
    ["500 WITH queries", `WITH ${list(500, (index) => `w${index} AS (SELECT ${index})`)} SELECT 1`, "runs"],
    ["windows", `SELECT 1 FROM t WINDOW ${list(6000, (index) => `w${index} AS ()`)}`, "runs"],
  ])("%s", async (_, text, expected) => {
    expect(text.length).toBeLessThanOrEqual(MAX_QUERY_LENGTH);
    expect(await answer(text)).toBe(expected);
  });

  it("table names may have many parts", async () => {
    expect(await answer(longestQuery("SELECT * FROM a", ".a"))).toMatch(/^There is no table [a.]{128}…: /);
  });

  it("unknown functions are refused", async () => {
    expect(await answer(`SELECT ${"f".repeat(900)}(1)`)).toBe(
      `Function ${"f".repeat(128)}… is not available`,
    );
  });
});

describe("nested chains", () => {
  it("nested chains run up to the depth limit of the tree", async () => {
    expect(await answer(chains(1))).toBe("runs");
    expect(await answer(`SELECT ${"(".repeat(2)}a${" + 1".repeat(90)})${" * 1".repeat(90)}) FROM t`)).toBe(
      "runs",
    );
  });

  it("nested chains that would exhaust the stack are refused", async () => {
    for (const depth of [2, 10, 60, 95]) expect(await answer(chains(depth))).toBe(TREE_TOO_DEEP);
  });
});

describe("a short query over wide tables", () => {
  const wide = (count: number): string => `(SELECT ${list(count, (index) => `a AS c${index}`)} FROM t) v`;
  const TOO_MANY_COLUMNS =
    /^A SELECT can have at most 10,000 columns \(line 1, column \d+\)\. List the required columns/;
  const TOO_MANY_IN_ALL = /have more than 250,000 columns together/;
  const refusal = (text: string): Promise<string> =>
    compileQuery(text, { resolve }).then(
      () => "compiles",
      (error: Error) => error.message,
    );

  it("a query can have exactly 10,000 columns", async () => {
    expect(await refusal(`SELECT ${list(10, () => "v.*")} FROM ${wide(1_000)}`)).toBe("compiles");
    expect(await refusal(`SELECT ${list(10, () => "v.*")}, 1 FROM ${wide(1_000)}`)).toMatch(TOO_MANY_COLUMNS);
    expect(await refusal(`SELECT ${list(2_000, () => "v.*")} FROM ${wide(1_000)}`)).toMatch(TOO_MANY_COLUMNS);
  });

  it("the column limit applies while stars of chained WITH queries are expanded", async () => {
    const chain = (length: number): string =>
      `WITH w0 AS (SELECT * FROM ${wide(2_500)}), ${list(length, (index) => `w${index + 1} AS (SELECT * FROM w${index})`)} SELECT count(*) FROM w${length}`;
    expect(await refusal(chain(10))).toBe("compiles");
    expect(await refusal(chain(400))).toMatch(TOO_MANY_IN_ALL);
  });

  it("the column limit applies to a star over 450 joined tables", async () => {
    const query = `WITH v AS (SELECT ${list(50, (index) => `a AS c${index}`)} FROM t) SELECT * FROM ${list(450, (index) => `v AS v${index}`)}`;
    expect(await refusal(query)).toMatch(TOO_MANY_COLUMNS);
  });

  it("the column limit applies if hidden columns expand a star", async () => {
    const names = list(400, (index) => `t AS t${index}`);
    expect(await refusal(`SELECT ${list(40, () => "*")}, t0."$line" FROM ${names}`)).toMatch(
      TOO_MANY_COLUMNS,
    );
  });
});

describe("repeated parts of a query", () => {
  const repeating = (count: number): string =>
    `WITH w0 AS (SELECT a FROM t), ${list(count, (index) => `w${index + 1} AS (SELECT x.a FROM w${index} x JOIN w${index} y ON x.a = y.a)`)} SELECT * FROM w${count}`;

  it("each WITH query may read the previous one twice, up to 500 tables in total", async () => {
    expect(await answer(repeating(8))).toBe("runs");
    expect(await answer(repeating(9))).toBe(TOO_MANY_TABLES);
    expect(await answer(repeating(400))).toBe(TOO_MANY_TABLES);
    expect(await answer(repeating(400).replace(" FROM t", ""))).toBe(TOO_MANY_TABLES);
  });

  it("views and WITH queries may read the previous view twice", async () => {
    expect(await answer("SELECT * FROM v7")).toBe("runs");
    expect(await answer("SELECT * FROM v8")).toMatch(TOO_MANY_TABLES);
    expect(await answer("WITH w AS (SELECT * FROM v7) SELECT * FROM w x JOIN w y ON x.a = y.a")).toBe(
      TOO_MANY_TABLES,
    );
  });

  it("aliases in ORDER BY are repeated within the size limit", async () => {
    const items = list(5000, () => "a");
    expect(await answer(`SELECT coalesce(${list(100, () => "a")}) AS x FROM t ORDER BY x + 1, x + 2`)).toBe(
      "runs",
    );
    // The generated text had more characters than a string can contain.
    const query = `SELECT ROW(${items}) AS x FROM t ORDER BY ${list(10_000, () => "x = x")}`;
    expect(await answer(query)).toBe(TOO_MUCH_TEXT);
  });

  it("arguments of functions are repeated within the size limit", async () => {
    const item = `${"a % (".repeat(12)}a${")".repeat(12)}`;
    expect(await answer(`SELECT ${item} FROM t`)).toMatch(/^runs$|^This is nested/);
    expect(await answer(`SELECT ${list(1200, () => item)} FROM t`)).toMatch(/^runs$|^This is nested/);
  });
});

describe("operands used several times", () => {
  const nested = (type: string, leaf: string): string => `${type.repeat(40)}${leaf}${")".repeat(40)}`;
  const maps = (levels: number): string =>
    `CAST(NULL AS ${"MAP(INTEGER, ".repeat(levels)}DOUBLE${")".repeat(levels)})`;

  it.each([
    ["arrays joined", `SELECT ${Array.from({ length: 90 }, (_, index) => `ARRAY[${index}]`).join(" || ")}`],
    ["remainders", `SELECT ${nested("a % (1 + ", "a")} FROM t`],
    ["quotients", `SELECT ${nested("a / (1 + ", "a")} FROM t`],
    ["maps within maps", `SELECT ${maps(10)} = ${maps(10)}`],
  ])("repeated operands are written once per operation: %s", async (_, text) => {
    expect(await answer(text)).toBe("runs");
  });

  it("deep nesting is refused for types whose comparison doubles the engine's time per level", async () => {
    const sentence = "Nested values can be compared up to 10 levels deep. Compare their parts instead";
    for (const levels of [11, 20, 60]) {
      expect(await answer(`SELECT ${maps(levels)} = ${maps(levels)}`)).toBe(sentence);
      const arrays = maps(levels).replaceAll("MAP(INTEGER, ", "ARRAY(");
      expect(await answer(`SELECT ${arrays} <> ${arrays}`)).toBe(sentence);
    }
  });

  it("repeated operands keep their values", async () => {
    const numbers = Array.from({ length: 30 }, (_, index) => index);
    const joined = numbers.map((number) => `ARRAY[${number}]`).join(" || ");
    const text = `SELECT ${joined} = sequence(0, 29), cardinality(${joined}), ${nested("1000 % (7 + ", "x")},
      MAP(ARRAY[1, 2], ARRAY[MAP(ARRAY['a'], ARRAY[nan()]), NULL]) = MAP(ARRAY[1, 2], ARRAY[MAP(ARRAY['a'], ARRAY[nan()]), NULL]),
      MAP(ARRAY[1, 2], ARRAY[MAP(ARRAY['a'], ARRAY[x]), NULL]) = MAP(ARRAY[1, 2], ARRAY[MAP(ARRAY['a'], ARRAY[5]), NULL]),
      MAP(ARRAY[1], ARRAY[MAP(ARRAY['a'], ARRAY[x])]) = MAP(ARRAY[1], ARRAY[MAP(ARRAY['a'], ARRAY[5])])
      FROM (VALUES 5) AS t(x)`;
    const { sql, relations } = await compileQuery(text, { resolve });
    const read = await instance.connection.runAndReadAll(executableSql(sql, relations, () => []));
    let remainder = 5;
    for (let level = 0; level < 40; level += 1) remainder = 1000 % (7 + remainder);
    expect(read.getRowsJson()).toEqual([[true, "30", remainder, false, null, true]]);
  });
});

describe("grouping sets", () => {
  const cube = (count: number): string =>
    `SELECT count(*) FROM t GROUP BY CUBE(${list(count, (index) => `a + ${index}`)})`;

  it("a query has at most 2,048 grouping sets, as in Trino", async () => {
    expect(await answer(cube(11))).toBe("runs");
    expect(await answer(cube(12))).toBe(TOO_MANY_SETS);
    expect(await answer(cube(2000))).toBe(TOO_MANY_SETS);
  });

  it("grouping sets are combined pairwise", async () => {
    const cubes = list(6, () => "CUBE(a, b)");
    expect(await answer(`SELECT count(*) FROM t GROUP BY ${cubes}`)).toBe(TOO_MANY_SETS);
    const sets = list(50, () => "(a)");
    expect(
      await answer(`SELECT count(*) FROM t GROUP BY GROUPING SETS (${sets}), ROLLUP(${list(49, () => "b")})`),
    ).toBe(TOO_MANY_SETS);
    expect(
      await answer("SELECT count(*) FROM t GROUP BY CUBE(a, b), ROLLUP(a), GROUPING SETS ((a), ())"),
    ).toBe("runs");
  });
});

it("a DISTINCT aggregate writes its arguments once, however deep they are nested", async () => {
  const nested = Array.from({ length: 20 }).reduce<string>(
    (inner) => `(SELECT count(DISTINCT ${inner}) FROM t)`,
    "1",
  );
  const { sql } = await compileQuery(`SELECT ${nested}`, { resolve });
  expect(sql.match(/count\(DISTINCT/g)).toHaveLength(20);
});
