import { bindSql, filterSql } from "../types/bindSql.ts";
import { asDecimal } from "../types/coerce.ts";
import { hasNullPart } from "../types/nullParts.ts";
import { ownError } from "../types/ownError.ts";
import { contains, duckdbType, isFloating, isInteger, type Type } from "../types/type.ts";
import { unorderedFirst } from "../types/unorderedFirst.ts";
import { INFINITY, logarithm, NAN } from "./floatSql.ts";
import {
  type Argument,
  type Failing,
  type FunctionTable,
  failSql,
  renamedFunction,
  scalar,
  type TrinoFunction,
  template,
} from "./functionKinds.ts";
import { arithmetic } from "./operators/arithmetic.ts";
import { resultOf } from "./resultOf.ts";

/** Returns a function that is NaN outside -1 … 1, as in Trino; DuckDB raises an error. */
function unitRangeFunction(name: string): TrinoFunction {
  return template(`CASE WHEN abs($1) <= 1 THEN ${name}($1) WHEN $1 IS NOT NULL THEN ${NAN} END`);
}

/** Returns a trigonometric function; it is NaN for infinities. */
function waveFunction(name: string): TrinoFunction {
  return template(`CASE WHEN isinf($1) THEN ${NAN} ELSE ${name}($1) END`);
}

/** Returns ceil or floor. */
function wholeFunction(name: string): TrinoFunction {
  return scalar(1, 1, ([x], [argument]) => {
    const { type } = argument as Argument;
    if (isFloating(type)) return `${name}(${x})`;
    if (type.name !== "decimal") return `${x}`;
    return `CAST(${name}(${x}) AS ${duckdbType(resultOf("rounded", [argument as Argument]))})`;
  });
}

/** Returns greatest or least; NULL if any argument is NULL, NaN only if all arguments are NaN. */
function extremeFunction(name: string): TrinoFunction {
  return scalar(1, 127, (args, [first], failing) => {
    const isMissing = args.map((x) => `${x} IS NULL`).join(" OR ");
    const plain = `${name}(${args.join(", ")})`;
    const { type } = first as Argument;
    if (!isFloating(type)) {
      const parts = type.of && args.length > 1 ? args.map((x) => hasNullPart(x, type)) : [];
      const sentence = `${name} cannot compare arrays or rows that contain NULL`;
      const isUnordered =
        parts.length > 0 ? `WHEN ${parts.join(" OR ")} THEN ${failSql(sentence, failing)} ` : "";
      const isKeyed = name === "greatest" && contains(type, isFloating);
      const keyed = args.map((x) => `{'k': ${unorderedFirst(x, type)}, 'v': ${x}}`);
      const value = isKeyed ? `(greatest(${keyed.join(", ")})).v` : plain;
      return `CASE WHEN ${isMissing} THEN NULL ${isUnordered}ELSE ${value} END`;
    }
    const known = args.map((x) => `CASE WHEN NOT isnan(${x}) THEN ${x} END`);
    return `CASE WHEN ${isMissing} THEN NULL ELSE coalesce(${name}(${known.join(", ")}), ${args[0]}) END`;
  });
}

/** Writes `round(x)` and `round(x, digits)`, rounding half away from zero. */
function round([x, digits]: string[], [value]: Argument[], failing: Failing): string {
  const { type } = value as Argument;
  switch (type.name) {
    case "double":
    case "real":
      return roundDouble(`${x}`, digits, type);
    case "decimal": {
      if (digits === undefined)
        return `CAST(round(${x}) AS ${duckdbType(resultOf("rounded", [value as Argument]))})`;
      const result = duckdbType(resultOf("roundedTo", [value as Argument]));
      return `CAST(${atDigits(`${x}`, digits, asDecimal(type), "round")} AS ${result})`;
    }
    default:
      return digits === undefined ? `${x}` : roundWhole(`${x}`, digits, type, failing);
  }
}

/** Rounds decimal digits half away from zero, as Trino does below the integer limit. */
function roundDouble(x: string, digits: string | undefined, type: Type): string {
  const cast = duckdbType(type);
  if (digits === undefined) return `CAST(round(${x}) AS ${cast})`;
  const factor = `pow(1e1::DOUBLE, ${digits})`;
  const scaled = `(${x}) * ${factor}`;
  const rounded = `sign(${x}) * floor(abs(${scaled}) + 0.5e0::DOUBLE) / ${factor}`;
  return `CAST(CASE WHEN isnan(${x}) OR isinf(${x}) OR NOT isfinite(${scaled}) THEN ${x} WHEN ${x} = 0 THEN ${x} ELSE ${rounded} END AS ${cast})`;
}

