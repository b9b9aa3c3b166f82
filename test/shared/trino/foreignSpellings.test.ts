import { compileStatement } from "@pdp/trino/compile";
import { describe, expect, it } from "vitest";
import { FOREIGN_FUNCTIONS } from "../../../shared/trino/foreign/foreignFunctions.ts";
import { FOREIGN_CHARACTERS, FOREIGN_SYNTAX } from "../../../shared/trino/foreign/foreignSyntax.ts";
import { FOREIGN_TYPES } from "../../../shared/trino/foreign/foreignTypes.ts";
import { trinoFunctions } from "../../../shared/trino/functions/trinoFunctions.ts";
import { messageOf, resolve } from "./messageOf.ts";

/** Invalid query for each spelling, with the error column and part of the suggested fix. */
const SYNTAX: Record<string, [query: string, column: number, remedy: string]> = {
  "NOT ILIKE": ["SELECT a FROM t WHERE b NOT ILIKE 'x%'", 25, "lower(x) NOT LIKE lower('…')"],
  ILIKE: ["SELECT a FROM t WHERE b ILIKE 'x%'", 25, "lower(x) LIKE lower('…')"],
  "NOT RLIKE": ["SELECT a FROM t WHERE b NOT RLIKE 'x'", 25, "NOT regexp_like(x, 'pattern')"],
  RLIKE: ["SELECT b RLIKE 'x' FROM t", 10, "regexp_like(x, 'pattern')"],
  "NOT REGEXP": ["SELECT a FROM t WHERE b NOT REGEXP 'x'", 25, "NOT regexp_like"],
  REGEXP: ["SELECT a FROM t WHERE b REGEXP 'x'", 25, "regexp_like(x, 'pattern')"],
  "SIMILAR TO": ["SELECT a FROM t WHERE b SIMILAR TO 'x'", 25, "regexp_like"],
  GLOB: ["SELECT a FROM t WHERE b GLOB 'x*'", 25, "x LIKE 'a%'"],
  QUALIFY: ["SELECT a FROM t QUALIFY row_number() OVER () = 1", 17, "row_number() OVER (…) AS n"],
  "DISTINCT ON": ["SELECT DISTINCT ON (a) a FROM t", 8, "PARTITION BY x ORDER BY y"],
  "UNPIVOT ( NAME FOR": [
    "SELECT * FROM t UNPIVOT (v FOR n IN (a))",
    17,
    "CROSS JOIN UNNEST(ARRAY['a', 'b'], ARRAY[a, b])",
  ],
  "PIVOT ( NAME (": ["SELECT * FROM t PIVOT (sum(a) FOR b IN ('x'))", 17, "FILTER (WHERE name = 'a')"],
  "LIMIT # ,": ["SELECT a FROM t LIMIT 10, 5", 17, "OFFSET x LIMIT y"],
  "LIMIT # %": ["SELECT a FROM t LIMIT 10%", 17, "TABLESAMPLE BERNOULLI (10)"],
  "TOP #": ["SELECT TOP 3 a FROM t", 8, "LIMIT 3 at the end"],
  "= =": ["SELECT a FROM t WHERE a == 1", 25, "write x = y"],
  "< = >": ["SELECT a FROM t WHERE a < = > 1", 25, "x IS NOT DISTINCT FROM y"],
  "<= >": ["SELECT a FROM t WHERE a <=> 1", 25, "x IS NOT DISTINCT FROM y"],
  "-> >": ["SELECT b ->> 'x' FROM t", 10, "json_extract_scalar(x, '$.name')"],
  "' ->": ["SELECT '{}' -> 'x'", 8, "json_extract(x, '$.name')"],
  ": :": ["SELECT (a::DOUBLE) FROM t", 10, "CAST(x AS type)"],
  "* EXCLUDE": ["SELECT * EXCLUDE (a) FROM t", 8, "list the columns"],
  "* EXCEPT (": ["SELECT * EXCEPT (a) FROM t", 8, "list the columns"],
  "* REPLACE": ["SELECT * REPLACE (1 AS a) FROM t", 8, "list the columns"],
  "LATERAL VIEW": ["SELECT y FROM t LATERAL VIEW explode(b) u AS y", 17, "CROSS JOIN UNNEST(x) AS u (y)"],
  "CROSS APPLY": ["SELECT a FROM t CROSS APPLY (SELECT 1) u", 17, "CROSS JOIN LATERAL (SELECT …) AS u"],
  "OUTER APPLY": [
    "SELECT a FROM t OUTER APPLY (SELECT 1) u",
    17,
    "LEFT JOIN LATERAL (SELECT …) AS u ON true",
  ],
  "ASOF JOIN": ["SELECT a FROM (t) ASOF JOIN t", 19, "row_number() is 1"],
  "LEFT SEMI": ["SELECT a FROM t LEFT SEMI JOIN t u ON true", 17, "WHERE x IN (SELECT y FROM …)"],
  "SEMI JOIN": ["SELECT a FROM t u SEMI JOIN t", 19, "WHERE x IN (SELECT y FROM …)"],
  "LEFT ANTI": ["SELECT a FROM t LEFT ANTI JOIN t u ON true", 17, "WHERE NOT EXISTS"],
  "ANTI JOIN": ["SELECT a FROM t u ANTI JOIN t", 19, "WHERE NOT EXISTS"],
  ISNULL: ["SELECT a FROM t WHERE a ISNULL", 25, "x IS NULL"],
  NOTNULL: ["SELECT a FROM t WHERE a NOTNULL", 25, "x IS NOT NULL"],
  "IS TRUE": ["SELECT a = 1 FROM t WHERE (a = 1) IS TRUE", 35, "x IS NOT DISTINCT FROM true"],
  "IS FALSE": ["SELECT a FROM t WHERE (a = 1) IS FALSE", 31, "x IS NOT DISTINCT FROM false"],
  "IS NOT TRUE": ["SELECT a FROM t WHERE (a = 1) IS NOT TRUE", 31, "x IS DISTINCT FROM true"],
  "IS NOT FALSE": ["SELECT a FROM t WHERE (a = 1) IS NOT FALSE", 31, "x IS DISTINCT FROM false"],
  "* *": ["SELECT a ** 2 FROM t", 10, "power(x, y)"],
  "/ /": ["SELECT a // 2 FROM t", 10, "x / y, which is integer division for integers"],
  "DIV #": ["SELECT a DIV 2 FROM t", 10, "x / y, which is integer division for integers"],
  "DIV NAME": ["SELECT a DIV a FROM t", 10, "x / y, which is integer division for integers"],
  "MOD #": ["SELECT a MOD 2 FROM t", 10, "x % y or mod(x, y)"],
  XOR: ["SELECT a FROM t WHERE a = 1 XOR a = 2", 29, "x <> y"],
  "MINUS SELECT": ["SELECT a FROM t MINUS SELECT 1", 17, "write EXCEPT"],
  "UNION BY": ["SELECT a FROM t UNION BY NAME SELECT a FROM t", 17, "in the same order"],
  "USING SAMPLE": ["SELECT a FROM t USING SAMPLE 10", 17, "TABLESAMPLE BERNOULLI (10)"],
  "AS OF VERSION": ["SELECT a FROM t AS OF VERSION 3", 17, "FROM t FOR VERSION AS OF 3"],
  "NAME VERSION AS OF": ["SELECT a FROM t VERSION AS OF 3", 15, "FROM t FOR VERSION AS OF 3"],
  "AS OF TIMESTAMP": ["SELECT a FROM t AS OF TIMESTAMP '2026-01-01'", 17, "FOR TIMESTAMP AS OF TIMESTAMP"],
  "NAME TIMESTAMP AS OF": [
    "SELECT a FROM t TIMESTAMP AS OF '2026-01-01'",
    15,
    "FOR TIMESTAMP AS OF TIMESTAMP",
  ],
  "INTERVAL #": ["SELECT d + INTERVAL 7 DAY FROM t", 12, "INTERVAL '7' DAY"],
  "[": ["SELECT [1, 2]", 8, "ARRAY[1, 2]"],
};

