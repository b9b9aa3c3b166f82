/** Known difference: sentences that match by text, and by our message if there is one. */
export interface Difference {
  message?: RegExp;
  text?: RegExp;
  reason: string;
}

/** Sentences that only Trino accepts. */
export const REFUSED_HERE: readonly Difference[] = [
  { message: /^Only a SELECT can be run here/, reason: "statements that change something" },
  {
    message: /^Expected SELECT, found/,
    text: /^\s*EXPLAIN/,
    reason: "EXPLAIN of statements that are not queries",
  },
  {
    message: /^Expected (?:COLUMNS, CREATE|TABLE or VIEW)/,
    reason:
      "SHOW of grants, roles, sessions, schemas and materialized views, which the platform does not have",
  },
  { text: /^\s*SHOW\s+STATS/, message: /^Expected the name of a table/, reason: "SHOW STATS FOR a query" },
  {
    text: /^\s*(?:DESCRIBE|SHOW|EXPLAIN)\b/,
    message: /^Expected/,
    reason: "options of SHOW, DESCRIBE and EXPLAIN",
  },
  { message: /^Parameters are not available|found \? \(/, reason: "parameters" },
  {
    message: /found CURRENT_(?:PATH|ROLE|TIME) \(/,
    reason: "CURRENT_PATH, and CURRENT_TIME, which has a zone",
  },
  { message: /found OVER \(|found (?:FINAL|RUNNING)|^MATCH_RECOGNIZE/, reason: "row patterns" },
  {
    text: /[\w"] OVER|\b(?:MATCH_RECOGNIZE|MEASURES|PATTERN|DEFINE|SUBSET|AFTER MATCH|FINAL|RUNNING)\b/,
    reason: "row patterns",
  },
  { message: /^Table functions are not available|found JSON_TABLE/, reason: "table functions" },
  {
    text: /(?:POSITION|BETWEEN).*->/s,
    message: /^Expected/,
    reason: "lambdas in POSITION and BETWEEN, with IN or AND in their bodies",
  },
  {
    text: /POSITION \(/,
    message: /^Expected IN, found \)/,
    reason: "position as the name of a function, which does not exist",
  },
  {
    text: /TRIM \( (?:BOTH|LEADING|TRAILING)/,
    message: /^Expected FROM/,
    reason: "columns called both, leading or trailing in TRIM",
  },
  { message: /^Only a table or a query in parentheses/, reason: "aliases of joins" },
  {
    text: /\b(?:ALL (?:\*|->)|(?:SOME|ANY) \( \w+ \))/,
    message: /^Expected/,
    reason: "columns and functions called all, any or some",
  },
  { message: /^NATURAL JOIN/, reason: "NATURAL JOIN" },
  { message: /^There is no column ALL/, reason: "GROUP BY ALL" },
  {
    message: /^Expected an expression, found \)/,
    text: /(?:ROLLUP|CUBE) /,
    reason: "empty groups in ROLLUP and CUBE",
  },
  { message: /^A sample must be/, reason: "samples of a percentage that is not a literal" },
  {
    message: /^Expected (?:a number of rows|ROW)/,
    reason: "numbers of rows with underscores or in another base",
  },
  {
    message: /^WITH TIES needs an ORDER BY/,
    reason: "WITH TIES without an order, which Trino refuses later",
  },
  {
    message: /^The frame of a window ends/,
    reason: "frames that end before they start, which Trino refuses later",
  },
  {
    message: /^(?:PASSING|RETURNING|ENCODING) is (?:not|only)/,
    reason: "PASSING, RETURNING and ENCODING of JSON functions",
  },
  {
    message: /^Expected .*, found \( \(/,
    text: /\.\s*(?:\/\*.*?\*\/\s*|-- c\s*)?(?:"[^.(]*"|\w+)\s*(?:\/\*.*?\*\/\s*|-- c\s*)?\(/,
    reason: "functions in a schema",
  },
  { message: /^Expected .*, found \. \(/, reason: "table.* as an argument, which only row patterns have" },
  { message: /^Write an interval/, reason: "intervals that Trino reads later" },
  {
    message: /^Write (?:a date|a time|a timestamp|a decimal|bytes)/,
    reason: "values of literals, which Trino reads later",
  },
  { message: /^A UUID is written/, reason: "values of literals, which Trino reads later" },
  { message: /^A text after a name/, reason: "literals of types that do not exist" },
  {
    message: /^The type .* is not available|^Times of day cannot|found ARRAY \(/,
    reason: "types that the platform does not have",
  },
  {
    message: /not available: times can have at most 12/,
    reason: "times with more than 12 fractional digits, which Trino refuses later",
  },
  {
    message: /^Expected a whole number/,
    reason: "sizes of types that are out of range, which Trino refuses later",
  },
  { message: /^Write an array like/, text: /\[/, reason: "items of a query or of a value that has none" },
  {
    message: /^Expected (?:TIMESTAMP|a version id)|^Write a point in time|^Function POSITION is not/,
    reason: "versions that are not literals",
  },
];

/** Sentences that only this parser accepts. */
export const ACCEPTED_HERE: readonly Difference[] = [
  {
    text: /[-+/%|]\s+(?:\([^*]*\)|\S+)\s*\.\s*\*/,
    reason: "fields of an operation, which is never a row: the types refuse them",
  },
];

/** Sentences with a different tree than the text that Trino's formatter writes for them. */
export const OTHER_TREE: readonly Difference[] = [
  { text: /->/, reason: "the formatter writes no parentheses around lambdas" },
  { text: /NORMALIZE/, reason: "the formatter writes the form of NORMALIZE as a text" },
  { text: /NULLS .*OVER/s, reason: "the formatter writes NULLS before FILTER" },
  { text: /TABLESAMPLE/, reason: "the formatter writes percentages as typed literals" },
  { text: /\( (?:ANY|ALL|SOME) \(/, reason: "the formatter drops parentheses around a call of any or some" },
  {
    text: /\( \( (?:WITH|SELECT|VALUES|TABLE|\()/,
    reason: "the formatter drops doubled parentheses around a query",
  },
  { text: /\)\s+[.[]/, reason: "the formatter drops parentheses around a value with a field or an item" },
  { text: /LISTAGG/, reason: "the formatter writes a separator for LISTAGG" },
  {
    text: /\d\s+(?:\/\* c \*\/\s+|-- c\n)?[.[]|\. [.[]/,
    reason: "fields and items of numbers, which have none",
  },
];
