import { DomainError } from "@pdp/basics/errors";
import { compileStatement } from "@pdp/trino/compile";
import type { CompiledQuery } from "@pdp/trino/relations";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { explainError } from "#shared/engines/duckdb/explainError.ts";
import { executableSql } from "#shared/engines/duckdb/relationSql.ts";
import { type EmptyInstance, emptyInstance } from "#test/shared/engines/emptyInstance.ts";
import { column, relationResolver } from "#test/shared/engines/parquetLake.ts";
import { conformance } from "#test/shared/trino/conformance.ts";
import { trinoFunctions } from "../../../shared/trino/functions/trinoFunctions.ts";

const resolve = relationResolver({
  t: {
    kind: "TABLE",
    columns: [column("a", "INT64"), column("b", "STRING"), column("x", "FLOAT64")],
    files: [],
  },
  w: { kind: "VIEW", query: "SELECT a, x AS y FROM t" },
});

let instance: EmptyInstance;

beforeAll(async () => {
  instance = await emptyInstance({ memoryLimit: "500MB", threads: 1, temporaryLimit: "10MB" });
});

afterAll(() => instance.close());

/** Compiles a string; returns undefined for a refusal. Any other error fails the test. */
async function compileOrRefuse(text: string): Promise<CompiledQuery | undefined> {
  try {
    return await compileStatement(text, { resolve });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    expect(error.kind).toBe("malformed");
    return undefined;
  }
}

/** Checks that DuckDB can parse the compiled text: it may refuse the types but never the syntax. */
async function expectReadable({ sql, relations }: CompiledQuery): Promise<void> {
  try {
    const statement = await instance.connection.prepare(executableSql(sql, relations, () => []));
    expect(statement.parameterCount).toBe(0);
  } catch (error) {
    const explained = explainError(error, "500MB", { text: "" });
    expect(explained, `${sql}\n${error}`).toBeInstanceOf(DomainError);
    expect((explained as DomainError).message).not.toMatch(/"[tvw]\d+"|LINE \d|__p\d|cast_to_type|list_/);
  }
}

const words =
  `SELECT FROM WHERE GROUP BY HAVING ORDER LIMIT OFFSET WITH AS ( ) , . * + - / % || = <> < > [ ] -> AND OR NOT NULL
  IS IN LIKE BETWEEN EXISTS CASE WHEN THEN ELSE END CAST ARRAY ROW UNNEST JOIN LEFT CROSS ON USING UNION ALL DISTINCT VALUES
  OVER PARTITION ROWS PRECEDING INTERVAL DAY DATE '2026-01-01' FOR VERSION OF 12 1.5 1e3 'x' t w a b x count sum max length
  SHOW TABLES COLUMNS DESCRIBE EXPLAIN TYPE VALIDATE RECURSIVE TABLE try transform "a" ; : ? -- /* */ $ @ # ' " \` é`.split(
    /\s+/,
  );
const soup = fc.array(fc.constantFrom(...words), { maxLength: 30 }).map((some) => some.join(" "));

const queries = [
  ...conformance().map(({ query }) => query),
  "SELECT a, count(*) AS n FROM t WHERE x > 0.5 AND b LIKE 'M%' GROUP BY a HAVING count(*) > 1 ORDER BY n DESC LIMIT 5",
  "WITH r AS (SELECT a, rank() OVER (PARTITION BY b ORDER BY x DESC) AS k FROM t) SELECT * FROM r JOIN w USING (a) WHERE k = 1",
  "WITH RECURSIVE r(n) AS (SELECT a FROM t UNION ALL SELECT n + 1 FROM r WHERE n < 5) SELECT n, count(*) FROM r GROUP BY n",
  "SHOW COLUMNS FROM t LIKE 'a!_%' ESCAPE '!'",
  "EXPLAIN SELECT a, try(sum(x) / count(*)) FROM t GROUP BY a",
  `SELECT json_query(b, 'lax $.w[*] ? (@.od > 0.5 && !(@.n == "A1")).n' WITH ARRAY WRAPPER) FROM t`,
  "SELECT u.c, avg(x / a) FROM t CROSS JOIN UNNEST(split(b, '')) AS u(c) GROUP BY u.c",
];
const tokens = (query: string): string[] =>
  query.match(/'[^']*'|"[^"]*"|[\d.]+(?:[eE]-?\d+)?|\w+|->|<>|<=|>=|\|\||[^\s\w]/g) ?? [];

/** Tokens that can replace each other without causing a syntax error. */
const kinds: [RegExp, string[]][] = [
  [/^'/, ["''", "'MKV'", "'x'", "'1'", "'2026-01-01'", "'day'", "'%Y'", "'('"]],
  [/^\d/, ["0", "1", "2", "-1", "1.5", "0.5e0", "9223372036854775807"]],
  [/^(?:[-+*/%=]|<>|<=|>=|\|\|)$/, ["+", "-", "*", "/", "%", "=", "<>", "<", ">=", "||"]],
  [/^[a-z_]{3,}\w*$/, [...trinoFunctions.keys()]],
  [/^[a-z]$/, ["a", "b", "x", "t", "w"]],
  [
    /^[A-Z]{2,}$/,
    ["AND", "OR", "IN", "ASC", "DESC", "UNION", "ALL", "DISTINCT", "LEFT", "ROWS", "IS", "NOT", "NULL"],
  ],
];

/** Valid query with some of its tokens dropped, duplicated, swapped or replaced, mostly with tokens of the same kind. */
const mutated = fc
  .tuple(
    fc.constantFrom(...queries),
    fc.array(
      fc.tuple(
        fc.nat(200),
        fc.constantFrom(
          "drop",
          "double",
          "swap",
          "replace",
          "alike",
          "alike",
          "alike",
          "alike",
          "alike",
          "alike",
        ),
        fc.nat(1000),
      ),
      { minLength: 1, maxLength: 3 },
    ),
  )
  .map(([query, changes]) => {
    const parts = tokens(query);
    for (const [place, change, choice] of changes) {
      const at = place % parts.length;
      const part = parts[at] ?? "";
      const alike = kinds.find(([pattern]) => pattern.test(part))?.[1] ?? [part];
      if (change === "drop") parts.splice(at, 1);
      if (change === "double") parts.splice(at, 0, part);
      if (change === "replace") parts[at] = words[choice % words.length] ?? "";
      if (change === "alike") parts[at] = alike[choice % alike.length] ?? "";
      if (change === "swap" && at > 0) parts.splice(at - 1, 2, part, parts[at - 1] ?? "");
      if (parts.length === 0) return "";
    }
    return parts.join(" ");
  });

describe("any string", () => {
  it("any text either compiles or is refused: random characters", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary", maxLength: 200 }), async (text) => {
        await compileOrRefuse(text);
        await compileOrRefuse(`SELECT ${text}`);
      }),
      { seed: 11, numRuns: 1500 },
    );
  });

  it("any text either compiles or is refused: random tokens", async () => {
    await fc.assert(
      fc.asyncProperty(soup, async (text) => {
        const query = await compileOrRefuse(`SELECT ${text}`);
        if (query) await expectReadable(query);
      }),
      { seed: 12, numRuns: 3000 },
    );
  });

  it("queries with mistakes compile to valid DuckDB SQL or are rejected", async () => {
    let readable = 0;
    await fc.assert(
      fc.asyncProperty(mutated, async (text) => {
        const query = await compileOrRefuse(text);
        if (!query) return;
        readable += 1;
        await expectReadable(query);
      }),
      { seed: 13, numRuns: 2500 },
    );
    expect(readable).toBeGreaterThan(250);
  });
});
