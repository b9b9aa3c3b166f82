import { DomainError } from "@pdp/basics/errors";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { explainAthenaError, isTableMissing } from "#shared/engines/athena/explainAthenaError.ts";
import { FilesGone } from "#shared/engines/filesGone.ts";

function explainFailure(StateChangeReason: string, more: object = {}): Error {
  return explainAthenaError({
    QueryExecutionId: "q-1",
    Status: { State: "FAILED", StateChangeReason, ...more },
  });
}

/** Messages from a real Trino 435, with the codes that Athena prepends. */
const AUTHORS: [reason: string, sentence: string][] = [
  ["DIVISION_BY_ZERO: Division by zero", "Division by zero."],
  ["INVALID_CAST_ARGUMENT: Cannot cast '1.9' to BIGINT", "The text '1.9' is not a valid BIGINT."],
  [
    "INVALID_CAST_ARGUMENT: Value cannot be cast to date: 2020-02-30",
    "The text '2020-02-30' is not a valid DATE: February 2020 has 29 days.",
  ],
  ["NUMERIC_VALUE_OUT_OF_RANGE: Out of range for tinyint: 300", "300 is out of the range of TINYINT."],
  [
    "NUMERIC_VALUE_OUT_OF_RANGE: bigint addition overflow: 9223372036854775807 + 1",
    "The result of + is out of the range of BIGINT: cast to DECIMAL(38, 0) or DOUBLE first.",
  ],
  [
    "INVALID_FUNCTION_ARGUMENT: Array subscript must be less than or equal to array length: 4 > 3",
    "An array subscript is out of bounds. Use element_at, which returns NULL in this case.",
  ],
  ["INVALID_FUNCTION_ARGUMENT: SQL array indices start at 1", "SQL array indices start at 1."],
  [
    "INVALID_FUNCTION_ARGUMENT: result of sequence function must not have more than 10000 entries",
    "result of sequence function must not have more than 10000 entries.",
  ],
  [
    "SUBQUERY_MULTIPLE_ROWS: Scalar sub-query has returned multiple rows",
    "A scalar subquery returned more than one row. Aggregate it, or add LIMIT 1.",
  ],
  [
    "COLUMN_NOT_FOUND: line 1:215: Column 'b' cannot be resolved",
    "There is no column b, or it cannot be used here.",
  ],
  [
    "EXPRESSION_NOT_AGGREGATE: line 1:120: 'm.id' must be an aggregate expression or appear in GROUP BY clause",
    "Column id must be in GROUP BY or in an aggregate function.",
  ],
  [
    "TYPE_MISMATCH: line 1:170: Cannot apply operator: date + integer",
    "The operator + does not accept DATE and INTEGER. Cast one of them.",
  ],
  [
    "TYPE_MISMATCH: line 1:192: WHERE clause must evaluate to a boolean: actual type integer",
    "WHERE clause must evaluate to a boolean: actual type integer.",
  ],
  [
    "FUNCTION_NOT_FOUND: line 1:155: Unexpected parameters (varchar(3), varchar(1)) for function substr. Expected: substr(char(x), bigint)",
    "Function substr does not accept these types: VARCHAR(3), VARCHAR(1). Cast the values.",
  ],
  [
    "NOT_SUPPORTED: line 1:147: FILTER is not yet supported for window functions",
    "FILTER is not yet supported for window functions.",
  ],
  [
    "COLUMN_NOT_FOUND: line 1:8: Column 't1.c0' cannot be resolved",
    "The query cannot be run because its types or clauses are incompatible.",
  ],
];

describe("explanations of failed executions", () => {
  it.each(AUTHORS)("%s", (reason, message) => {
    expect(explainFailure(reason)).toMatchObject({ kind: "malformed", code: "invalid_sql", message });
  });

  it.each([
    ["EXCEEDED_LOCAL_MEMORY_LIMIT: Query exceeded per-node memory limit of 800MB"],
    ["Query exhausted resources at this scale factor"],
    ["EXCEEDED_MEMORY_LIMIT: Query exceeded distributed user memory limit of 20GB"],
  ])("a lack of memory is reported: %s", (reason) => {
    expect(explainFailure(reason)).toMatchObject({ kind: "malformed", code: "query_out_of_memory" });
  });

  it("missing files are recognized by the reason, not by values in the query", () => {
    const reason =
      "HIVE_CANNOT_OPEN_SPLIT: Error opening Hive split s3://lake/ws/1/a.parquet: The specified key does not exist. (Service: Amazon S3; Status Code: 404; Error Code: NoSuchKey)";
    expect(explainFailure(reason)).toBeInstanceOf(FilesGone);
    expect(explainFailure("INVALID_CAST_ARGUMENT: Cannot cast 'NoSuchKey' to BIGINT")).toMatchObject({
      code: "invalid_sql",
    });
  });

  it("the scan limit is named if the workgroup ends an execution", () => {
    const reason = "Query cancelled! : Bytes scanned limit was exceeded";
    expect(explainFailure(reason, { State: "CANCELLED" })).toMatchObject({ code: "query_reads_too_much" });
  });

  it("retryable errors are recognized", () => {
    const reason = "GENERIC_INTERNAL_ERROR: Unexpected error";
    const error = explainFailure(reason, { AthenaError: { ErrorCategory: 1, Retryable: true } });
    expect(error).toMatchObject({ kind: "unavailable", code: "sql_unavailable" });
  });

  it.each([
    ["HIVE_CANNOT_OPEN_SPLIT: Error opening Hive split s3://lake/ws/1/x.parquet"],
    ["GENERIC_INTERNAL_ERROR: null"],
    ["PERMISSION_DENIED: Access denied"],
    [""],
  ])("a platform error is reported: %s", (reason) => {
    const error = explainFailure(reason);
    expect(error).not.toBeInstanceOf(DomainError);
    expect(error.message).toContain("q-1");
  });

  it("a missing table is distinguished from other errors", () => {
    const missing = "TABLE_NOT_FOUND: line 1:1: Table 'awsdatacatalog.ws_1.t_0' does not exist";
    expect(isTableMissing({ Status: { State: "FAILED", StateChangeReason: missing } })).toBe(true);
    expect(isTableMissing({ Status: { State: "FAILED", StateChangeReason: "DIVISION_BY_ZERO: x" } })).toBe(
      false,
    );
  });

  it("no explanation shows a generated name", () => {
    const codes = fc.constantFrom("COLUMN_NOT_FOUND", "TYPE_MISMATCH", "SYNTAX_ERROR", "INVALID_LITERAL");
    const words = fc.constantFrom(
      "Column",
      "'c0'",
      "t1",
      "line 1:2:",
      "cannot",
      "be",
      "resolved",
      "w2",
      "_result",
      "é",
      "'",
    );
    const reasons = fc.tuple(codes, fc.array(fc.oneof(words, fc.string()), { maxLength: 12 }));
    fc.assert(
      fc.property(reasons, ([code, parts]) => {
        const error = explainFailure(`${code}: ${parts.join(" ")}`);
        expect(error).toBeInstanceOf(DomainError);
        expect(error.message).not.toMatch(/\b[tvwc]\d+\b|_result\b|line \d+:\d+:/);
      }),
      { seed: 7, numRuns: 500 },
    );
  });
});
