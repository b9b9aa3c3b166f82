import { castSql } from "../types/castSql.ts";
import { joinedSql } from "../types/listSql.ts";
import { duckdbType, itemOf, type Type, VARCHAR } from "../types/type.ts";
import {
  type Argument,
  type FunctionTable,
  failSql,
  renamedFunction,
  scalar,
  type TrinoFunction,
  template,
} from "./functionKinds.ts";

/** Maximum length of a sequence, as in Trino, so that a mistyped bound does not exhaust memory. */
const MAX_SEQUENCE_LENGTH = 10_000;
const X = `"__x"`;
const STARTS_AT_ONE = "SQL array indices start at 1";

const hasNull = (list: string): string => `len(list_filter(${list}, lambda ${X}: ${X} IS NULL)) > 0`;
/** Returns a function with lambda arguments, given their parameter counts. */
function withLambdas(lambdas: Record<number, number>, sql: string): TrinoFunction {
  return { ...template(sql), lambdas };
}

/** Returns a match function that yields true, false, or NULL if a missing value could change the result. */
function matchFunction(whenFound: string, sought: string, otherwise: string): TrinoFunction {
  const results = "list_transform($1, $2)";
  const sql = `CASE WHEN list_contains(${results}, ${sought}) THEN ${whenFound} WHEN ${hasNull(results)} THEN NULL WHEN $1 IS NOT NULL THEN ${otherwise} END`;
  return withLambdas({ 1: 1 }, sql);
}

export const arrayFunctions: FunctionTable = {
  all_match: matchFunction("false", "false", "true"),
  any_match: matchFunction("true", "true", "false"),
  array_join: scalar(2, 3, join),
  array_position: template(
    "CASE WHEN $1 IS NOT NULL AND $2 IS NOT NULL THEN CAST(coalesce(list_position($1, $2), 0) AS BIGINT) END",
  ),
  array_remove: template(
    `CASE WHEN $2 IS NOT NULL THEN list_filter($1, lambda ${X}: ${X} IS DISTINCT FROM $2) END`,
  ),
  array_sort: template("list_sort($1, 'ASC', 'NULLS LAST')"),
  contains: template(
    `CASE WHEN list_contains($1, $2) THEN true WHEN $2 IS NULL OR ${hasNull("$1")} THEN NULL WHEN $1 IS NOT NULL THEN false END`,
  ),
  element_at: scalar(2, 2, elementAt),
  filter: withLambdas({ 1: 1 }, "list_filter($1, $2)"),
  flatten: renamedFunction("flatten", 1, 1),
  none_match: matchFunction("false", "true", "true"),
  reduce: scalar(4, 4, reduce),
  repeat: template(
    (fail) =>
      `CASE WHEN $2 < 0 THEN ${fail("The count of repeat cannot be negative")} WHEN $2 > ${MAX_SEQUENCE_LENGTH} THEN ${fail(`repeat makes at most ${MAX_SEQUENCE_LENGTH} items`)} ELSE list_transform(generate_series(1, $2), lambda "__i": $1) END`,
  ),
  sequence: scalar(2, 3, sequence),
  slice: template(writeSlice),
  transform: withLambdas({ 1: 1 }, "list_transform($1, $2)"),
};

function join([list, separator, missing]: string[], [array]: Argument[]): string {
  const item = castSql(X, itemOf((array as Argument).type), VARCHAR);
  const text =
    missing === undefined
      ? `list_filter(list_transform(${list}, lambda ${X}: ${item}), lambda ${X}: ${X} IS NOT NULL)`
      : `list_transform(${list}, lambda ${X}: coalesce(${item}, ${missing}))`;
  const known = [list, separator, ...(missing === undefined ? [] : [missing])].map((x) => `${x} IS NOT NULL`);
  return `CASE WHEN ${known.join(" AND ")} THEN coalesce(${joinedSql(text, `${separator}`)}, '') END`;
}

function elementAt([list, index]: string[], [, position]: Argument[], context: { inTry: boolean }): string {
  const element = `list_extract(${list}, ${index})`;
  if (position?.integer !== undefined && position.integer !== 0) return element;
  return `CASE WHEN ${index} = 0 THEN ${failSql(STARTS_AT_ONE, context)} ELSE ${element} END`;
}

function reduce([list]: string[], [array, state, step, finish]: Argument[]): string {
  const reduced = reduceSql(`${list}`, itemOf((array as Argument).type), state, step);
  return `CASE WHEN ${list} IS NOT NULL THEN list_transform([${reduced}], lambda "__rz": ${finish?.body?.(['"__rz"'])})[1] END`;
}

/**
 * Writes the final state of a reduction of list items; NULL for NULL. The state type may differ from the item type. DuckDB's
 * list_reduce supports only one type, so the reduced items are rows that contain a state and an item.
 */
