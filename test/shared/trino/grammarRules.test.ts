import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type LocalEngine, localEngine } from "#test/sql/localEngine.ts";
import { messageOf } from "./messageOf.ts";

describe("syntax of Trino's grammar", () => {
  let engine: LocalEngine;

  beforeAll(async () => {
    engine = await localEngine();
  });

  afterAll(() => engine.close());

  it.each([
    ["SELECT ((SELECT 1) INTERSECT (SELECT 1))", [[1]]],
    ["SELECT (((SELECT 3) UNION (SELECT 4)) ORDER BY 1 LIMIT 1) + 1", [[4]]],
    ["SELECT ((SELECT 1) + (SELECT 2))", [[3]]],
    ["SELECT ((SELECT 1), (SELECT 2)) = (1, 2)", [[true]]],
    ["SELECT x FROM (VALUES 1, 2, 3) t (x) WHERE x IN ((SELECT 1) UNION (SELECT 3)) ORDER BY x", [[1], [3]]],
    ["SELECT 2 IN ((VALUES 1, 2, 3) ORDER BY 1 LIMIT 1)", [[false]]],
    [
      "SELECT count(*) FROM (VALUES 1, 2) t (x) GROUP BY GROUPING SETS ((x) > 1, (x), ()) ORDER BY 1",
      [["1"], ["1"], ["1"], ["1"], ["2"]],
    ],
    ["SELECT 1 IN ((SELECT 1)), 1 IN ((SELECT 2), (SELECT 1))", [[true, true]]],
    ["SELECT s.x FROM ((SELECT 1 AS x) t) AS s", [[1]]],
    ["WITH t AS (SELECT 1 AS x) SELECT s.x FROM (t) AS s", [[1]]],
    ["WITH t AS (SELECT 1 AS x) SELECT y FROM ((t) s (y))", [[1]]],
    [`SELECT json_value('{"a": 1}', 'lax $.a' AS path), json_exists('{}', 'lax $.a' AS p)`, [["1", false]]],
  ])("the query %s runs", async (query, rows) => {
    expect(await engine.answer(query)).toMatchObject({ rows });
  });
});

describe("syntax that is refused", () => {
  it.each([
    ["SELECT grouping() FROM t GROUP BY a", "Expected a column that the query groups by, found )"],
    ["SELECT count(*) FROM t GROUP BY ROLLUP ()", "Expected an expression, found )"],
    ["SELECT count(*) FROM t GROUP BY CUBE ()", "Expected an expression, found )"],
    ["SELECT -0xFF", "A minus cannot precede 0xFF: write -(0xFF)"],
    ["SELECT a * - 0b1[1] FROM t", "A minus cannot precede 0b1: write -(0b1)"],
    ["SELECT current_timestamp AT TIME ZONE b FROM t", "or use at_timezone(x, zone)"],
    ["SELECT U&'x!0041' UESCAPE 'é'", "The character after UESCAPE cannot be é"],
    ["SELECT a 'x' FROM t", "there is no type a. Put an alias in double quotes"],
    ["SELECT json_object(NULL || 'a' : 1)", "A key of JSON_OBJECT must be a string literal"],
    [
      "SELECT x.a FROM (t JOIN t AS u ON true) AS x",
      "Only a table or a query in parentheses can have an alias",
    ],
  ])("the query %s is refused with a reason", async (query, sentence) => {
    expect(await messageOf(query)).toContain(sentence);
  });
});
