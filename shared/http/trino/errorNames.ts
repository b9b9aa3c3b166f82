import type { QueryFailure } from "#shared/domain/queries/query.ts";

/** Error that clients of Trino's protocol know by its name and number. */
export interface NamedError {
  code: number;
  name: string;
  type: "USER_ERROR" | "INTERNAL_ERROR" | "INSUFFICIENT_RESOURCES";
}

/** Numbers of Trino's user errors. */
const USER_ERRORS = {
  GENERIC_USER_ERROR: 0,
  SYNTAX_ERROR: 1,
  ABANDONED_QUERY: 2,
  USER_CANCELED: 3,
  NOT_FOUND: 5,
  FUNCTION_NOT_FOUND: 6,
  INVALID_FUNCTION_ARGUMENT: 7,
  DIVISION_BY_ZERO: 8,
  INVALID_CAST_ARGUMENT: 9,
  NOT_SUPPORTED: 13,
  INVALID_SESSION_PROPERTY: 14,
  INVALID_WINDOW_FRAME: 15,
  NUMERIC_VALUE_OUT_OF_RANGE: 19,
  SUBQUERY_MULTIPLE_ROWS: 28,
  AMBIGUOUS_FUNCTION_CALL: 32,
  QUERY_TEXT_TOO_LARGE: 35,
  EXCEEDED_FUNCTION_MEMORY_LIMIT: 37,
  TYPE_NOT_FOUND: 43,
  CATALOG_NOT_FOUND: 44,
  SCHEMA_NOT_FOUND: 45,
  TABLE_NOT_FOUND: 46,
  COLUMN_NOT_FOUND: 47,
  DUPLICATE_NAMED_QUERY: 53,
  TYPE_MISMATCH: 58,
  INVALID_LITERAL: 59,
  MISMATCHED_COLUMN_ALIASES: 61,
  AMBIGUOUS_NAME: 62,
  INVALID_COLUMN_REFERENCE: 63,
  MISSING_OVER: 66,
  NESTED_AGGREGATION: 67,
  NESTED_WINDOW: 68,
  EXPRESSION_NOT_IN_DISTINCT: 69,
  FUNCTION_NOT_WINDOW: 71,
  FUNCTION_NOT_AGGREGATE: 72,
  EXPRESSION_NOT_AGGREGATE: 73,
  EXPRESSION_NOT_SCALAR: 74,
  INVALID_ARGUMENTS: 76,
  INVALID_PARAMETER_USAGE: 80,
  VIEW_IS_STALE: 81,
  VIEW_IS_RECURSIVE: 82,
  INVALID_RECURSIVE_REFERENCE: 87,
  MISSING_COLUMN_ALIASES: 88,
  JSON_INPUT_CONVERSION_ERROR: 94,
  JSON_VALUE_RESULT_ERROR: 96,
} as const;

type UserErrorName = keyof typeof USER_ERRORS;

const user = (name: UserErrorName): NamedError => ({ code: USER_ERRORS[name], name, type: "USER_ERROR" });
const resources = (code: number, name: string): NamedError => ({
  code,
  name,
  type: "INSUFFICIENT_RESOURCES",
});
const RESOURCES = resources(131_072, "GENERIC_INSUFFICIENT_RESOURCES");
const QUEUE_FULL = resources(131_074, "QUERY_QUEUE_FULL");
const INTERNAL: NamedError = { code: 65_536, name: "GENERIC_INTERNAL_ERROR", type: "INTERNAL_ERROR" };

/** Trino's errors by our codes. */
const BY_CODE: Record<string, NamedError> = {
  invalid_session_property: user("INVALID_SESSION_PROPERTY"),
  query_abandoned: user("ABANDONED_QUERY"),
  query_cancelled: user("USER_CANCELED"),
  unknown_function: user("FUNCTION_NOT_FOUND"),
  time_not_in_history: user("INVALID_ARGUMENTS"),
  view_cycle: user("VIEW_IS_RECURSIVE"),
  view_outdated: user("VIEW_IS_STALE"),
  internal_error: INTERNAL,
  query_stopped: INTERNAL,
  sql_unavailable: INTERNAL,
  query_timeout: resources(131_075, "EXCEEDED_TIME_LIMIT"),
  query_out_of_memory: resources(131_079, "EXCEEDED_LOCAL_MEMORY_LIMIT"),
  query_failed: RESOURCES,
  query_reads_too_much: RESOURCES,
  query_result_too_large: RESOURCES,
  storage_full: RESOURCES,
  sql_busy: QUEUE_FULL,
  throttled: QUEUE_FULL,
  too_many_queries: QUEUE_FULL,
  too_many_requests: QUEUE_FULL,
};

