import { DomainError } from "@pdp/basics/errors";
import { boundMessage } from "@pdp/trino/errors";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { explainAthenaError } from "#shared/engines/athena/explainAthenaError.ts";
import { explainError } from "#shared/engines/duckdb/explainError.ts";
import { type EmptyInstance, emptyInstance } from "#test/shared/engines/emptyInstance.ts";
import { MAX_MESSAGE_CHARACTERS } from "../../../shared/trino/boundMessage.ts";
import { ownError, ownErrorText } from "../../../shared/trino/types/ownError.ts";

let instance: EmptyInstance;

beforeAll(async () => {
  instance = await emptyInstance({ memoryLimit: "500MB", threads: 1, temporaryLimit: "10MB" });
});

afterAll(() => instance.close());

function explain(message: string): string {
  const error = explainError(new Error(message), "1 GB", { text: "SELECT 1" });
  return error instanceof Error ? error.message : String(error);
}

async function messageOf(sql: string): Promise<string> {
  const error = await instance.connection.runAndReadAll(sql).then(
    () => undefined,
    (found: Error) => found,
  );
  expect(error).toBeDefined();
  return explain(error?.message ?? "");
}

const UNKNOWN = "The query cannot be run because its types or clauses are incompatible.";
const LONG = "lpad('', 200000, 'a')";
const CUT = `${"a".repeat(60)}…`;

// Before a fix, the patterns that explain a message took 24 seconds for the first of these messages.
describe("explanations of errors about long values", () => {
  it("an error is reported as a memory error if the engine has no memory left to explain it", () => {
    const message = "INTERNAL Error: Primary exception: invalid date\nSecondary exception: std::bad_alloc";
    expect(explainError(new Error(message), "1 GB", { text: "SELECT 1" })).toMatchObject({
      code: "query_out_of_memory",
    });
  });

  it("the beginning of the value is shown", async () => {
    expect(await messageOf(`SELECT CAST(${LONG} AS DATE)`)).toBe(`The text '${CUT}' is not a valid DATE.`);
    expect(await messageOf(`SELECT CAST(${LONG} AS BIGINT)`)).toBe(
      `The text '${CUT}' is not a valid BIGINT.`,
    );
    expect(await messageOf(`SELECT CAST(${LONG} AS BOOLEAN)`)).toMatch(
      /^The text 'a{60}…' is not a valid BOOLEAN\.$/,
    );
    expect(await messageOf(`SELECT error(${LONG})`)).toBe(UNKNOWN);
    expect((await messageOf(`SELECT strptime(${LONG}, '%Y')`)).length).toBeLessThan(1_000);
  });

  it("the text after the value is kept", () => {
    const value = "x'(".repeat(100_000);
    expect(explain(`Conversion Error: Could not convert string '${value}' to INT32`)).toMatch(
      /^The text '.{60}…' is not a valid INTEGER\.$/,
    );
  });

  it("the value that does not fit a decimal is named", async () => {
    const sentence = "99999999.995 does not fit into DECIMAL(10, 2).";
    expect(await messageOf("SELECT CAST('99999999.995' AS DECIMAL(10, 2))")).toBe(sentence);
    expect(await messageOf("SELECT CAST(99999999.995::DOUBLE AS DECIMAL(10, 2))")).toBe(
      "99999999.995000 does not fit into DECIMAL(10, 2).",
    );
    expect(await messageOf("SELECT CAST('nan' AS DECIMAL(10, 2))")).toBe(
      "nan does not fit into DECIMAL(10, 2).",
    );
  });

  it("the types of an operator are named", async () => {
    expect(await messageOf("SELECT DATE '2026-01-01' + 'x'::DECIMAL(5, 2)::VARCHAR::BLOB")).toMatch(
      /^An operator or function does not accept these types: DATE, BLOB\. Cast the values\.$/,
    );
  });
});

