import { compileStatement } from "@pdp/trino/compile";
import type { ResolveRelation } from "@pdp/trino/relations";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { planLines } from "#shared/engines/duckdb/analyzedPlan.ts";
import { ENDLESS, engineTables } from "#test/shared/engines/engineTables.ts";
import { type ParquetLake, parquetLake, relationResolver, rowsOf } from "#test/shared/engines/parquetLake.ts";

let lake: ParquetLake;
let engine: ReturnType<ParquetLake["engine"]>;
let resolve: ResolveRelation;

beforeAll(async () => {
  lake = await parquetLake();
  resolve = relationResolver(await engineTables(lake.write));
  engine = lake.engine({ warm: 1 });
});

afterAll(() => lake.close());

async function plan(text: string, timeoutMs?: number): Promise<string> {
  const query = await compileStatement(`EXPLAIN ANALYZE ${text}`, { resolve });
  const rows = await rowsOf(timeoutMs === undefined ? engine : lake.engine({ timeoutMs }), query);
  expect(rows).toEqual([{ "Query Plan": expect.any(String) }]);
  return String(rows[0]?.["Query Plan"]);
}

describe("EXPLAIN ANALYZE", () => {
  it("the plan shows the time and the rows of each step, below the tables that the query reads", async () => {
    const text = await plan(
      "SELECT id % 10 AS k, count(*) AS n FROM large WHERE id > 9 GROUP BY 1 ORDER BY 2 LIMIT 3",
    );
    expect(text).toMatch(/^Reads 1 table: 1 file, [\d,]+ bytes$/m);
    expect(text).toMatch(/^Gives 2 columns: "k" bigint, "n" bigint$/m);
    expect(text).toMatch(/^Time: [\d.]+ ms in total/m);
    expect(text).toMatch(/^ *- sort: 3 rows, [\d.]+ ms$/m);
    expect(text).toMatch(/^ *- aggregate: 10 rows, [\d.]+ ms$/m);
    expect(text).toMatch(/^ *- read rows: [\d,]+ rows, [\d.]+ ms$/m);
  });

  it("a plan contains no generated names, paths or names of engine operators", async () => {
    const queries = [
      "SELECT a.id FROM large AS a JOIN m AS b ON a.id = b.id WHERE a.sequence LIKE 'seq%'",
      "WITH RECURSIVE t (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 3) SELECT n FROM t",
      "SELECT row_number() OVER (ORDER BY id), (SELECT max(id) FROM large) FROM m UNION SELECT 1, 2",
      "VERBOSE SELECT x FROM UNNEST(ARRAY[1, 2]) AS t (x) CROSS JOIN m TABLESAMPLE BERNOULLI (50)",
    ];
    for (const query of queries) {
      const [, steps = ""] = (await plan(query)).split(/^Time: .*$/m);
      expect(steps).toMatch(/^(?:\n *- [a-zA-Z ]+: [\d,]+ rows?, [\d.]+ ms)+$/);
      expect(steps).not.toMatch(/other work|[A-Z]{5}|__|parquet|\//);
    }
  });

  it("a query that fails ends with its error", async () => {
    await expect(plan("SELECT CAST(sequence AS BIGINT) FROM large")).rejects.toMatchObject({
      code: "invalid_sql",
    });
    await expect(plan("SELECT nothing FROM large")).rejects.toThrow("There is no column nothing");
    await expect(plan("SHOW TABLES")).rejects.toThrow("Expected SELECT, found SHOW");
  });

  it("a query that takes too long stops at its time limit", async () => {
    await expect(plan(ENDLESS, 200)).rejects.toMatchObject({ code: "query_timeout" });
  });

  it("a plan has a limited number of lines", () => {
    let operator = { operator_type: "FILTER", children: [] as object[] };
    for (let depth = 0; depth < 5_000; depth += 1)
      operator = { operator_type: "FILTER", children: [operator] };
    const lines = planLines({ latency: 1, children: [operator] });
    expect(lines).toHaveLength(502);
    expect(lines.at(-1)).toBe("…");
  });
});