function roundWhole(x: string, digits: string, type: Type, failing: Failing): string {
  const cast = duckdbType(type);
  const unit = `CAST(pow(10, least(-(${digits}), 20)) AS HUGEINT)`;
  const half = `(abs(CAST(${x} AS HUGEINT)) + ${unit} // 2) // ${unit} * ${unit}`;
  const rounded = `CAST(CASE WHEN ${x} < 0 THEN -(${half}) ELSE ${half} END AS ${cast})`;
  // Trino computes the power of ten as a BIGINT.
  const tooFar = failSql("round of an integer accepts -18 digits or more", failing);
  return `CASE WHEN ${digits} IS NULL THEN NULL WHEN ${digits} >= 0 THEN ${x} WHEN -(${digits}) > 18 THEN ${tooFar} ELSE ${failing.inTry ? `TRY(${rounded})` : rounded} END`;
}

/** Rounds or truncates a decimal at a digit that may be to the left of the decimal point. */
function atDigits(
  x: string,
  digits: string,
  { size, scale }: { size: number; scale: number },
  name: "round" | "trunc",
): string {
  const unit = `CAST(pow(10, ${scale} - (${digits})) AS HUGEINT)`;
  const whole =
    scale === 0
      ? `CAST(${x} AS HUGEINT)`
      : `CAST(CAST(${x} AS DECIMAL(38, ${scale})) * ${10n ** BigInt(scale)} AS HUGEINT)`;
  const moved = `(abs(${whole}) + ${name === "round" ? `${unit} // 2` : "0"}) // ${unit} * ${unit}`;
  const back = scale === 0 ? "" : ` * CAST('0.${"0".repeat(scale - 1)}1' AS DECIMAL(${scale}, ${scale}))`;
  const result = `CAST(CAST(CASE WHEN ${x} < 0 THEN -(${moved}) ELSE ${moved} END AS DECIMAL(38, 0))${back} AS DECIMAL(38, ${scale}))`;
  return `CASE WHEN ${digits} >= ${scale} THEN ${x} WHEN ${scale} - (${digits}) > ${size} THEN 0 ELSE ${result} END`;
}

function truncate([x, digits]: string[], [value]: Argument[]): string {
  const { type } = value as Argument;
  if (isInteger(type)) return `CAST(${x} AS ${duckdbType(resultOf("truncated", [value as Argument]))})`;
  if (isFloating(type)) return `trunc(${x})`;
  if (digits === undefined)
    return `CAST(trunc(${x}) AS ${duckdbType(resultOf("truncated", [value as Argument]))})`;
  return `CAST(${atDigits(`${x}`, digits, asDecimal(type), "trunc")} AS ${duckdbType(type)})`;
}

function sign([x]: string[], [value]: Argument[]): string {
  const { type } = value as Argument;
  if (!isFloating(type))
    return `CAST(sign(${x}) AS ${duckdbType(type.name === "decimal" ? { ...type, size: 1, scale: 0 } : type)})`;
  // The sign of -0 is -0.
  return `CASE WHEN isnan(${x}) OR ${x} = 0 THEN ${x} ELSE CAST(sign(${x}) AS ${duckdbType(type)}) END`;
}

function random([from, to]: string[], [first]: Argument[], { inTry }: Failing): string {
  if (from === undefined) return "random()";
  const [low, high] = to === undefined ? ["0", from] : [from, to];
  const fail = inTry ? "NULL" : ownError("The upper bound of random must exceed the lower bound");
  return `CASE WHEN ${high} <= ${low} THEN ${fail} ELSE CAST(${low} + floor(random() * (CAST(${high} AS DOUBLE) - ${low})) AS ${duckdbType((first as Argument).type)}) END`;
}

const floating = (name: string, count = 1): TrinoFunction => renamedFunction(name, count);
const mask =
  "CASE WHEN typeof($1) = 'TINYINT' THEN 8 WHEN typeof($1) = 'SMALLINT' THEN 16 WHEN typeof($1) = 'INTEGER' THEN 32 ELSE 64 END";

/** Shift distance: as in Java, only the last six bits of a negative distance count. */
const SHIFT = "(CASE WHEN $2 < 0 THEN $2 & 63 ELSE $2 END)";