describe("a spelling from another dialect", () => {
  it("every kind of foreign spelling has an example", () => {
    expect(Object.keys(SYNTAX)).toEqual(FOREIGN_SYNTAX.map(({ tokens }) => tokens.join(" ")));
  });

  it.each(Object.values(SYNTAX))("the error suggests Trino's spelling: %s", async (query, at, remedy) => {
    const message = await messageOf(query);
    expect(message).toContain(remedy);
    expect(message).toContain(`(line 1, column ${at}).`);
  });

  it.each(Object.entries(FOREIGN_CHARACTERS))(
    "a foreign spelling may be a single character: %s",
    async (character, sentence) => {
      expect(await messageOf(`SELECT a ${character} 1 FROM t`)).toBe(`${sentence} (line 1, column 10).`);
    },
  );

  it.each([
    ["SELECT d - INTERVAL '7 days' FROM t", "write INTERVAL '7' DAY (line 1, column 12)."],
    ["SELECT d - INTERVAL '-2 weeks' FROM t", "write INTERVAL '-14' DAY (line 1, column 12)."],
    [
      "SELECT order FROM t",
      'found order (line 1, column 8). To use a reserved word as a name, put it in double quotes: "order".',
    ],
    [
      "SELECT a AS end FROM t",
      'found end (line 1, column 13). To use a reserved word as a name, put it in double quotes: "end".',
    ],
    [
      "SELECT * FROM group",
      'found group (line 1, column 15). To use a reserved word as a name, put it in double quotes: "group".',
    ],
    [
      "SELECT a, FROM t",
      "Expected an expression, found FROM (line 1, column 11). Remove the comma before FROM.",
    ],
    ["SELECT left(b, 2) FROM t", "Function left is not available: write substr(x, 1, n) (line 1, column 8)."],
  ])("the error reflects the intended meaning: %s", async (query, message) => {
    const said = await messageOf(query);
    expect(said.endsWith(message)).toBe(true);
  });
});