/** Trino's errors by the sentences of ours, for codes that stand for several of them. The first match counts. */
const BY_SENTENCE: [RegExp, UserErrorName][] = [
  [
    /^Two keys of JSON_OBJECT|^There is no time zone|^A lambda cannot contain|in a format does not accept|^Arrays and rows with NULL|with NULL is not possible|cannot be combined with OVER|in WITH FUNCTION|^A function (?:with|cannot)/,
    "NOT_SUPPORTED",
  ],
  [/^A NULL operand|does not accept unknown/, "AMBIGUOUS_FUNCTION_CALL"],
  [
    /^Arrays of different types cannot be|^This function requires a TIMESTAMP WITH|^codepoint requires|^(?:Only )?text can be concatenated/i,
    "FUNCTION_NOT_FOUND",
  ],
  [
    /not Trino syntax|exceeds the largest BIGINT|^A name cannot start|is a dash|cannot be followed by OVER|^Write (?:an array like|bytes|a point in time)|requires an order|^The separator of listagg|^grouping\(\) accepts|must be followed by a code point|^Function (?:coalesce|format) takes/,
    "SYNTAX_ERROR",
  ],
  [/can read itself only|reads itself: write/, "INVALID_RECURSIVE_REFERENCE"],
  [/^WITH RECURSIVE names the columns/, "MISSING_COLUMN_ALIASES"],
  [/^round of an integer/, "NUMERIC_VALUE_OUT_OF_RANGE"],
  [/^A string is not valid JSON/, "JSON_INPUT_CONVERSION_ERROR"],
  [/^A row subscript must|^Expected an integer from/, "INVALID_FUNCTION_ARGUMENT"],
  [/^A row of \d+ fields cannot be read/, "INVALID_CAST_ARGUMENT"],
  [/^The queries combined by/, "TYPE_MISMATCH"],
  [/^A decimal number can have/, "INVALID_LITERAL"],
  [/^The statement has \d+ characters/, "QUERY_TEXT_TOO_LARGE"],
  [/^There is no prepared statement/, "NOT_FOUND"],
  [/^There is no catalog/, "CATALOG_NOT_FOUND"],
  [/^There is no schema/, "SCHEMA_NOT_FOUND"],
  [/^There is no (?:table|view)/, "TABLE_NOT_FOUND"],
  [/^Only one statement|^A query starts with|^Expected/, "SYNTAX_ERROR"],
  [/^There is no field|^(?:ORDER|GROUP) BY -?\d+:/, "INVALID_COLUMN_REFERENCE"],
  [
    /^There is no column| has no column |is an alias of this SELECT|^There is no \S+ in the FROM|not found; an alias/,
    "COLUMN_NOT_FOUND",
  ],
  [/ is ambiguous/, "AMBIGUOUS_NAME"],
  [/^Division by zero/, "DIVISION_BY_ZERO"],
  [/must be in GROUP BY|within try must be/, "EXPRESSION_NOT_AGGREGATE"],
  [/DISTINCT, ORDER BY(?! in an aggregate cannot)/, "EXPRESSION_NOT_IN_DISTINCT"],
  [/^(?:WHERE|ON|JOIN|GROUP BY|UNNEST|HAVING|LIMIT|VALUES) cannot contain/, "EXPRESSION_NOT_SCALAR"],
  [/cannot contain the aggregate/, "NESTED_AGGREGATION"],
  [/cannot contain the window/, "NESTED_WINDOW"],
  [
    /^The alias lists|^UNNEST returns|^The (?:table|row) has \d+ (?:columns|fields), but/,
    "MISMATCHED_COLUMN_ALIASES",
  ],
  [/frame bound|RANGE frame|offsets of a window frame|^Dates differ by whole days/, "INVALID_WINDOW_FRAME"],
  [/^A scalar subquery returned more/, "SUBQUERY_MULTIPLE_ROWS"],
  [/^Parameters are not available/, "INVALID_PARAMETER_USAGE"],
  [/^Two WITH queries/, "DUPLICATE_NAMED_QUERY"],
  [/^Function (?:coalesce|if|nullif|listagg) does not accept/, "TYPE_MISMATCH"],
  [/^Only text can be concatenated|^Function \S+ (?:does not accept|takes|needs)/, "FUNCTION_NOT_FOUND"],
  [/^(?:-?inf|nan) is out of the range|\de[+]\d+ is out of the range of BIGINT/, "INVALID_CAST_ARGUMENT"],
  [/out of (?:the )?range/, "NUMERIC_VALUE_OUT_OF_RANGE"],
  [
    /^The text (?:"|'|…|\S)*.* is not a valid|does not fit into|^The text is longer|^This JSON value is not of type/,
    "INVALID_CAST_ARGUMENT",
  ],
  [
    /^Write (?:a|an) (?:date|time|timestamp|UUID|interval|decimal)|valid JSON literal|has \d+ days|^There is no (?:month|day|hour|minute|second)/,
    "INVALID_LITERAL",
  ],
  [
    / (?:is|are) incompatible|^The (?:unary )?operator|^A condition must be|^LIKE compares|cannot be cast to|^Subscripts apply|subscript must be|^The type \S+ is not available|not (?:orderable|comparable)|^EXTRACT cannot|columns?, but only one can be compared/,
    "TYPE_MISMATCH",
  ],
  [
    / (?:is|are) (?:not|only) (?:available|supported)|not available|cannot use columns of the joined|continues after|cannot compare arrays|that contain NULL|is joined ON true|needs a FROM|cannot be run because/,
    "NOT_SUPPORTED",
  ],
];

/** Returns the error of Trino that corresponds to an error of ours. */
export function namedError({ code, detail }: Pick<QueryFailure, "code" | "detail">): NamedError {
  const known = BY_CODE[code];
  if (known) return known;
  if (
    code === "unknown_table" ||
    code === "invalid_sql" ||
    code === "statement_not_allowed" ||
    code === "query_too_complex"
  ) {
    const rule = BY_SENTENCE.find(([sentence]) => sentence.test(detail));
    if (rule) return user(rule[1]);
  }
  switch (code) {
    case "unknown_table":
      return user("TABLE_NOT_FOUND");
    case "statement_not_allowed":
      return user("NOT_SUPPORTED");
    case "invalid_sql":
      return user("INVALID_FUNCTION_ARGUMENT");
    default:
      return user("GENERIC_USER_ERROR");
  }
}
