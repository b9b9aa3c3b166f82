import { Refusal } from "../sqlError.ts";
import { bindSql, eachSql } from "../types/bindSql.ts";
import { hasNullPart } from "../types/nullParts.ts";
import { ownError } from "../types/ownError.ts";
import {
  contains,
  decimalType,
  duckdbType,
  isFloating,
  isInteger,
  isNumeric,
  UNKNOWN,
} from "../types/type.ts";
import { unorderedFirst } from "../types/unorderedFirst.ts";
import { reduceSql } from "./arrayFunctions.ts";
import { CHECKSUM } from "./checksum.ts";
import { logarithm, NAN } from "./floatSql.ts";
import {
  type AggregateParts,
  type Argument,
  again,
  aggregate,
  type FunctionTable,
  failSql,
  type WindowFunction,
} from "./functionKinds.ts";
import { scaled } from "./operators/decimals.ts";

export const aggregateFunctions: FunctionTable = {
  any_value: aggregate("any_value", 1),
  approx_distinct: aggregate("count", [1, 2], { arguments: ([x]) => [`DISTINCT ${x?.sql}`] }),
  approx_percentile: aggregate("quantile_disc", 2, { arguments: percentile, finish: checkPercentiles }),
  arbitrary: aggregate("any_value", 1),
  array_agg: aggregate("list", 1),
  avg: aggregate("avg", 1, { finish: average }),
  bitwise_and_agg: aggregate("bit_and", 1),
  bitwise_or_agg: aggregate("bit_or", 1),
  bool_and: aggregate("bool_and", 1),
  bool_or: aggregate("bool_or", 1),
  checksum: CHECKSUM,
  corr: ofPairs("corr"),
  count: aggregate("count", [0, 1]),
  count_if: aggregate("count_if", 1, { finish: (call) => `CAST(coalesce(${call}, 0) AS BIGINT)` }),
  covar_pop: ofPairs("covar_pop"),
  covar_samp: ofPairs("covar_samp"),
  every: aggregate("bool_and", 1),
  geometric_mean: aggregate("avg", 1, {
    arguments: ([x]) => [logarithm("ln", `${x?.sql}`)],
    finish: (call, [x]) => `CAST(exp(${call}) AS ${x?.type.name === "real" ? "FLOAT" : "DOUBLE"})`,
  }),
  kurtosis: shape("kurtosis", 4, (call) => call),
  listagg: aggregate("string_agg", [1, 2], { arguments: writeListagg, finish: checkListagg }),
  max: aggregate("max", [1, 2], { finish: extreme }),
  max_by: aggregate("arg_max_null", [2, 3], {
    nameFor: (args) => (args.length === 3 ? "arg_max" : "arg_max_null"),
    finish: extremeBy,
  }),
  min: aggregate("min", [1, 2], { finish: extreme }),
  min_by: aggregate("arg_min_null", [2, 3], {
    nameFor: (args) => (args.length === 3 ? "arg_min" : "arg_min_null"),
    finish: extremeBy,
  }),
  reduce_agg: aggregate("list", 4, {
    arguments: ([x]) => [`${x?.sql}`],
    finish: (_, [x, state, step], parts) => {
      if (!isNumeric(state?.type ?? UNKNOWN) && state?.type.name !== "boolean")
        throw new Refusal(
          "The state of reduce_agg must be a number or a boolean. Use array_agg and reduce instead",
        );
      const known = again(parts, "list", parts.content, `${x?.sql} IS NOT NULL`);
      return reduceSql(known, x?.type ?? UNKNOWN, state, step);
    },
  }),
  regr_intercept: ofPairs("regr_intercept"),
  regr_slope: ofPairs("regr_slope"),
  skewness: shape(
    "skewness",
    3,
    (call, count) => `${call} * (${count} - 2) / sqrt(${count} * (${count} - 1))`,
  ),
  stddev: spread("stddev_samp"),
  stddev_pop: spread("stddev_pop"),
  stddev_samp: spread("stddev_samp"),
  sum: aggregate("sum", 1, { finish: sumOf }),
  var_pop: spread("var_pop"),
  var_samp: spread("var_samp"),
  variance: spread("var_samp"),
};

