import { INFINITY, kindOfArithmetic, logarithm, NAN, remainder } from "./arithmetic.ts";
import {
  type Argument,
  type FunctionTable,
  kindOfFirst,
  renamedFunction,
  scalar,
  type TrinoFunction,
  template,
} from "./functionKinds.ts";

/** Returns a function that is NaN outside of -1 … 1 as in Trino; DuckDB raises an error. */
function unitRangeFunction(name: string): TrinoFunction {
  const sql = `CASE WHEN abs($1) <= 1 THEN ${name}($1) WHEN $1 IS NOT NULL THEN ${NAN} END`;
  return template(sql, "double");
}

/** Returns a rounding function that keeps the type of the argument. */
function roundingFunction(name: string): TrinoFunction {
  const write = ([x]: string[], [argument]: Argument[]): string => {
    if (argument?.kind === "integer") return `${x}`;
    if (argument?.kind === "double") return `${name}(${x})`;
    return `CASE WHEN typeof(${x}) LIKE '%INT%' THEN ${x} ELSE cast_to_type(${name}(${x}), ${x}) END`;
  };
  return scalar(1, 1, write, kindOfFirst);
}

/** Returns greatest or least, which are NULL if any argument is, unlike in DuckDB. */
function extremeFunction(name: string): TrinoFunction {
  const write = (args: string[]): string => {
    const isMissing = args.map((x) => `${x} IS NULL`).join(" OR ");
    return `CASE WHEN ${isMissing} THEN NULL ELSE ${name}(${args.join(", ")}) END`;
  };
  const kindOf = (args: Argument[]): Argument["kind"] =>
    args.map(({ kind }) => kind).reduce((a, b) => (a === b ? a : kindOfArithmetic(a, b)));
  return scalar(1, 127, write, kindOf);
}

function modulo(_: string[], [a, b]: Argument[]): string {
  return remainder(a as Argument, b as Argument);
}

const floating = (name: string, count = 1): TrinoFunction => renamedFunction(name, count, count, "double");

export const mathFunctions: FunctionTable = {
  abs: renamedFunction("abs", 1, 1, kindOfFirst),
  acos: unitRangeFunction("acos"),
  asin: unitRangeFunction("asin"),
  atan: floating("atan"),
  atan2: floating("atan2", 2),
  bitwise_and: template("(CAST($1 AS BIGINT) & CAST($2 AS BIGINT))", "integer"),
  bitwise_not: template("(~CAST($1 AS BIGINT))", "integer"),
  bitwise_or: template("(CAST($1 AS BIGINT) | CAST($2 AS BIGINT))", "integer"),
  bitwise_xor: template("xor(CAST($1 AS BIGINT), CAST($2 AS BIGINT))", "integer"),
  cbrt: floating("cbrt"),
  ceil: roundingFunction("ceil"),
  ceiling: roundingFunction("ceil"),
  cos: floating("cos"),
  cosh: floating("cosh"),
  degrees: floating("degrees"),
  e: template("2.718281828459045e0", "double"),
  exp: floating("exp"),
  floor: roundingFunction("floor"),
  greatest: extremeFunction("greatest"),
  infinity: template(INFINITY, "double"),
  is_finite: renamedFunction("isfinite", 1, 1, "boolean"),
  is_infinite: renamedFunction("isinf", 1, 1, "boolean"),
  is_nan: renamedFunction("isnan", 1, 1, "boolean"),
  least: extremeFunction("least"),
  ln: template(logarithm("ln", "$1"), "double"),
  log: template(`(${logarithm("ln", "$2")} / ${logarithm("ln", "$1")})`, "double"),
  log10: template(logarithm("log10", "$1"), "double"),
  log2: template(logarithm("log2", "$1"), "double"),
  mod: scalar(2, 2, modulo, ([a, b]) => kindOfArithmetic(a?.kind, b?.kind)),
  nan: template(NAN, "double"),
  pi: floating("pi", 0),
  pow: floating("pow", 2),
  power: floating("pow", 2),
  radians: floating("radians"),
  rand: template("random()", "double"),
  random: template("random()", "double"),
  round: renamedFunction("round", 1, 2, kindOfFirst),
  sign: template("cast_to_type(sign($1), $1)", kindOfFirst),
  sin: floating("sin"),
  sinh: floating("sinh"),
  sqrt: template(`CASE WHEN $1 < 0 THEN ${NAN} ELSE sqrt($1) END`, "double"),
  tan: floating("tan"),
  tanh: floating("tanh"),
  truncate: renamedFunction("trunc", 1, 1, kindOfFirst),
  width_bucket: template(widthBucket, "integer"),
};

/** Writes `width_bucket(x, from, to, count)`. */
function widthBucket(fail: (sentence: string) => string): string {
  const bucket = "CAST(floor(CAST($4 AS DOUBLE) * ($1 - $2) / ($3 - $2)) AS BIGINT) + 1";
  return (
    `CASE WHEN $2 < $3 THEN CASE WHEN $1 < $2 THEN 0 WHEN $1 >= $3 THEN $4 + 1 ELSE ${bucket} END ` +
    `WHEN $2 > $3 THEN CASE WHEN $1 > $2 THEN 0 WHEN $1 <= $3 THEN $4 + 1 ELSE ${bucket} END ` +
    `WHEN $2 = $3 THEN ${fail("The bounds of width_bucket cannot be equal")} END`
  );
}
