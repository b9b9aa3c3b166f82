import { compileStatement } from "@pdp/trino/compile";
import { describe, expect, it } from "vitest";
import { messageOf, resolve } from "./messageOf.ts";

describe("aggregates and window functions", () => {
  it.each([
    [
      "SELECT a FROM t WHERE sum(a) > 1",
      "WHERE cannot contain the aggregate sum: filter groups with HAVING (line 1, column 23).",
    ],
    [
      "SELECT a FROM t WHERE rank() OVER (ORDER BY a) = 1",
      "WHERE cannot contain the window function rank: SELECT * FROM (SELECT …) AS q WHERE … (line 1, column 23).",
    ],
    ["SELECT sum(a) FROM t GROUP BY 1", "GROUP BY cannot contain the aggregate sum"],
    ["SELECT 1 FROM t AS x JOIN t AS y ON x.a = max(y.a)", "ON cannot contain the aggregate max"],
    ["SELECT max(a) FROM t HAVING rank() OVER () = 1", "HAVING cannot contain the window function rank"],
    [
      "SELECT sum(max(a)) FROM t",
      "sum cannot contain the aggregate max: aggregate in a subquery in FROM first (line 1, column 12).",
    ],
    ["SELECT sum(rank() OVER ()) FROM t", "sum cannot contain the window function rank"],
    ["SELECT rank() OVER (ORDER BY rank() OVER ()) FROM t", "rank cannot contain the window function rank"],
    [
      "SELECT b, count(*) FROM t",
      "Column b must be in GROUP BY or in an aggregate function (line 1, column 8).",
    ],
    [
      "SELECT x, count(*) FROM (VALUES 1) AS v (x)",
      "Column x must be in GROUP BY or in an aggregate function (line 1, column 8).",
    ],
    [
      "SELECT b FROM t GROUP BY b HAVING a > 1",
      "Column a must be in GROUP BY or in an aggregate function (line 1, column 35).",
    ],
    [
      "SELECT b FROM t GROUP BY b ORDER BY a",
      "Column a must be in GROUP BY or in an aggregate function (line 1, column 37).",
    ],
    [
      "SELECT *, count(*) FROM t GROUP BY a",
      "Column b must be in GROUP BY or in an aggregate function (line 1, column 8).",
    ],
  ])(
    "aggregates and window functions are refused in clauses that do not allow them: %s",
    async (query, message) => {
      expect(await messageOf(query)).toContain(message);
    },
  );

  it.each([
    "SELECT upper(b) || 'x', sum(sum(a)) OVER (ORDER BY upper(b)) FROM t GROUP BY upper(b)",
    "SELECT T.a + 1 FROM t GROUP BY a + 1 ORDER BY a + 1, count(*)",
    "SELECT ceil(a) FROM t GROUP BY ceiling(a)",
    "SELECT transform(array_agg(a), b -> b + 1) FROM t",
    "SELECT b AS x FROM t GROUP BY b ORDER BY upper(x)",
    "SELECT * FROM (SELECT a, b FROM t) GROUP BY 1, b",
    "SELECT (SELECT count(*) FROM t AS u WHERE u.b = t.b) FROM t GROUP BY b",
  ])("aggregates and window functions are accepted in clauses that allow them: %s", async (query) => {
    await expect(compileStatement(query, { resolve })).resolves.toBeDefined();
  });
});
