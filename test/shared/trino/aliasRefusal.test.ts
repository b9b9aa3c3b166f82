import { describe, expect, it } from "vitest";
import { messageOf } from "./messageOf.ts";

const FROM_QUERY = "select from a query that has it";

describe("an alias in a clause that cannot use it", () => {
  it.each([
    ["SELECT a + 1 AS x FROM t WHERE x > 1", "write (a + 1) here", 32],
    ["SELECT a + 1 AS x, count(*) FROM t GROUP BY x", "write GROUP BY 1", 45],
    ["SELECT b, a + 1 AS x, count(*) FROM t GROUP BY b, x", "write 2 here", 51],
    ["SELECT a + 1 AS x, count(*) FROM t GROUP BY x % 2", "write (a + 1) here", 45],
    ["SELECT a + 1 AS x, count(*) FROM t GROUP BY ROLLUP (x)", "write (a + 1) here", 53],
    ["SELECT b, count(*) AS n FROM t GROUP BY b HAVING n > 1", "write count(*) here", 50],
    ["SELECT b, count(*) AS n FROM t WHERE n > 1 GROUP BY b", "filter with HAVING instead of WHERE", 38],
    ["SELECT b, count(*) AS n FROM t GROUP BY n", FROM_QUERY, 41],
    ["SELECT b, count(*) AS n, sum(n) FROM t GROUP BY b", FROM_QUERY, 30],
    ["SELECT rank() OVER (ORDER BY a) AS r FROM t GROUP BY r", FROM_QUERY, 54],
    ["SELECT 1 + rank() OVER (ORDER BY a) AS r FROM t WHERE r = 1", FROM_QUERY, 55],
    ["SELECT a AS x, x * 2 FROM t", "write a here", 16],
    [
      "SELECT rank() OVER (ORDER BY a) AS r FROM t WHERE r = 1",
      "write SELECT * FROM (SELECT …) AS q WHERE r = 1, because window functions are evaluated after WHERE",
      51,
    ],
    [
      `SELECT concat(b, '${"x".repeat(80)}') AS x FROM t WHERE x = ''`,
      `repeat its expression, or ${FROM_QUERY}`,
      120,
    ],
    ["SELECT a AS x, transform(ARRAY[7], a -> a + x) FROM t", FROM_QUERY, 45],
    ["SELECT *, a AS x FROM t GROUP BY x", "write a here", 34],
  ])("the error for an alias suggests its expression: %s", async (query, remedy, at) => {
    const [, name] = /^(\w) is/.exec(await messageOf(query)) ?? [];
    expect(await messageOf(query)).toBe(
      `${name} is an alias of this SELECT, and is available only in its ORDER BY: ${remedy} (line 1, column ${at}).`,
    );
  });

  it("an alias of an outer SELECT is not suggested, because it may mean another column", async () => {
    expect(await messageOf("SELECT a AS z, (SELECT max(a) FROM t AS s WHERE s.a = z) FROM t")).toBe(
      `z is an alias of the SELECT around this query, and is available only in its ORDER BY: ${FROM_QUERY} (line 1, column 55).`,
    );
  });
});