/** Columns of all kinds under the names used by the function table. */
const KINDS = [
  "'abc', 'abc', 2",
  "1.5e0, 2e0, 2",
  "7, 2, 2",
  "DATE '2026-01-31', DATE '2026-01-30', 2",
  "now(), now(), 2",
  "ARRAY[1, 2], ARRAY[3], 2",
  "ARRAY[1, 2], 3, 2",
  "ARRAY['a'], 'a', 2",
];

async function compiles(expression: string): Promise<boolean> {
  for (const kind of KINDS) {
    const rows = `t AS (SELECT *, y AS z FROM (VALUES (${kind})) AS v (x, y, n))`;
    const query = expression.startsWith("SELECT") ? expression : `SELECT ${expression} FROM t`;
    const isDone = await compileStatement(`WITH ${rows} ${query}`, { resolve }).then(
      () => true,
      () => false,
    );
    if (isDone) return true;
  }
  return false;
}

describe("a function from another dialect", () => {
  it("a foreign function is not one of the available Trino functions", () => {
    expect([...FOREIGN_FUNCTIONS.keys()].filter((name) => trinoFunctions.has(name))).toEqual([]);
  });

  it("suggested replacements run", async () => {
    const all = [...new Set([...FOREIGN_FUNCTIONS.values()].flat())];
    const failing: string[] = [];
    for (const expression of all) if (!(await compiles(expression))) failing.push(expression);
    expect(failing).toEqual([]);
  });

  it.each([
    [
      "median",
      "approx_percentile(x, 0.5); for an even number of values, it gives one of the two middle values",
    ],
    ["MEAN", "avg(x)"],
    ["std", "stddev(x); stddev_pop(x) for std of MySQL"],
    ["weekday", "day_of_week(x); 1 is Monday and 7 is Sunday"],
    ["mode", "map_keys(approx_most_frequent(1, x, 1000))[1]"],
    ["nvl", "coalesce(x, y)"],
    ["group_concat", "listagg(x, ',') WITHIN GROUP (ORDER BY x)"],
    ["len", "length(x)"],
    ["charindex", "strpos(x, 'part')"],
    ["percentile_cont", "approx_percentile(x, 0.5); it gives one of the values, never one between two"],
  ])("the error suggests Trino's equivalent: %s", async (name, remedy) => {
    const message = `Function ${name.toLowerCase()} is not available: write ${remedy} (line 1, column 8).`;
    expect(await messageOf(`SELECT ${name}(a) FROM t`)).toBe(message);
  });

  it.each([
    ["lenght", ". Did you mean length?"],
    ["regexp_extrct", ". Did you mean regexp_extract?"],
    ["sha5", ""],
    ["sinc", ""],
    ["map_contract", ""],
    ["xlength", ""],
    ["constructor", ""],
    ["__proto__", ""],
  ])("a foreign function is not mistaken for one with a different meaning: %s", async (name, meant) => {
    expect(await messageOf(`SELECT ${name}(b) FROM t`)).toBe(
      `Function ${name} is not available${meant} (line 1, column 8).`,
    );
  });
});