/** Returns a bit shift that wraps within the width of its type. */
function shiftFunction(shifted: string): TrinoFunction {
  const wrapped = `(CAST(CAST(${shifted} AS HUGEINT) AS HUGEINT) & ((1::HUGEINT << ${mask}) - 1))`;
  const signed = `CASE WHEN ${wrapped} >= (1::HUGEINT << (${mask} - 1)) THEN ${wrapped} - (1::HUGEINT << ${mask}) ELSE ${wrapped} END`;
  return template(
    `cast_to_type(CASE WHEN $1 IS NULL OR $2 IS NULL THEN NULL WHEN ${SHIFT} >= ${mask} THEN 0::HUGEINT ELSE ${signed} END, $1)`,
  );
}
const unsigned = `(CASE WHEN $1 < 0 THEN CAST($1 AS HUGEINT) + (1::HUGEINT << ${mask}) ELSE CAST($1 AS HUGEINT) END)`;

export const mathFunctions: FunctionTable = {
  // DuckDB forgets the type of a NULL decimal.
  abs: scalar(1, 1, ([x], [value]) =>
    value?.type.name === "decimal" ? `CAST(abs(${x}) AS ${duckdbType(value.type)})` : `abs(${x})`,
  ),
  acos: unitRangeFunction("acos"),
  asin: unitRangeFunction("asin"),
  atan: floating("atan"),
  atan2: floating("atan2", 2),
  bit_count: template(
    (fail) =>
      `CASE WHEN $2 < 2 OR $2 > 64 THEN ${fail("Bits must be between 2 and 64")} WHEN $1 NOT BETWEEN -(1::HUGEINT << ($2 - 1)) AND (1::HUGEINT << ($2 - 1)) - 1 THEN ${fail("Number must be representable with the bits specified")} ELSE CAST(bit_count(CAST($1 AS HUGEINT) & ((1::HUGEINT << $2) - 1)) AS BIGINT) END`,
  ),
  bitwise_and: template("($1 & $2)"),
  bitwise_left_shift: shiftFunction(`CAST($1 AS HUGEINT) * CAST(pow(2, least(${SHIFT}, 63)) AS HUGEINT)`),
  bitwise_not: template("(~$1)"),
  bitwise_or: template("($1 | $2)"),
  bitwise_right_shift: shiftFunction(`${unsigned} // CAST(pow(2, least(${SHIFT}, 64)) AS HUGEINT)`),
  bitwise_right_shift_arithmetic: template(
    `cast_to_type(CASE WHEN ${SHIFT} >= 64 THEN CASE WHEN $1 < 0 THEN -1 ELSE 0 END ELSE floor(CAST($1 AS HUGEINT) / CAST(pow(2, ${SHIFT}) AS HUGEINT)) END, $1)`,
  ),
  bitwise_xor: template("xor($1, $2)"),
  cbrt: floating("cbrt"),
  ceil: wholeFunction("ceil"),
  ceiling: wholeFunction("ceil"),
  cos: waveFunction("cos"),
  cosh: floating("cosh"),
  degrees: floating("degrees"),
  e: template("2.718281828459045e0::DOUBLE"),
  exp: floating("exp"),
  floor: wholeFunction("floor"),
  from_base: template(
    (fail) =>
      `CASE WHEN $1 IS NULL OR $2 IS NULL THEN NULL WHEN $2 < 2 OR $2 > 36 THEN ${fail("Radix must be between 2 and 36")} WHEN NOT regexp_full_match(lower($1), '[+-]?[0-9a-z]+') OR list_max(list_transform(string_split(ltrim(lower($1), '+-'), ''), lambda "__d": strpos('0123456789abcdefghijklmnopqrstuvwxyz', "__d"))) > $2 THEN ${fail("Not a valid number in this base")} ELSE CAST(list_reduce(list_prepend(0::HUGEINT, list_transform(string_split(ltrim(lower($1), '+-'), ''), lambda "__d": CAST(strpos('0123456789abcdefghijklmnopqrstuvwxyz', "__d") - 1 AS HUGEINT))), lambda "__x", "__y": "__x" * CAST($2 AS HUGEINT) + "__y") * CASE WHEN $1[1] = '-' THEN -1 ELSE 1 END AS BIGINT) END`,
  ),
  greatest: extremeFunction("greatest"),
  infinity: template(INFINITY),
  is_finite: floating("isfinite"),
  is_infinite: floating("isinf"),
  is_nan: floating("isnan"),
  least: extremeFunction("least"),
  ln: template(logarithm("ln", "$1")),
  log: template(`(${logarithm("ln", "$2")} / ${logarithm("ln", "$1")})`),
  log10: template(logarithm("log10", "$1")),
  log2: template(logarithm("log2", "$1")),
  mod: scalar(
    2,
    2,
    (_, [a, b], failing) => arithmetic("%", a as Argument, b as Argument, failing).sql,
    ([a, b]) => arithmetic("%", a as Argument, b as Argument, { inTry: false }).type,
  ),
  nan: template(NAN),
  pi: floating("pi", 0),
  pow: floating("pow", 2),
  power: floating("pow", 2),
  radians: floating("radians"),
  rand: scalar(0, 2, random),
  random: scalar(0, 2, random),
  round: scalar(1, 2, round),
  sign: scalar(1, 1, sign),
  sin: waveFunction("sin"),
  sinh: floating("sinh"),
  sqrt: template(`CASE WHEN $1 < 0 THEN ${NAN} ELSE sqrt($1) END`),
  tan: waveFunction("tan"),
  tanh: floating("tanh"),
  to_base: template(
    (fail) =>
      `CASE WHEN $2 < 2 OR $2 > 36 THEN ${fail("Radix must be between 2 and 36")} WHEN $1 < 0 THEN '-' || lower(to_base(-$1, CAST($2 AS INTEGER))) ELSE lower(to_base($1, CAST($2 AS INTEGER))) END`,
  ),
  truncate: scalar(1, 2, truncate),
  width_bucket: scalar(2, 4, widthBucket),
  wilson_interval_lower: wilson("-"),
  wilson_interval_upper: wilson("+"),
};

