import { expect, it } from "vitest";
import { messageOf } from "./messageOf.ts";

const DOUBLE_USE = "WITH FUNCTION f(x bigint) RETURNS bigint RETURN x + x SELECT ";

it("nested calls of a function that uses its parameter twice are bounded", async () => {
  const nested = `${"f(".repeat(30)}1${")".repeat(30)}`;
  expect(await messageOf(`${DOUBLE_USE}${nested}`)).toContain("nested or repeated too often");
});

it.each([
  ["random()", "cannot contain a query or random()"],
  ["(SELECT 1)", "cannot contain a query or random()"],
])("an argument that may differ each time is refused: %s", async (argument, part) => {
  expect(await messageOf(`${DOUBLE_USE}f(${argument})`)).toContain(part);
});

it.each([
  [
    "WITH FUNCTION f(x bigint) RETURNS bigint BEGIN RETURN x; END SELECT f(1)",
    "a single expression after RETURN",
  ],
  [
    "WITH FUNCTION f() RETURNS bigint RETURN 1, FUNCTION F() RETURNS bigint RETURN 2 SELECT f()",
    "Two functions",
  ],
  ["SELECT * FROM JSON_TABLE('[]', 'lax $' COLUMNS (a integer))", "JSON_TABLE is not available"],
  ["SELECT * FROM t MATCH_RECOGNIZE (PATTERN (A) DEFINE A AS true)", "MATCH_RECOGNIZE is not available"],
])("the error says what to write instead: %s", async (query, part) => {
  expect(await messageOf(query)).toContain(part);
});
