import { DomainError } from "@pdp/basics/errors";

const INTEGERS = new Map([
  ["INT32", "INTEGER"],
  ["INT64", "BIGINT"],
]);

const REASONS: [RegExp, (found: RegExpMatchArray) => string][] = [
  [/Division by zero/, () => "DIVISION_BY_ZERO: Division by zero"],
  [
    /Could not convert string '"?(.*?)"?' to (\w+)/s,
    (found) =>
      `INVALID_CAST_ARGUMENT: Cannot cast '${found[1]}' to ${INTEGERS.get(found[2] ?? "") ?? found[2]}`,
  ],
  [
    /More than one row returned by a subquery/,
    () => "SUBQUERY_MULTIPLE_ROWS: Scalar sub-query has returned multiple rows",
  ],
  [
    /An array subscript is out of bounds/,
    () => "INVALID_FUNCTION_ARGUMENT: Array subscript must be less than or equal to array length: 5 > 3",
  ],
  [
    /Overflow in|out of range|Out of Range/,
    () => "NUMERIC_VALUE_OUT_OF_RANGE: bigint addition overflow: 9223372036854775807 + 1",
  ],
  [/^Out of Memory/, () => "EXCEEDED_LOCAL_MEMORY_LIMIT: Query exceeded per-node memory limit of 800MB"],
  [/^INTERRUPT/, () => "Query cancelled by user"],
];

/** Returns the reason that Athena would give for a failed execution, in Trino's words. */
export function trinoReason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  for (const [pattern, say] of REASONS) {
    const found = message.match(pattern);
    if (found) return say(found);
  }
  if (error instanceof DomainError) return `SYNTAX_ERROR: line 1:1: ${message}`;
  const first = message.split("\n")[0]?.replace(/^[A-Za-z ]+ Error: /, "");
  return `INVALID_FUNCTION_ARGUMENT: ${first}`;
}