/** Returns a measure of spread: NaN if a value is not finite, whereas DuckDB raises an error. */
function spread(name: string): ReturnType<typeof aggregate> {
  return aggregate(name, 1, {
    arguments: ([x]) => [`CASE WHEN isfinite(CAST(${x?.sql} AS DOUBLE)) THEN CAST(${x?.sql} AS DOUBLE) END`],
    finish: (call, [x], parts) => {
      const strange = again(parts, "bool_or", `NOT isfinite(CAST(${x?.sql} AS DOUBLE))`);
      return `CASE WHEN ${strange} THEN ${NAN} ELSE ${call} END`;
    },
  });
}

const SUM_TOO_LARGE = "A sum of decimals has more than 38 digits: write sum(CAST(x AS DOUBLE))";

function sumOf(call: string, [x]: Argument[], parts: AggregateParts): string {
  const type = x?.type ?? { name: "bigint" };
  if (isFloating(type)) return `CAST(${compensated("sum", call, parts)} AS ${duckdbType(type)})`;
  if (type.name !== "decimal") return `CAST(${call} AS ${duckdbType(type)})`;
  const scale = type.scale ?? 0;
  const largest = `CAST('${"9".repeat(38 - scale)}.${"9".repeat(scale)}' AS DECIMAL(38, ${scale}))`;
  // DuckDB can exceed 38 digits when adding.
  const isTooLarge = `${call} > ${largest} OR ${call} < -${largest}`;
  return `CAST(CASE WHEN ${isTooLarge} THEN ${ownError(SUM_TOO_LARGE)} ELSE ${call} END AS DECIMAL(38, ${scale}))`;
}

/**
 * Uses compensated summation of doubles (Kahan 1965): a mean of many values is accurate to the last digit, regardless of the
 * order in which threads add. Compensation cannot handle infinities, so they use the plain sum.
 */
function compensated(name: string, call: string, parts: AggregateParts): string {
  const exact = again(parts, `f${name}`, parts.content);
  return `CASE WHEN isfinite(${exact}) THEN ${exact} ELSE ${call} END`;
}

/** Writes an average; averages of decimals are rounded half up to their scale. */
function average(call: string, [x]: Argument[], parts: AggregateParts): string {
  const type = x?.type ?? { name: "double" };
  if (isFloating(type)) return `CAST(${compensated("avg", call, parts)} AS ${duckdbType(type)})`;
  if (type.name.startsWith("interval")) return `CAST(round(${call}) AS ${duckdbType(type)})`;
  if (isInteger(type)) return call;
  const { scale = 0 } = type;
  const total = again(parts, "sum", parts.content);
  const count = again(parts, "count", parts.content);
  const digits =
    scale === 0
      ? `CAST(${total} AS HUGEINT)`
      : `CAST(CAST(${total} AS DECIMAL(38, ${scale})) * ${10n ** BigInt(scale)} AS HUGEINT)`;
  const rounded = `(abs(${digits}) * 2 + ${count}) // (${count} * 2)`;
  return `CASE WHEN ${count} > 0 THEN ${scaled(`CAST(CASE WHEN ${total} < 0 THEN -(${rounded}) ELSE ${rounded} END AS HUGEINT)`, decimalType(38, scale))}::${duckdbType(type)} END`;
}

/** Writes a maximum or minimum; it is NaN only if all values are NaN. */
function extreme(call: string, [x, count]: Argument[], parts: AggregateParts): string {
  const type = x?.type ?? { name: "unknown" };
  if (type.of) {
    const isKeyed = parts.name === "max" && contains(type, isFloating);
    const rest = count ? `, ${count.sql}` : "";
    const keyed = `${x?.sql}, ${unorderedFirst(`${x?.sql}`, type)}${rest}`;
    return ofOrdered(isKeyed ? again(parts, "arg_max", keyed) : call, x as Argument, parts);
  }
  if (count)
    return isFloating(type) && parts.name === "max"
      ? largest(call, x, count, parts)
      : `CASE WHEN true THEN ${call} END`;
  if (!isFloating(type)) return call;
  return `coalesce(${again(parts, parts.name, parts.content, `NOT isnan(${x?.sql})`)}, ${call})`;
}

