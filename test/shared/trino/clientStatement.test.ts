import { DomainError } from "@pdp/basics/errors";
import { clientStatement } from "@pdp/trino/statements";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { preparedStatements } from "#shared/http/trino/preparedStatements.ts";

const textOf = (sql: string, prepared = {}): string => {
  const statement = clientStatement(sql, prepared);
  return "text" in statement ? statement.text : JSON.stringify(statement);
};

describe("a client's statement", () => {
  it.each([
    ["SELECT 1;  -- the end", "SELECT 1"],
    ["EXECUTE IMMEDIATE 'SELECT ?, ''?'', \"?\"' USING 1", "SELECT 1, '?', \"?\""],
    ["EXECUTE IMMEDIATE 'SELECT ? - ?' USING -1, f(a, b)", "SELECT (-1) - (f(a, b))"],
    ["EXECUTE IMMEDIATE 'SELECT * FROM t LIMIT ?' USING 10", "SELECT * FROM t LIMIT 10"],
    ["EXECUTE IMMEDIATE 'SELECT ? LIMIT ?' USING INTEGER '1', BIGINT '2'", "SELECT (INTEGER '1') LIMIT 2"],
    ["execute immediate 'SELECT ?' using DATE '2020-01-01';", "SELECT (DATE '2020-01-01')"],
    ["EXECUTE IMMEDIATE 'SELECT 1'", "SELECT 1"],
    ["PREPARE a FROM SELECT ? -- x", "SELECT ? -- x"],
    ["EXECUTE \"A b\" USING ARRAY[1, 2], 'it''s'", "SELECT (ARRAY[1, 2]) || 'it''s'"],
    ["EXPLAIN SELECT 1", "EXPLAIN SELECT 1"],
    // The neighbors of a parameter remain separate tokens.
    ["EXECUTE IMMEDIATE 'SELECT?AS a,n=?and m' USING 1, 2", "SELECT 1 AS a,n=2 and m"],
    ["EXECUTE IMMEDIATE 'SELECT ''a''?, ??' USING 'b', 'c', 'd'", "SELECT 'a' 'b', 'c' 'd'"],
    ["EXECUTE IMMEDIATE 'SELECT ?, ?' USING -1 -- one\n, -2 /* two */", "SELECT (-1), (-2)"],
    ["EXECUTE IMMEDIATE 'SELECT ?; -- end' USING 1;", "SELECT 1"],
    ['DESCRIBE OUTPUT "A b";', "SELECT NULL || NULL"],
    ["DESCRIBE OUTPUT some", "SELECT n FROM t LIMIT 1"],
    ['EXECUTE "SOME" USING 5', "SELECT n FROM t LIMIT 5"],
    ["DESCRIBE output", "DESCRIBE output"],
  ])("the statement %s is read as %s", (sql, expected) => {
    expect(textOf(sql, { "a b": "SELECT ? || ?", some: "SELECT n FROM t LIMIT ?" })).toBe(expected);
  });

  it.each([
    "EXECUTE nothing",
    "EXECUTE IMMEDIATE 'SELECT ?'",
    "EXECUTE IMMEDIATE 'SELECT ?' USING",
    "EXECUTE IMMEDIATE 'SELECT ?' USING 1,",
    "EXECUTE IMMEDIATE 'SELECT ?' USING (1",
    "EXECUTE IMMEDIATE 'SELECT ?' USING 1)",
    "EXECUTE IMMEDIATE 'SELECT ?' 1",
    "EXECUTE __proto__",
    "EXECUTE toString",
    "PREPARE a SELECT 1",
    "USE 1",
    "USE",
    `EXECUTE IMMEDIATE '${"?,".repeat(2_000)}?' USING 1`,
    `SELECT ${"1,".repeat(60_000)}1`,
  ])("the statement %.60s is refused", (sql) => {
    expect(() => clientStatement(sql, {})).toThrow(DomainError);
  });

  it("values cannot make a query exceed its maximum length", () => {
    const sql = `EXECUTE IMMEDIATE 'SELECT ?, ?' USING '${"x".repeat(60_000)}', '${"y".repeat(30_000)}'`;
    expect(textOf(sql)).toHaveLength("SELECT , ".length + 90_004);
    const twice = { a: `SELECT ${" ".repeat(60_000)} ?` };
    expect(() => clientStatement(`EXECUTE a USING '${"x".repeat(60_000)}'`, twice)).toThrow("characters");
  });

  it("a statement made of any words is either read or rejected", () => {
    const word = fc.constantFrom(
      "EXECUTE",
      "IMMEDIATE",
      "'?'",
      "USING",
      "PREPARE",
      "FROM",
      "(",
      ")",
      "[",
      ",",
      "?",
      "1",
      "a",
      ";",
      "USE",
      ".",
      "DESCRIBE",
      "INPUT",
      "OUTPUT",
      "'",
      '"',
      "--",
      "/*",
    );
    const sql = fc.oneof(
      fc.string(),
      fc.array(word, { maxLength: 10 }).map((words) => words.join(" ")),
    );
    fc.assert(
      fc.property(sql, fc.dictionary(fc.constantFrom("a", "from"), sql), (text, prepared) => {
        try {
          expect(clientStatement(text, prepared).kind).toMatch(/^\w+$/);
        } catch (error) {
          expect(error).toBeInstanceOf(DomainError);
        }
      }),
    );
  });
});

describe("the prepared statements header", () => {
  it("the prepared statements header is read by name", () => {
    expect(preparedStatements(undefined)).toEqual({});
    expect(preparedStatements("a=SELECT+1, B%20c=SELECT%20%27%2C%3D%27")).toEqual({
      a: "SELECT 1",
      "b c": "SELECT ',='",
    });
  });

  it.each(["a=%", "a=%ff", Array.from({ length: 101 }, (_, i) => `s${i}=x`).join(",")])(
    "the header %.20s is refused",
    (header) => {
      expect(() => preparedStatements(header)).toThrow(DomainError);
    },
  );
});
