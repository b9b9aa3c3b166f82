import { textOf } from "./casts.ts";
import { type Argument, failing, known, renamed, scalar, type TrinoFunction } from "./functionKinds.ts";

/** Maximum length of a sequence, as in Trino, so that a mistyped bound does not exhaust the memory. */
const MAX_SEQUENCE_LENGTH = 10_000;
const X = `"__x"`;

const hasNull = (list: string): string => `len(list_filter(${list}, lambda ${X}: ${X} IS NULL)) > 0`;
/** Removes duplicates in the order of the list, including those of NULL. */
const distinct = (list: string): string =>
  `list_filter(${list}, lambda ${X}, "__i": "__i" = list_position(${list}, ${X}))`;
const array = "other" as const;

/** Returns a match function with the result true, false, or NULL if a missing value could change the result. */
function matching(whenFound: string, sought: string, otherwise: string): TrinoFunction {
  return scalar(
    2,
    2,
    ([list, test]) => {
      const results = `list_transform(${list}, ${test})`;
      return `CASE WHEN list_contains(${results}, ${sought}) THEN ${whenFound} WHEN ${hasNull(results)} THEN NULL WHEN ${list} IS NOT NULL THEN ${otherwise} END`;
    },
    "boolean",
    { 1: 1 },
  );
}

export const arrayFunctions: [string, TrinoFunction][] = [
  ["all_match", matching("false", "false", "true")],
  ["any_match", matching("true", "true", "false")],
  ["array_distinct", scalar(1, 1, ([list]) => distinct(list as string), array)],
  [
    "array_except",
    scalar(
      2,
      2,
      ([a, b]) => distinct(`list_filter(${a}, lambda ${X}: list_position(${b}, ${X}) IS NULL)`),
      array,
    ),
  ],
  [
    "array_intersect",
    scalar(
      2,
      2,
      ([a, b]) => distinct(`list_filter(${a}, lambda ${X}: list_position(${b}, ${X}) IS NOT NULL)`),
      array,
    ),
  ],
  ["array_join", scalar(2, 3, join, "text")],
  [
    "array_max",
    scalar(1, 1, ([list]) => `CASE WHEN NOT ${hasNull(list as string)} THEN list_max(${list}) END`),
  ],
  [
    "array_min",
    scalar(1, 1, ([list]) => `CASE WHEN NOT ${hasNull(list as string)} THEN list_min(${list}) END`),
  ],
  [
    "array_position",
    scalar(
      2,
      2,
      ([list, x]) =>
        `CASE WHEN ${list} IS NOT NULL AND ${x} IS NOT NULL THEN CAST(coalesce(list_position(${list}, ${x}), 0) AS BIGINT) END`,
      "integer",
    ),
  ],
  [
    "array_remove",
    scalar(
      2,
      2,
      ([list, x]) =>
        `CASE WHEN ${x} IS NOT NULL THEN list_filter(${list}, lambda ${X}: ${X} IS DISTINCT FROM ${x}) END`,
      array,
    ),
  ],
  ["array_sort", scalar(1, 1, ([list]) => `list_sort(${list}, 'ASC', 'NULLS LAST')`, array)],
  ["array_union", scalar(2, 2, ([a, b]) => distinct(`(${a} || ${b})`), array)],
  ["cardinality", scalar(1, 1, ([list]) => `CAST(len(${list}) AS BIGINT)`, "integer")],
  [
    "contains",
    scalar(
      2,
      2,
      ([list, x]) =>
        `CASE WHEN list_contains(${list}, ${x}) THEN true WHEN ${x} IS NULL OR ${hasNull(list as string)} THEN NULL WHEN ${list} IS NOT NULL THEN false END`,
      "boolean",
    ),
  ],
  ["element_at", scalar(2, 2, elementAt)],
  ["filter", scalar(2, 2, ([list, test]) => `list_filter(${list}, ${test})`, array, { 1: 1 })],
  ["flatten", renamed("flatten", 1, 1, array)],
  ["none_match", matching("false", "true", "true")],
  ["reduce", scalar(4, 4, reduce, undefined, { 2: 2, 3: 1 })],
  [
    "repeat",
    scalar(
      2,
      2,
      ([x, count], _, context) =>
        `CASE WHEN ${count} > ${MAX_SEQUENCE_LENGTH} THEN ${failing(`repeat makes at most ${MAX_SEQUENCE_LENGTH} items`, context)} ELSE list_transform(generate_series(1, ${count}), lambda "__i": ${x}) END`,
      array,
    ),
  ],
  ["sequence", scalar(2, 3, sequence, array)],
  ["slice", scalar(3, 3, slice, array)],
  ["transform", scalar(2, 2, ([list, change]) => `list_transform(${list}, ${change})`, array, { 1: 1 })],
];

function join([list, separator, missing]: string[]): string {
  const item = known(X);
  const text = `list_transform(${list}, lambda ${X}: ${missing === undefined ? textOf(item) : `coalesce(${textOf(item)}, ${missing})`})`;
  return `coalesce(array_to_string(${text}, ${separator}), CASE WHEN ${list} IS NOT NULL THEN '' END)`;
}

function elementAt([list, index]: string[], [, position]: Argument[], context: { inTry: boolean }): string {
  const element = `list_extract(${list}, ${index})`;
  if (position?.integer !== undefined && position.integer !== 0) return element;
  return `CASE WHEN ${index} = 0 THEN ${failing("SQL array indices start at 1", context)} ELSE ${element} END`;
}

/** Writes `array[index]`; the index must be within the array. */
export function subscript(list: string, index: string, context: { inTry: boolean }): string {
  const message = failing("An array subscript is beyond the array: element_at gives NULL there", context);
  return `CASE WHEN ${list} IS NULL OR ${index} IS NULL THEN NULL WHEN ${index} BETWEEN 1 AND len(${list}) THEN list_extract(${list}, ${index}) ELSE ${message} END`;
}

function reduce([list, start, step, finish]: string[]): string {
  return `list_transform([list_reduce(${list}, ${step}, ${start})], ${finish})[1]`;
}

function sequence([from, to, step]: string[], [, , by]: Argument[], context: { inTry: boolean }): string {
  if (by?.isInterval) {
    const times = `generate_series(CAST(${from} AS TIMESTAMP), CAST(${to} AS TIMESTAMP), ${step})`;
    return `list_transform(${times}, lambda ${X}: cast_to_type(${X}, ${from}))`;
  }
  const stride = step ?? `CASE WHEN ${from} <= ${to} THEN 1 ELSE -1 END`;
  const tooMany = failing(`sequence makes at most ${MAX_SEQUENCE_LENGTH} numbers`, context);
  const zero = failing("The step of sequence cannot be zero", context);
  const checked = step === undefined ? "" : `WHEN ${step} = 0 THEN ${zero} `;
  return `CASE ${checked}WHEN (${to} - ${from}) // (${stride}) >= ${MAX_SEQUENCE_LENGTH} THEN ${tooMany} ELSE generate_series(${from}, ${to}, ${stride}) END`;
}

function slice([list, start, count]: string[], _: Argument[], context: { inTry: boolean }): string {
  const cut = (begin: string): string => `list_slice(${list}, ${begin}, ${begin} + ${count} - 1)`;
  const fromEnd = `(len(${list}) + ${start} + 1)`;
  return (
    `CASE WHEN ${start} = 0 THEN ${failing("SQL array indices start at 1", context)} WHEN ${start} > 0 THEN ${cut(start as string)} ` +
    `WHEN ${fromEnd} < 1 THEN list_slice(${list}, 1, 0) ELSE ${cut(fromEnd)} END`
  );
}