describe("a type or usage from another dialect", () => {
  it.each([
    ["SELECT CAST(a AS text) FROM t", "The type text is not available: write VARCHAR (line 1, column 18)."],
    [
      "SELECT CAST(a AS FLOAT64) FROM t",
      "The type FLOAT64 is not available: write DOUBLE (line 1, column 18).",
    ],
    ["SELECT CAST(a AS datetime) FROM t", "write TIMESTAMP (line 1, column 18)."],
    ["SELECT contains(b, 'x') FROM t", "write strpos(x, 'part') > 0 for strings (line 1, column 8)."],
    ["SELECT length(ARRAY[a]) FROM t", "write cardinality(x) for arrays (line 1, column 8)."],
    ["SELECT avg(b) FROM t", "write avg(CAST(x AS DOUBLE)) for strings (line 1, column 8)."],
    [
      "SELECT count(DISTINCT a, b) FROM t",
      "write count(DISTINCT (x, y)), which also counts rows with NULL (line 1, column 8).",
    ],
    ["SELECT date_trunc(month, d) FROM t", "Write a unit of time as a string: 'month'."],
  ])("the error suggests Trino's equivalent: %s", async (query, remedy) => {
    expect(await messageOf(query)).toContain(remedy);
  });

  it("suggested types can be written", async () => {
    for (const type of new Set(FOREIGN_TYPES.values())) {
      if (type.includes("…")) continue;
      await expect(compileStatement(`SELECT TRY(CAST(NULL AS ${type}))`, { resolve })).resolves.toBeDefined();
    }
  });
});

describe("an invalid date or time", () => {
  it.each([
    ["DATE '2024-02-30'", "February 2024 has 29 days"],
    ["DATE '1900-02-29'", "February 1900 has 28 days"],
    ["DATE '2024-04-31'", "April 2024 has 30 days"],
    ["DATE '2024-01-00'", "January 2024 has 31 days"],
    ["DATE '2024-13-01'", "There is no month 13"],
    ["TIMESTAMP '2023-02-29 10:00'", "February 2023 has 28 days"],
    ["TIMESTAMP '2024-02-29 24:00:00'", "There is no hour 24: days end at 23:59:59"],
    ["TIME '12:60'", "There is no minute 60"],
    ["TIME '12:30:61'", "There is no second 61"],
  ])("an invalid date or time is refused with the reason: %s", async (literal, sentence) => {
    expect(await messageOf(`SELECT ${literal}`)).toBe(`${sentence} (line 1, column 8).`);
  });
});
