import { DomainError } from "@pdp/basics/errors";
import { compileQuery } from "@pdp/trino/compile";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { explainError } from "#shared/engines/duckdb/explainError.ts";
import { executableSql } from "#shared/engines/duckdb/relationSql.ts";
import { type EmptyInstance, emptyInstance } from "#test/shared/engines/emptyInstance.ts";
import { relationResolver } from "#test/shared/engines/parquetLake.ts";

let instance: EmptyInstance;

beforeAll(async () => {
  instance = await emptyInstance({ memoryLimit: "500MB", threads: 1, temporaryLimit: "10MB" });
});

afterAll(() => instance.close());

/** Returns the rows of a query, or its refusal message. */
async function answer(query: string): Promise<unknown> {
  const rows = "(VALUES (1, 'x'), (2, 'y'), (3, 'z'), (NULL, 'w')) AS v (a, b)";
  const text = `WITH t AS (SELECT * FROM ${rows}) ${query}`;
  try {
    const { sql, relations } = await compileQuery(text, { resolve: relationResolver({}) });
    const read = await instance.connection.runAndReadAll(executableSql(sql, relations, () => []));
    return read.getRowsJson();
  } catch (error) {
    const explained = explainError(error, "500MB", { text });
    if (explained instanceof DomainError) return explained.message.replace(/ \(line.*\)\.$/, ".");
    throw error;
  }
}

const INNER = "(SELECT a FROM (VALUES 100) AS p (a))";
const OUTER = "(SELECT t.a FROM (VALUES 100) AS p (a))";
const UNGROUPED = "Column a must be in GROUP BY or in an aggregate function.";

describe("a query in GROUP BY", () => {
  it("a query in GROUP BY is distinguished from a query of the inner column", async () => {
    const rows = await answer(`SELECT ${INNER} AS k, count(*) FROM t GROUP BY ${OUTER}`);
    expect(rows).toEqual(Array(4).fill([100, "1"]));
  });

  it("a query in GROUP BY does not group the outer query's column", async () => {
    expect(await answer(`SELECT ${OUTER} AS k, count(*) FROM t GROUP BY ${INNER}`)).toBe(UNGROUPED);
  });

  it("a query in GROUP BY is distinguished from a query in HAVING", async () => {
    const rows = await answer(
      `SELECT b, count(*) FROM t GROUP BY b, ${OUTER} HAVING ${INNER} = 100 ORDER BY b`,
    );
    expect(rows).toEqual(["w", "x", "y", "z"].map((b) => [b, "1"]));
  });

  it("a query in GROUP BY is distinguished from a query with EXISTS", async () => {
    const exists = (inner: string): string =>
      `EXISTS (SELECT 1 FROM (VALUES 1, 100) AS p (a) WHERE p.a = ${inner})`;
    const rows = await answer(`SELECT ${exists("a")}, count(*) FROM t GROUP BY ${exists("t.a")}`);
    expect(rows).toEqual([
      [true, "1"],
      [true, "3"],
    ]);
  });

  it("letter case and spaces do not change a query in GROUP BY", async () => {
    const rows = await answer(
      `SELECT ( select  T.A from (VALUES 100) AS P ("a")) AS k, count(*) FROM t GROUP BY ${OUTER} ORDER BY k`,
    );
    expect(rows).toEqual([
      [1, "1"],
      [2, "1"],
      [3, "1"],
      [null, "1"],
    ]);
  });
});

describe("a lambda in GROUP BY", () => {
  it("a lambda is distinguished from one with a column named like a parameter", async () => {
    const lambda = (of: string): string => `transform(ARRAY[7], a -> ${of})`;
    expect(await answer(`SELECT ${lambda("t.a")} FROM t GROUP BY ${lambda("a")}`)).toBe(UNGROUPED);
  });

  it("a lambda groups a column whether or not the column is qualified", async () => {
    const rows = await answer(
      "SELECT transform(ARRAY[7], i -> t.a + i) FROM t WHERE a = 1 GROUP BY transform(ARRAY[7], i -> a + i)",
    );
    expect(rows).toEqual([[[8]]]);
  });
});

describe("strings generated only for comparison", () => {
  it("strings generated only for comparison do not count towards the size limit of the output", async () => {
    let query = "0";
    for (let level = 0; level < 8; level += 1)
      query = `(SELECT (((a + 1) + ${query}) + 2) + 3 FROM t WHERE a = 1 GROUP BY a + 01)`;
    expect(await answer(`SELECT ${query}`)).toEqual([[56]]);
  });

  it("strings generated only for comparison have a limit, which is stated in the error", async () => {
    const chain = (first: string): string =>
      `a + ${first}${Array.from({ length: 88 }, (_, index) => ` + ${index}`).join("")}`;
    const items = Array.from({ length: 200 }, () => chain("1")).join(", ");
    expect(await answer(`SELECT ${items} FROM t GROUP BY ${chain("01")}`)).toBe(
      "This is nested too deeply or repeated too often to be translated: compute parts of it in a WITH query.",
    );
  });
});
