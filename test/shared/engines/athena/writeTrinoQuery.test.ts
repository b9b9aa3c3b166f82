import { DomainError } from "@pdp/basics/errors";
import { compileQuery } from "@pdp/trino/compile";
import { parseTrino, type Query } from "@pdp/trino/parse";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { writeTrinoQuery } from "#shared/engines/athena/writeTrinoQuery.ts";
import { anyExpression } from "#test/shared/engines/athena/anyExpression.ts";
import { column, relationResolver } from "#test/shared/engines/parquetLake.ts";
import { conformance } from "#test/shared/trino/conformance.ts";

/** Query written back with the names given by its author. */
function writeQuery(query: Query, current = {}): string {
  return writeTrinoQuery(query, {
    query,
    nameOfTable: ({ parts }) => parts.at(-1)?.text ?? "",
    nameOfCte: ({ name }) => name.text,
    current,
  });
}

it("current names are written as values", () => {
  const query = parseTrino("SELECT current_catalog, current_schema, current_user");
  const sql = writeQuery(query, { catalog: "protein-lab", user: "user_1" });
  expect(sql).toContain("VARCHAR 'protein-lab', VARCHAR 'main', VARCHAR 'user_1'");
});

/**
 * Tree without the parts that may change while the meaning stays the same: positions, quotes, and aliases that repeat the
 * name.
 */
function shape(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(shape);
  if (typeof part !== "object" || part === null) return part;
  const node = part as Record<string, unknown> & { kind?: string };
  if (node.kind === "join") return simplifyParts({ ...node, right: removeGroup(node.right) });
  return simplifyParts(node);
}

/** Joins on the right-hand side are parenthesized. */
function removeGroup(right: unknown): unknown {
  const { kind, of } = right as { kind: string; of: unknown };
  return kind === "group" ? of : right;
}

function simplifyParts(node: Record<string, unknown> & { kind?: string }): unknown {
  const entries = Object.entries(node).filter(([key]) => !["at", "quoted", "source"].includes(key));
  const shaped = Object.fromEntries(entries.map(([key, value]) => [key, shape(value)]));
  if (node.kind === "table") shaped.alias ??= shape((node.parts as unknown[]).at(-1));
  return shaped;
}

function expectSame(query: Query): void {
  const sql = writeQuery(query);
  expect(shape(parseTrino(sql)), sql).toEqual(shape(query));
}

/** Accepted queries must parse; of the refused queries, only some have a syntax error. */
const parsed = conformance().flatMap(({ query, here, trino }) => {
  try {
    return [{ query, tree: parseTrino(query) }];
  } catch (error) {
    const isRefused = here === "refused" || (here === undefined && trino === "error");
    if (isRefused && error instanceof DomainError) return [];
    throw error;
  }
});

describe("a query written in Trino's dialect", () => {
  it.each(parsed)("the written query has the same meaning: $query", ({ tree }) => expectSame(tree));

  it.each([
    "SELECT a - (b - c), a - b - c, (a || b) = c, -(-a), - -1, NOT (NOT a), (a AND b) OR c, a AND (b OR c) FROM t",
    "SELECT (a OR b) AND NOT (c AND d), (a = b) = c, (a IS NULL) IS NULL, (a BETWEEN 1 AND 2) = b FROM t",
    "SELECT (r).x, (f(r)).x.y, r.x.y, a[1][2], (a || b)[1], (SELECT a FROM t)[1] FROM t",
    "SELECT * FROM a JOIN (b LEFT JOIN c ON b.x = c.x) ON a.x = b.x, LATERAL (SELECT a.x) AS l(y) CROSS JOIN UNNEST(ARRAY[1]) WITH ORDINALITY AS u(v, n)",
    "SELECT count(*) FILTER (WHERE a > 1), listagg(DISTINCT b, ',') WITHIN GROUP (ORDER BY b DESC NULLS FIRST), array_agg(a ORDER BY b), lag(a, 1) IGNORE NULLS OVER (w ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) FROM t WINDOW w AS (PARTITION BY b ORDER BY a)",
    "SELECT a FROM t UNION ALL SELECT b FROM u INTERSECT (SELECT c FROM v ORDER BY 1 LIMIT 2) EXCEPT SELECT 1 ORDER BY 1 DESC OFFSET 3 LIMIT 4",
    "SELECT reduce(a, 0, (s, x) -> s + x, s -> s), transform(b, x -> x > 1 OR x < 0), filter(c, x -> NOT x) FROM t",
    "SELECT a, grouping(a) FROM t GROUP BY GROUPING SETS ((a), ()), ROLLUP (b, c), CUBE (d) HAVING max(a) > ALL (SELECT 1)",
    `SELECT "a ""b""", 'it''s', CAST(a AS ROW("x y" ARRAY(DECIMAL(10, 2)), z TIMESTAMP)), INTERVAL -'3' MONTH, DATE '2026-01-01' FROM "t"`,
  ])("the written query has the same meaning for difficult nesting and names: %s", (query) =>
    expectSame(parseTrino(query)),
  );

  it("any written expression has the same meaning", () => {
    fc.assert(
      fc.property(anyExpression, (of) => {
        const query = parseTrino("SELECT 1");
        if (query.body.kind !== "select") throw new Error("Not a SELECT");
        expectSame({ ...query, body: { ...query.body, items: [{ kind: "item", at: 0, of }] } });
      }),
      { seed: 11, numRuns: 1000 },
    );
  });

  it("tables and WITH queries get generated names with the user's aliases", async () => {
    const table = { kind: "TABLE" as const, columns: [column("a", "INT64")], files: [] };
    const { tree } = await compileQuery(
      "WITH t AS (SELECT a FROM m) SELECT t.a, designs.a FROM t JOIN tasks.task_1.designs ON true JOIN m AS n ON n.a = t.a",
      { resolve: relationResolver({ m: table, "tasks.task_1.designs": table }) },
    );
    expect(writeTrinoQuery(tree.query, tree)).toBe(
      'WITH "w1" AS (SELECT "a" FROM "t1" AS "m") SELECT "t"."a", "designs"."a" FROM "w1" AS "t" INNER JOIN "t2" AS "designs" ON true INNER JOIN "t1" AS "n" ON "n"."a" = "t"."a"',
    );
  });
});
