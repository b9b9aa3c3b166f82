import { DuckDBInstance } from "@duckdb/node-api";
import { DomainError } from "@pdp/basics/errors";
import { compileQuery } from "@pdp/trino/compile";
import { afterEach, describe, expect, it } from "vitest";
import { explainError } from "#shared/engines/duckdb/explainError.ts";
import { registerFunctions } from "#shared/engines/duckdb/registerFunctions.ts";
import { executableSql } from "#shared/engines/duckdb/relationSql.ts";
import { computeRows, idleClock, RowTimeout } from "#shared/engines/duckdb/rowDeadline.ts";
import { type EmptyInstance, emptyInstance } from "#test/shared/engines/emptyInstance.ts";
import { parquetLake, relationResolver } from "#test/shared/engines/parquetLake.ts";

const opened: EmptyInstance[] = [];

afterEach(async () => {
  for (const instance of opened.splice(0)) await instance.close();
});

async function open(threads: number): Promise<EmptyInstance> {
  const instance = await emptyInstance({ memoryLimit: "500MB", threads, temporaryLimit: "10MB" });
  opened.push(instance);
  return instance;
}

async function rowsOf({ connection }: Pick<EmptyInstance, "connection">, text: string): Promise<unknown[][]> {
  const { sql, relations } = await compileQuery(text, { resolve: relationResolver({}) });
  try {
    return (await connection.runAndReadAll(executableSql(sql, relations, () => []))).getRowsJson();
  } catch (error) {
    throw explainError(error, "500MB", { text });
  }
}

describe.each([1, 4])("with %i threads, registered functions", (threads) => {
  it("registered functions compute every row of many chunks in a locked instance, even with two concurrent queries", async () => {
    const query = `SELECT count(*), sum(length(s)), count_if(regexp_like(s, '(?<=A)7')), max(regexp_replace(s, '(A)(\\d)(?!\\d)', x -> x[2])),
      sum(levenshtein_distance(s, 'ä')), sum(cardinality(regexp_split(s, '(?=\\d)'))), count(regexp_extract(s, 'Ä'))
      FROM (SELECT 'A' || CAST(n % 100 AS VARCHAR) AS s FROM UNNEST(sequence(1, 10000)) AS a (n) CROSS JOIN UNNEST(sequence(1, 3)) AS b (m))`;
    const one = await open(threads);
    const other = await open(threads);
    const texts = Array.from({ length: 100 }, (_, index) => `A${index}`);
    const total = (value: (text: string) => number): string =>
      `${texts.map(value).reduce((sum, one) => sum + one, 0) * 300}`;
    const expected = [
      "30000",
      total((text) => text.length),
      total((text) => Number(/(?<=A)7/.test(text))),
      "A99",
      total((text) => text.length),
      total((text) => text.split(/(?=\d)/).length),
      "0",
    ];
    const found = await Promise.all([rowsOf(one, query), rowsOf(other, query)]);
    expect(found).toEqual([[expected], [expected]]);
  });

  it("registered functions return NULL for NULL and report errors in a row's pattern", async () => {
    const instance = await open(threads);
    const patterns = "(VALUES 'b', NULL, '(?=c)', '^x') AS t (p)";
    expect(await rowsOf(instance, `SELECT regexp_position('abc', p) FROM ${patterns}`)).toEqual([
      [2],
      [null],
      [3],
      [-1],
    ]);
    const wrong = rowsOf(instance, "SELECT regexp_like('abc', p) FROM (VALUES 'a', 'a(') AS t (p)");
    await expect(wrong).rejects.toThrow("This regular expression has a parenthesis that is not closed");
    await expect(wrong).rejects.toBeInstanceOf(DomainError);
    expect(await rowsOf(instance, "SELECT try(regexp_count('abc', p)) FROM (VALUES 'a(') AS t (p)")).toEqual([
      [null],
    ]);
  });
});

describe("the deadline of registered functions", () => {
  it("the deadline stops a pattern that backtracks too much, and the instance remains usable", async () => {
    const connection = await (await DuckDBInstance.create(":memory:")).connect();
    registerFunctions(connection, idleClock(), 50);
    const instance = { connection };
    const text = `${"a".repeat(60)}!`;
    await expect(rowsOf(instance, `SELECT regexp_like('${text}', '(a|aa)+(?=b)')`)).rejects.toThrow(
      "The function takes too long for a string. Use fewer nested repetitions in the pattern, or shorten the string",
    );
    expect(await rowsOf(instance, "SELECT regexp_like('aab', '(a|aa)+(?=b)')")).toEqual([[true]]);
    connection.closeSync();
  });

  it("the error explains that a result is too long for a string", async () => {
    const query =
      "SELECT length(regexp_replace(rpad('a', 10000, 'ab'), '(?=.)', rpad('', 100000, 'x'))) FROM (VALUES 1) AS t (n)";
    await expect(rowsOf(await open(1), query)).rejects.toThrow("The result of the function is too large");
  });

  it("the error explains that the product of counts is too large", async () => {
    const query = "SELECT regexp_like('a', '(a{500}){500}')";
    await expect(rowsOf(await open(1), query)).rejects.toThrow("This regular expression is too large");
  });
});

describe("the time limit for rows in a chunk", () => {
  const forever = (): void => {
    for (;;);
  };

  it("the time limit applies to each row, not to the chunk as a whole", () => {
    const attempts = [0, 0, 0, 0];
    const compute = (row: number): void => {
      attempts[row] = (attempts[row] ?? 0) + 1;
      // As if the earlier rows had used up the time.
      if (row > 0 && attempts[row] === 1) forever();
    };
    computeRows(4, compute, 20, idleClock());
    expect(attempts).toEqual([1, 2, 2, 2]);
    expect(() => computeRows(1, forever, 20, idleClock())).toThrow(RowTimeout);
  });

  it("the query's time limit cuts the row's limit short, even while the query waits for its reader", () => {
    let computed = 0;
    const clock = { ...idleClock(), limitMs: 300, remainingMs: 0 };
    const count = (): void => {
      computed += 1;
    };
    expect(() => computeRows(1, count, 2_000, clock)).toThrow("The query took longer than 0.3 s");
    expect([computed, clock.isOver]).toEqual([0, true]);
    const short = { ...idleClock(), limitMs: 300, remainingMs: 20 };
    expect(() => computeRows(1, forever, 60_000, short)).toThrow("The query took longer than 0.3 s");
    expect(short.isOver).toBe(true);
  });

  it("the computation of rows ends when the query's time limit is reached", async () => {
    const lake = await parquetLake();
    try {
      const engine = lake.engine({ timeoutMs: 300, threads: 1 });
      const text = `SELECT count_if(regexp_like(s, '(a|aa)+(?=b)')) AS n
        FROM (SELECT rpad('', 60, 'a') || CAST(n AS VARCHAR) AS s FROM UNNEST(sequence(1, 5)) AS t (n))`;
      const query = await compileQuery(text, { resolve: relationResolver({}) });
      const running = (async () => {
        for await (const _ of await engine.run(query, { compression: null }));
      })();
      await expect(running).rejects.toThrow("The query took longer than 0.3 s");
    } finally {
      await lake.close();
    }
  });
});