export function reduceSql(
  list: string,
  of: Type,
  state: Argument | undefined,
  step: Argument | undefined,
): string {
  const item = duckdbType(of);
  const kind = duckdbType((state as Argument).type);
  const first = `struct_pack(s := CAST(${state?.sql} AS ${kind}), x := CAST(NULL AS ${item}))`;
  const others = `list_transform(${list}, lambda "__r": struct_pack(s := CAST(NULL AS ${kind}), x := "__r"))`;
  const next = step?.body?.([`struct_extract_at("__ra", 1)`, `struct_extract_at("__rb", 2)`]);
  const reduced = `list_reduce(list_prepend(${first}, ${others}), lambda "__ra", "__rb": struct_pack(s := CAST(${next} AS ${kind}), x := CAST(NULL AS ${item})))`;
  return `CASE WHEN ${list} IS NOT NULL THEN struct_extract_at(${reduced}, 1) END`;
}

/** Writes `array[index]`; the index must be within the array. */
export function subscript(list: string, index: string, context: { inTry: boolean }): string {
  const message = failSql(
    "An array subscript is out of bounds. Use element_at, which returns NULL in this case",
    context,
  );
  return `CASE WHEN ${list} IS NULL OR ${index} IS NULL THEN NULL WHEN ${index} BETWEEN 1 AND len(${list}) THEN list_extract(${list}, ${index}) ELSE ${message} END`;
}

function sequence(
  [from, to, step]: string[],
  [start, , by]: Argument[],
  context: { inTry: boolean },
): string {
  if (start?.kind === "time") return timeSequence(`${from}`, `${to}`, start, by, context);
  const stride = step ?? `CASE WHEN ${from} <= ${to} THEN 1 ELSE -1 END`;
  const tooMany = failSql(`sequence can return at most ${MAX_SEQUENCE_LENGTH} numbers`, context);
  const zero = failSql("The step of sequence cannot be zero", context);
  const checked = step === undefined ? "" : `WHEN ${step} = 0 THEN ${zero} `;
  return `CASE ${checked}WHEN (CAST(${to} AS HUGEINT) - ${from}) // (${stride}) >= ${MAX_SEQUENCE_LENGTH} THEN ${tooMany} ELSE generate_series(${from}, ${to}, ${stride}) END`;
}

/** Writes a sequence of dates or times: each item is a given number of steps after the first one. */
function timeSequence(
  from: string,
  to: string,
  start: Argument,
  by: Argument | undefined,
  context: { inTry: boolean },
): string {
  const isMonths = by?.type.name === "interval year to month";
  const step = by?.sql ?? `(CASE WHEN ${from} <= ${to} THEN 86400000 ELSE -86400000 END)`;
  const span = isMonths ? "to_months" : "to_milliseconds";
  const [a, b] = [`CAST(${from} AS TIMESTAMP)`, `CAST(${to} AS TIMESTAMP)`];
  const count = isMonths
    ? `date_sub('month', ${a}, ${b}) // ${step}`
    : `((epoch_us(${b}) - epoch_us(${a})) // 1000) // ${step}`;
  const type = start.type.name === "date" ? "DATE" : "TIMESTAMP";
  const item = `CAST(${a} + ${span}(CAST("__i" * ${step} AS ${isMonths ? "INTEGER" : "BIGINT"})) AS ${type})`;
  const wrongWay = `(${step} > 0 AND ${from} > ${to}) OR (${step} < 0 AND ${from} < ${to})`;
  const partial =
    !isMonths && type === "DATE"
      ? `WHEN ${step} % 86400000 <> 0 THEN ${failSql("The step of a date sequence must be a number of whole days", context)} `
      : "";
  return (
    `CASE WHEN ${step} = 0 THEN ${failSql("The step of sequence cannot be zero", context)} ${partial}` +
    `WHEN ${wrongWay} THEN ${failSql("The step of sequence has the wrong sign: it must lead from the start to the end", context)} ` +
    `WHEN ${count} >= ${MAX_SEQUENCE_LENGTH} THEN ${failSql(`sequence can return at most ${MAX_SEQUENCE_LENGTH} entries`, context)} ` +
    `ELSE list_transform(generate_series(0, ${count}), lambda "__i": ${item}) END`
  );
}

/** Writes `slice(list, start, count)`; a negative start counts from the end. */
function writeSlice(fail: (sentence: string) => string): string {
  const cut = (begin: string): string => `list_slice($1, ${begin}, ${begin} + $3 - 1)`;
  const fromEnd = "(len($1) + $2 + 1)";
  return (
    `CASE WHEN $2 = 0 THEN ${fail(STARTS_AT_ONE)} WHEN $2 > 0 THEN ${cut("$2")} ` +
    `WHEN ${fromEnd} < 1 THEN list_slice($1, 1, 0) ELSE ${cut(fromEnd)} END`
  );
}