/** Writes the largest values, in which NaN follows all numbers, although it is the largest for DuckDB. */
function largest(call: string, x: Argument | undefined, count: Argument, parts: AggregateParts): string {
  const numbers = again(parts, "max", parts.content, `NOT isnan(${x?.sql})`);
  const others = again(parts, "count", `${x?.sql}`, `isnan(${x?.sql})`);
  const list = duckdbType({ name: "array", of: [x?.type ?? UNKNOWN] });
  const rest = `list_resize(CAST([] AS ${list}), least(${count.sql}, ${others}), ${NAN})`;
  return `CASE WHEN ${call} IS NOT NULL THEN list_slice(list_concat(coalesce(${numbers}, CAST([] AS ${list})), ${rest}), 1, ${count.sql}) END`;
}

/** Fails if any of multiple arrays or rows contains a part that cannot be ordered. */
function ofOrdered(call: string, { sql, type }: Argument, parts: AggregateParts): string {
  const isUnordered = again(parts, "bool_or", hasNullPart(sql, type));
  const sentence = `${parts.name.replace(/^arg_(max|min).*/, "$1_by")} cannot compare arrays or rows that contain NULL`;
  return `CASE WHEN ${again(parts, "count", sql)} > 1 AND ${isUnordered} THEN ${ownError(sentence)} ELSE ${call} END`;
}

function extremeBy(call: string, [value, by, count]: Argument[], parts: AggregateParts): string {
  const type = by?.type ?? { name: "unknown" };
  if (count)
    throw new Refusal(
      "max_by and min_by for several rows are not available: use array_agg(x ORDER BY y) and slice",
    );
  if (type.of) {
    const isKeyed = parts.name.startsWith("arg_max") && contains(type, isFloating);
    const keyed = `${value?.sql}, ${unorderedFirst(`${by?.sql}`, type)}`;
    return ofOrdered(isKeyed ? again(parts, parts.name, keyed) : call, by as Argument, parts);
  }
  if (!isFloating(type)) return call;
  const known = again(parts, parts.name, parts.content, `NOT isnan(${by?.sql})`);
  const hasKnown = again(parts, "count", `${by?.sql}`, `NOT isnan(${by?.sql})`);
  return `CASE WHEN ${hasKnown} > 0 THEN ${known} ELSE ${call} END`;
}

/** Returns a bivariate statistic: NULL if there are too few pairs, and NaN if a value is not finite. */
function ofPairs(name: string): ReturnType<typeof aggregate> {
  const known = ([x, y]: Argument[]): string =>
    `isfinite(CAST(${x?.sql} AS DOUBLE)) AND isfinite(CAST(${y?.sql} AS DOUBLE))`;
  return aggregate(name, 2, {
    arguments: (args) => [`CASE WHEN ${known(args)} THEN ${args[0]?.sql} END`, `${args[1]?.sql}`],
    finish: (call, args, parts) => {
      const strange = again(parts, "bool_or", `NOT (${known(args)})`);
      const result = `CASE WHEN ${strange} THEN ${name.startsWith("covar") ? NAN : "NULL"} WHEN isnan(${call}) THEN NULL ELSE ${call} END`;
      return `CAST(${result} AS ${args[0]?.type.name === "real" ? "FLOAT" : "DOUBLE"})`;
    },
  });
}

/** Returns a shape statistic, which requires a minimum number of values; NaN if a value is not finite. */
function shape(
  name: string,
  minCount: number,
  finish: (call: string, count: string) => string,
): ReturnType<typeof aggregate> {
  return aggregate(name, 1, {
    arguments: ([x]) => [`CASE WHEN isfinite(CAST(${x?.sql} AS DOUBLE)) THEN CAST(${x?.sql} AS DOUBLE) END`],
    finish: (call, [x], parts) => {
      const strange = again(parts, "bool_or", `NOT isfinite(CAST(${x?.sql} AS DOUBLE))`);
      const count = again(parts, "count", `${x?.sql}`);
      return `CASE WHEN ${count} < ${minCount} THEN NULL WHEN ${strange} THEN ${NAN} ELSE coalesce(${finish(call, count)}, ${NAN}) END`;
    },
  });
}

