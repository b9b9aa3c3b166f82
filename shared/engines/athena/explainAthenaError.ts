import type { QueryExecution } from "@aws-sdk/client-athena";
import { DomainError, type ErrorCode } from "@pdp/basics/errors";
import { boundMessage, calendarFault, shortName, shortSentence, shortValue } from "@pdp/trino/errors";
import { FilesGone } from "#shared/engines/filesGone.ts";
import { overflowOf } from "#shared/engines/overflowOf.ts";

/** Trino error codes for errors that a query's author can fix. */
const AUTHORS = new Set([
  "AMBIGUOUS_NAME",
  "COLUMN_NOT_FOUND",
  "DIVISION_BY_ZERO",
  "DUPLICATE_COLUMN_NAME",
  "EXCEEDED_FUNCTION_MEMORY_LIMIT",
  "EXPRESSION_NOT_AGGREGATE",
  "EXPRESSION_NOT_IN_DISTINCT",
  "EXPRESSION_NOT_SCALAR",
  "FUNCTION_IMPLEMENTATION_ERROR",
  "FUNCTION_NOT_AGGREGATE",
  "FUNCTION_NOT_FOUND",
  "FUNCTION_NOT_WINDOW",
  "INVALID_ARGUMENTS",
  "INVALID_CAST_ARGUMENT",
  "INVALID_COLUMN_REFERENCE",
  "INVALID_FUNCTION_ARGUMENT",
  "INVALID_LIMIT_CLAUSE",
  "INVALID_LITERAL",
  "INVALID_ORDER_BY",
  "INVALID_WINDOW_FRAME",
  "MISMATCHED_COLUMN_ALIASES",
  "MISSING_GROUP_BY",
  "MISSING_ORDER_BY",
  "NESTED_AGGREGATION",
  "NESTED_WINDOW",
  "NOT_SUPPORTED",
  "NUMERIC_VALUE_OUT_OF_RANGE",
  "OPERATOR_NOT_FOUND",
  "SUBQUERY_MULTIPLE_ROWS",
  "SYNTAX_ERROR",
  "TABLE_HAS_NO_COLUMNS",
  "TOO_MANY_ARGUMENTS",
  "TYPE_MISMATCH",
  "TYPE_NOT_FOUND",
  "UNSUPPORTED_SUBQUERY",
]);
const TOO_LARGE =
  /EXCEEDED_(?:LOCAL_|GLOBAL_)?MEMORY_LIMIT|CLUSTER_OUT_OF_MEMORY|exhausted resources at this scale factor|EXCEEDED_SPILL|EXCEEDED_(?:CPU|SCAN)_LIMIT|QUERY_HAS_TOO_MANY_STAGES/i;
/** Failure reasons of executions with missing files. */
const FILES_GONE = /NoSuchKey|specified key does not exist|FileNotFound|HIVE_FILE_NOT_FOUND/;
/** Names and types that only occur in translated queries. */
const GENERATED = /\b(?:[tvwcf]\d+|t_[0-9a-f]{40}|_result|_sorted|_col\d+)\b/;

const OPERATOR = / (=|<>|!=|<=|>=|<|>|\+|-|\*|\/|%|\|\||IS DISTINCT FROM) /;