function wilson(sign: string): TrinoFunction {
  const [s, n, z] = ["$1::DOUBLE", "$2::DOUBLE", "$3"];
  const p = `(${s} / ${n})`;
  return template(
    (fail) =>
      `CASE WHEN $1 < 0 OR $2 <= 0 OR $1 > $2 OR $3 < 0 OR isnan($3) THEN ${fail("The numbers of successes and trials do not fit")} ELSE (${p} + ${z} * ${z} / (2 * ${n}) ${sign} ${z} * sqrt(${p} * (1 - ${p}) / ${n} + ${z} * ${z} / (4 * ${n} * ${n}))) / (1 + ${z} * ${z} / ${n}) END`,
  );
}

/** Writes `width_bucket(x, from, to, count)` and `width_bucket(x, bounds)`. */
function widthBucket(values: string[], _: Argument[], failing: Failing): string {
  const [x, from, to, count] = values;
  if (to === undefined) return bucketOf(`${x}`, `${from}`, failing);
  const rules = [
    [`${count} <= 0`, "The number of buckets must be greater than 0"],
    [`isnan(${x})`, "The value of width_bucket cannot be NaN"],
    [`NOT isfinite(${from}) OR NOT isfinite(${to})`, "The bounds of width_bucket must be finite"],
    [`${from} = ${to}`, "The bounds of width_bucket cannot be equal"],
  ].map(([isBroken, sentence]) => `WHEN ${isBroken} THEN ${failSql(`${sentence}`, failing)}`);
  const [low, high] = [`least(${from}, ${to})`, `greatest(${from}, ${to})`];
  const inner = `CAST(floor(CAST(${count} AS DOUBLE) * (${x} - ${low}) / (${high} - ${low})) AS BIGINT) + 1`;
  return bindSql(
    [
      `CASE WHEN isnan(${x}) OR NOT isfinite(${from}) OR NOT isfinite(${to}) THEN NULL WHEN ${x} < ${low} THEN 0 WHEN ${x} >= ${high} THEN ${count} + 1 ELSE ${inner} END`,
    ],
    (bucket) =>
      `CASE WHEN ${values.map((value) => `${value} IS NULL`).join(" OR ")} THEN NULL ${rules.join(" ")} WHEN ${from} > ${to} THEN ${count} - ${bucket} + 1 ELSE ${bucket} END`,
  );
}

/** Writes the number of bounds that a value has reached. */
function bucketOf(value: string, bounds: string, failing: Failing): string {
  return bindSql([value, bounds], (x, list) => {
    const reached = filterSql(list, (bound) => `${bound} <= ${x}`);
    const strange = filterSql(list, (bound) => `coalesce(NOT isfinite(${bound}), true)`);
    const isWrong = `len(${list}) = 0 OR len(${strange}) > 0 OR list_sort(${list}) <> ${list}`;
    const sentence = "The bounds of width_bucket must be finite numbers in ascending order";
    return `CASE WHEN ${x} IS NULL OR ${list} IS NULL THEN NULL WHEN isnan(${x}) THEN ${failSql("The value of width_bucket cannot be NaN", failing)} WHEN ${isWrong} THEN ${failSql(sentence, failing)} ELSE CAST(len(${reached}) AS BIGINT) END`;
  });
}