const PERCENTILE_RANGE = "The percentile of approx_percentile must be a number from 0 to 1";

/**
 * Adjusts a percentile. Trino picks the value at index floor(p * n), DuckDB the value at ceil(p * n) - 1; they differ if p * n
 * is an integer.
 */
function percentile([x, p]: Argument[]): string[] {
  const [, quoted, integer] = /'([\d.eE+-]+)'|^CAST\((\d+) AS DOUBLE\)$/.exec(p?.sql ?? "") ?? [];
  const share = Number(quoted ?? integer ?? p?.sql);
  const moved = (of: string): string => `least(${of} + CAST('1e-12' AS DOUBLE), 1)`;
  if (p?.type.name === "array") {
    // DuckDB requires a constant; `checkPercentiles` rejects an invalid one afterward.
    const within = (of: string): string => `coalesce(least(greatest(${of}, 0), 1), 0)`;
    return [`${x?.sql}`, eachSql(p.sql, (share) => moved(within(share)))];
  }
  if (!p?.isLiteral || !(share >= 0 && share <= 1)) throw new Refusal(PERCENTILE_RANGE);
  return [`${x?.sql}`, moved(p.sql)];
}

function checkPercentiles(of: string, [x, p]: Argument[], parts: AggregateParts): string {
  const call = isFloating(x?.type ?? UNKNOWN)
    ? `CASE WHEN ${again(parts, "bool_or", `isnan(${x?.sql})`)} THEN ${failSql("approx_percentile does not accept NaN: add FILTER (WHERE NOT is_nan(x))", { inTry: false })} ELSE ${of} END`
    : of;
  if (p?.type.name !== "array") return call;
  const areValid = eachSql(p.sql, (share) => `coalesce(${share} BETWEEN 0 AND 1, false)`);
  const fail = failSql(PERCENTILE_RANGE, { inTry: false });
  return `CASE WHEN list_bool_and(${areValid}) THEN ${call} ELSE ${fail} END`;
}

function writeListagg([x, separator]: Argument[]): string[] {
  if (separator && separator.literal === undefined)
    throw new Refusal("The separator of listagg must be a string literal");
  return [`${x?.sql}`, separator?.sql ?? "''"];
}

/** Maximum size of a listagg result in bytes, as in Trino. */
const MAX_LISTAGG = 1_048_576;

/** Checks the size of a result, regardless of ON OVERFLOW. */
function checkListagg(call: string): string {
  const fail = failSql(`The result of listagg has more than ${MAX_LISTAGG} bytes: group by more columns`, {
    inTry: false,
  });
  return bindSql(
    [call],
    (text) => `CASE WHEN strlen(${text}) > ${MAX_LISTAGG} THEN ${fail} ELSE ${text} END`,
  );
}

function rankingFunction(name: string, count = 0): WindowFunction {
  return { kind: "window", name, minArguments: count, maxArguments: count };
}

/** Returns a function that yields the value of another row in the window. */
function ofRow(name: string, minArguments: number, maxArguments = minArguments): WindowFunction {
  return { kind: "window", name, minArguments, maxArguments, takesNulls: true };
}

export const windowFunctions: FunctionTable = {
  cume_dist: rankingFunction("cume_dist"),
  dense_rank: rankingFunction("dense_rank"),
  first_value: ofRow("first_value", 1),
  lag: ofRow("lag", 1, 3),
  last_value: ofRow("last_value", 1),
  lead: ofRow("lead", 1, 3),
  nth_value: ofRow("nth_value", 2),
  ntile: rankingFunction("ntile", 1),
  percent_rank: rankingFunction("percent_rank"),
  rank: rankingFunction("rank"),
  row_number: rankingFunction("row_number"),
};