describe("explanations of engine errors", () => {
  it.each([
    ["CAST('2024-02-30' AS DATE)", "The text '2024-02-30' is not a valid DATE: February 2024 has 29 days."],
    ["CAST('x' AS DATE)", "The text 'x' is not a valid DATE."],
    [
      "CAST('2024-01-01 25:00:00' AS TIMESTAMP)",
      "The text '2024-01-01 25:00:00' is not a valid TIMESTAMP: There is no hour 25",
    ],
    ["CAST('x' AS UUID)", "The text 'x' is not a valid UUID."],
    ["from_base64('%')", "The text '%' is not valid base64."],
    ["map(['a', 'a'], [1, 2])", "The keys of a map must be unique."],
    ["map([NULL], [1])", "A map key cannot be NULL."],
    ["map(['a'], [1, 2])", "A map must have as many values as keys."],
    ["chr(-1)", "-1 is not a Unicode code point."],
    ["decode('\\xFF'::BLOB)", "The bytes are not UTF-8."],
    [
      "9223372036854775807 + 1::BIGINT",
      "The result of + is out of the range of BIGINT: cast to DECIMAL(38, 0) or DOUBLE first.",
    ],
    [ownError("It's ours"), "It's ours."],
    [`CAST(${ownErrorText("It's ours")} AS BIGINT)`, "It's ours."],
    ["error('what DuckDB says')", UNKNOWN],
  ])("the explanation replaces the engine's message: %s", async (sql, said) => {
    expect(await messageOf(`SELECT ${sql}`)).toContain(said);
  });

  const failure = (query: { text: string; views?: string[] }, message: string): unknown =>
    explainError(new Error(message), "1 GB", query);

  it.each([
    [
      "SELECT CAST(name AS bigint) FROM t",
      "Conversion Error: Could not convert string 'x' to INT64",
      "The text 'x' is not a valid BIGINT, in CAST(name AS bigint) (line 1, column 8).",
    ],
    [
      "SELECT\n  a / b FROM t",
      "Out of Range Error: Division by zero!",
      "Division by zero (line 2, column 5).",
    ],
    [
      "SELECT a / 2, mod(a, b) FROM t",
      "Out of Range Error: Division by zero!",
      "Division by zero, in mod(a, b) (line 1, column 15).",
    ],
    [
      "SELECT a % -3, a / 1.5, a / 0e0, mod(a, 7), a / b FROM t",
      "Out of Range Error: Division by zero!",
      "Division by zero (line 1, column 47).",
    ],
    [
      "SELECT a / 2 % 0 FROM t",
      "Out of Range Error: Division by zero!",
      "Division by zero (line 1, column 14).",
    ],
  ])("the explanation names the only expression that could have failed: %s", (text, message, said) => {
    expect(failure({ text }, message)).toMatchObject({
      message: said,
      position: { line: expect.any(Number) },
    });
    const inView = failure({ text, views: ["v"] }, message) as Error;
    expect(inView.message).not.toContain("column");
  });

  it.each([
    [
      "SELECT CAST(a AS bigint), CAST(b AS bigint) FROM t",
      "Could not convert string 'x' to INT64",
      "The text 'x' is not a valid BIGINT.",
    ],
    [
      "SELECT TRY_CAST(a AS bigint) FROM t",
      "Could not convert string 'x' to INT64",
      "The text 'x' is not a valid BIGINT.",
    ],
    ["SELECT a / b, a % b FROM t", "Division by zero!", "Division by zero."],
    ["SELECT a / b, mod(a, 0) FROM t", "Division by zero!", "Division by zero."],
    ["SELECT a / 2, mod(a, 7) FROM t", "Division by zero!", "Division by zero."],
    ["SHOW TABLES", "Division by zero!", "Division by zero."],
  ])(
    "the explanation does not name an expression if several could have failed: %s",
    (text, message, said) => {
      expect(failure({ text }, `Conversion Error: ${message}`)).toMatchObject({
        message: said,
        position: undefined,
      });
    },
  );
});

/** Repeated pieces of messages: the parts that the patterns look for, and the text around them. */
const pieces = fc.constantFrom(
  ...`Binder Error: |Conversion Error: |Could not convert string '|' to INT32|No function matches|(|)|).|"|'|, |a|_|__|t1|/|
  |.parquet|Referenced column "|" not found|column "|must appear in the GROUP BY clause|Candidate bindings: "|Cannot cast |
  |Cannot apply operator: | = |Value cannot be cast to date: |\n|FAILED: |TYPE_MISMATCH: |Column '|Database | not found`.split(
    "|",
  ),
);
const message = fc
  .tuple(fc.array(pieces, { maxLength: 8 }), fc.integer({ min: 1, max: 1_000_000 }))
  .map(([some, length]) => {
    const unit = some.join("") || "a";
    return unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
  });

describe("any message", () => {
  it("the patterns see a bounded part of a message, including both ends", () => {
    fc.assert(
      fc.property(message, (text) => {
        const bound = boundMessage(text);
        expect(bound.length).toBeLessThanOrEqual(MAX_MESSAGE_CHARACTERS);
        expect(bound.slice(0, 1_000)).toBe(text.slice(0, 1_000));
        expect(bound.slice(-1_000)).toBe(text.slice(-1_000));
      }),
    );
  });

  it("an explanation is short", () => {
    const code = fc.constantFrom("TYPE_MISMATCH", "COLUMN_NOT_FOUND", "INVALID_CAST_ARGUMENT");
    fc.assert(
      fc.property(message, code, (text, found) => {
        const said = explainError(new Error(`Binder Error: ${text}`), "1 GB", { text: "SELECT 1" });
        expect(said).toBeInstanceOf(DomainError);
        expect((said as DomainError).message.length).toBeLessThan(1_500);
        const reason = explainAthenaError({ Status: { StateChangeReason: `${found}: ${text}` } });
        expect(reason.message.length).toBeLessThan(1_500);
      }),
      { numRuns: 200 },
    );
  });
});