const RULES: [RegExp, (match: RegExpMatchArray) => string][] = [
  [/Division by zero/i, () => "Division by zero."],
  [
    /Cannot cast '(.*)' to (\w+)/s,
    (match) => `The text ${quoteShort(match[1])} is not a valid ${upperCaseName(match[2])}.`,
  ],
  [/Cannot cast .*? to (\w+)/s, (match) => `A value cannot be cast to ${upperCaseName(match[1])}.`],
  [
    /Value cannot be cast to (\w+): (.*)/s,
    ({ 1: type, 2: text = "" }) => {
      const fault = /^(?:date|time)/i.test(type ?? "") ? calendarFault(text) : undefined;
      return `The text ${quoteShort(text)} is not a valid ${upperCaseName(type)}${fault ? `: ${fault}` : ""}.`;
    },
  ],
  [
    /Column '([^']+)' cannot be resolved/,
    (match) =>
      `There is no column ${shortName((match[1] ?? "").split(".").at(-1))}, or it cannot be used here.`,
  ],
  [
    /'"?([\w."]+)"?' must be an aggregate expression or appear in GROUP BY/,
    (match) => `Column ${shortName(lastName(match[1]))} must be in GROUP BY or in an aggregate function.`,
  ],
  [
    /Column '([^']+)' is ambiguous/,
    (match) => `The name ${shortName(match[1])} is ambiguous. Qualify it with a table name.`,
  ],
  [
    /sub-?query has returned multiple rows/i,
    () => "A scalar subquery returned more than one row. Aggregate it, or add LIMIT 1.",
  ],
  [
    /Array subscript must be less than or equal to array length|Array subscript is negative/,
    () => "An array subscript is out of bounds. Use element_at, which returns NULL in this case.",
  ],
  [/SQL array indices start at 1/, () => "SQL array indices start at 1."],
  [
    /(tinyint|smallint|integer|bigint) (addition|subtraction|multiplication|division|negation) overflow/,
    (match) => overflowOf(`${match[2]}`, `${match[1]}`.toUpperCase()),
  ],
  [
    /Out of range for (tinyint|smallint|integer|bigint): (\S{1,40})/,
    (match) => `${match[2]} is out of the range of ${`${match[1]}`.toUpperCase()}.`,
  ],
  [/overflow|out of range|NUMERIC_VALUE_OUT_OF_RANGE/i, () => "A number is out of range for its type."],
  [
    /Unexpected parameters \((.*)\) for function (\w+)/,
    (match) =>
      `Function ${shortName(match[2])} does not accept these types: ${upperCaseName(match[1])}. Cast the values.`,
  ],
  [
    /Cannot apply operator: (.+)/,
    (match) => {
      const [left, operator, ...right] = (match[1] ?? "").split(OPERATOR);
      if (operator === undefined) return "";
      return `The operator ${operator} does not accept ${upperCaseName(left)} and ${upperCaseName(right.join(""))}. Cast one of them.`;
    },
  ],
];

/** Converts a failed execution into an error for the query's author or, failing that, into an internal error. */
export function explainAthenaError({ Status, QueryExecutionId }: QueryExecution): Error {
  // Truncated before any pattern runs, because the reason may contain values of any length.
  const reason = boundMessage(Status?.StateChangeReason ?? "");
  if (/Bytes scanned limit was exceeded/i.test(reason)) {
    return author(
      "query_reads_too_much",
      "The query reads more data than allowed. Select only the required columns, or read fewer tables.",
    );
  }
  if (TOO_LARGE.test(reason)) {
    return author(
      "query_out_of_memory",
      "The query exceeds its memory limit. Read fewer rows or columns, or aggregate earlier.",
    );
  }
  if (/EXCEEDED_TIME_LIMIT|Query timeout/i.test(reason)) {
    return author("query_timeout", "The query took too long. Read fewer rows, or aggregate before joining.");
  }
  if (Status?.State === "CANCELLED") {
    return new DomainError("unavailable", "query_stopped", "The query was stopped. Run it again.");
  }
  const [, code = ""] = /^(?:FAILED: )?([A-Z][A-Z_]+):/.exec(reason) ?? [];
  if (AUTHORS.has(code)) return author("invalid_sql", sentenceFor(reason));
  if (FILES_GONE.test(reason)) return new FilesGone(`The execution ${QueryExecutionId} failed: ${reason}`);
  if (Status?.AthenaError?.Retryable) {
    return new DomainError(
      "unavailable",
      "sql_unavailable",
      "The query could not be run. Try again in a minute.",
    );
  }
  return new Error(`The execution ${QueryExecutionId} failed: ${reason}`);
}

/** Tells whether an execution failed because a declared table is missing. */
export function isTableMissing({ Status }: QueryExecution): boolean {
  return /TABLE_NOT_FOUND|SCHEMA_NOT_FOUND|Database .* not found/i.test(
    boundMessage(Status?.StateChangeReason ?? ""),
  );
}

function author(code: ErrorCode, message: string): DomainError {
  return new DomainError("malformed", code, message);
}

function sentenceFor(reason: string): string {
  for (const [pattern, say] of RULES) {
    const match = reason.match(pattern);
    const said = match && say(match);
    if (said && !GENERATED.test(said)) return said;
  }
  // The position refers to the generated SQL, and Athena appends a support address.
  const said = reason
    .replace(/^(?:FAILED: )?[A-Z_]+: ?/, "")
    .replace(/\bline \d+:\d+: ?/g, "")
    .replace(/ You may need to .*| If a data manifest file .*| This query ran against .*/s, "")
    .trim();
  if (said === "" || GENERATED.test(said)) {
    return "The query cannot be run because its types or clauses are incompatible.";
  }
  const short = shortSentence(said);
  return /[.!?…]$/.test(short) ? short : `${short}.`;
}

function lastName(path: string | undefined): string {
  return (path ?? "").replaceAll('"', "").split(".").at(-1) ?? "";
}

function quoteShort(text = ""): string {
  return `'${shortValue(text)}'`;
}

function upperCaseName(text = ""): string {
  return shortSentence(text.toUpperCase());
}
