import { Refusal } from "#shared/sql/sqlError.ts";
import { logarithm } from "./arithmetic.ts";
import {
  type Argument,
  aggregate,
  type FunctionTable,
  kindOfFirst,
  type WindowFunction,
} from "./functionKinds.ts";
import { checkNumber } from "./typeChecks.ts";

const double = { returns: "double" as const };
const integer = { returns: "integer" as const };

/**
 * Casts the sum of integers, which is a HUGEINT in DuckDB, to Trino's BIGINT. If the type is unknown here, the engine
 * casts the result.
 */
function sumOf(call: string, args: Argument[]): string {
  checkNumber("sum", args[0]);
  if (args[0]?.kind === "double") return compensateSum("sum", call);
  return args[0]?.kind === "integer" ? `CAST(${call} AS BIGINT)` : call;
}

export const aggregateFunctions: FunctionTable = {
  any_value: aggregate("any_value", 1, { returns: kindOfFirst }),
  approx_distinct: aggregate("count", 1, { ...integer, arguments: ([x]) => [`DISTINCT ${x?.sql}`] }),
  approx_percentile: aggregate("quantile_disc", 2, { returns: kindOfFirst, arguments: percentile }),
  arbitrary: aggregate("any_value", 1, { returns: kindOfFirst }),
  array_agg: aggregate("list", 1, { returns: "other" }),
  avg: aggregate("avg", 1, { returns: averageKind, finish: average }),
  bitwise_and_agg: aggregate("bit_and", 1, integer),
  bitwise_or_agg: aggregate("bit_or", 1, integer),
  bool_and: aggregate("bool_and", 1, { returns: "boolean" }),
  bool_or: aggregate("bool_or", 1, { returns: "boolean" }),
  corr: aggregate("corr", 2, { ...double, finish: withoutNan }),
  count: aggregate("count", [0, 1], integer),
  count_if: aggregate("count_if", 1, {
    ...integer,
    finish: (call) => `CAST(coalesce(${call}, 0) AS BIGINT)`,
  }),
  covar_pop: aggregate("covar_pop", 2, double),
  covar_samp: aggregate("covar_samp", 2, double),
  every: aggregate("bool_and", 1, { returns: "boolean" }),
  geometric_mean: aggregate("avg", 1, { ...double, arguments: logarithms, finish: (call) => `exp(${call})` }),
  kurtosis: aggregate("kurtosis", 1, double),
  listagg: aggregate("string_agg", [1, 2], { returns: "text", arguments: writeListagg }),
  max: aggregate("max", [1, 2], { returns: ofOne }),
  max_by: aggregate("arg_max_null", 2, { returns: kindOfFirst }),
  min: aggregate("min", [1, 2], { returns: ofOne }),
  min_by: aggregate("arg_min_null", 2, { returns: kindOfFirst }),
  regr_intercept: aggregate("regr_intercept", 2, { ...double, finish: withoutNan }),
  regr_slope: aggregate("regr_slope", 2, { ...double, finish: withoutNan }),
  skewness: aggregate("skewness", 1, { ...double, finish: ofPopulation }),
  stddev: aggregate("stddev_samp", 1, double),
  stddev_pop: aggregate("stddev_pop", 1, double),
  stddev_samp: aggregate("stddev_samp", 1, double),
  sum: aggregate("sum", 1, { returns: kindOfFirst, finish: sumOf }),
  var_pop: aggregate("var_pop", 1, double),
  var_samp: aggregate("var_samp", 1, double),
  variance: aggregate("var_samp", 1, double),
};

/**
 * Compensates sums of doubles (Kahan 1965): a mean of many values is accurate to the last digit, independent of the
 * order in which threads add. Compensation cannot add infinities, so the plain sum is used for them.
 */
function compensateSum(name: string, call: string): string {
  const exact = `f${name}${call.slice(name.length)}`;
  return `CASE WHEN isfinite(${exact}) THEN ${exact} ELSE ${call} END`;
}

/** Rounds the average of decimals, a DOUBLE in DuckDB, to their scale as in Trino. */
function average(call: string, [x]: Argument[]): string {
  checkNumber("avg", x);
  if (x?.kind === "double") return compensateSum("avg", call);
  if (x?.kind === "integer") return call;
  const type = `typeof(max${call.slice("avg".length)})`;
  return `CASE WHEN ${type} LIKE 'DECIMAL%' THEN round(${call}, CAST(regexp_extract(${type}, ',(\\d+)', 1) AS INTEGER)) ELSE ${call} END`;
}

function averageKind([x]: Argument[]): Argument["kind"] {
  return x?.kind === "integer" || x?.kind === "double" ? "double" : undefined;
}

/** Replaces logarithms for geomean, which rejects zero and negative numbers; Trino returns 0 and NaN. */
function logarithms([x]: Argument[]): string[] {
  return [logarithm("ln", `${x?.sql}`)];
}

function withoutNan(call: string): string {
  return `CASE WHEN NOT isnan(${call}) THEN ${call} END`;
}

/** Converts DuckDB's sample skewness to Trino's population skewness. */
function ofPopulation(call: string): string {
  const count = `count${call.slice("skewness".length)}`;
  return `${call} * (${count} - 2) / sqrt(${count} * (${count} - 1))`;
}

/**
 * Adjusts a percentile: Trino takes the value at index floor(p * n), DuckDB at ceil(p * n) - 1, which differ if p * n
 * is whole.
 */
function percentile([x, p]: Argument[]): string[] {
  if (p?.kind !== "decimal" && p?.kind !== "double" && p?.kind !== "integer") {
    throw new Refusal("The percentile of approx_percentile is a number from 0 to 1");
  }
  return [`${x?.sql}`, `least(${p.sql} + CAST('1e-12' AS DOUBLE), 1)`];
}

/** Returns the kind of a maximum or minimum; with a count, it is an array. */
function ofOne(args: Argument[]): Argument["kind"] {
  return args.length === 1 ? args[0]?.kind : "other";
}

function writeListagg([x, separator]: Argument[]): string[] {
  if (separator && separator.literal === undefined)
    throw new Refusal("The separator of listagg must be a text literal");
  return [`${x?.sql}`, separator?.sql ?? "''"];
}

function rankingFunction(name: string, returns: "integer" | "double", count = 0): WindowFunction {
  return { kind: "window", name, least: count, most: count, returns };
}

/** Returns a function with the value of another row of the window. */
function ofRow(name: string, least: number, most = least): WindowFunction {
  return { kind: "window", name, least, most, takesNulls: true, returns: kindOfFirst };
}

export const windowFunctions: FunctionTable = {
  cume_dist: rankingFunction("cume_dist", "double"),
  dense_rank: rankingFunction("dense_rank", "integer"),
  first_value: ofRow("first_value", 1),
  lag: ofRow("lag", 1, 3),
  last_value: ofRow("last_value", 1),
  lead: ofRow("lead", 1, 3),
  nth_value: ofRow("nth_value", 2),
  ntile: rankingFunction("ntile", "integer", 1),
  percent_rank: rankingFunction("percent_rank", "double"),
  rank: rankingFunction("rank", "integer"),
  row_number: rankingFunction("row_number", "integer"),
};
