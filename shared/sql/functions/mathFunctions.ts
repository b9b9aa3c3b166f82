import { INFINITY, kindOfArithmetic, logarithm, NAN, remainder } from "./arithmetic.ts";
import { type Argument, failing, renamed, scalar, type TrinoFunction } from "./functionKinds.ts";

const first = ([argument]: Argument[]) => argument?.kind;

/** Returns a function that is NaN outside of -1 … 1 as in Trino; DuckDB raises an error. */
function withinOne(name: string): TrinoFunction {
  return scalar(
    1,
    1,
    ([x]) => `CASE WHEN abs(${x}) <= 1 THEN ${name}(${x}) WHEN ${x} IS NOT NULL THEN ${NAN} END`,
    "double",
  );
}

/** Returns a rounding function that keeps the type of the argument. */
function rounded(name: string): TrinoFunction {
  return scalar(
    1,
    1,
    ([x], [argument]) => {
      if (argument?.kind === "integer") return `${x}`;
      if (argument?.kind === "double") return `${name}(${x})`;
      return `CASE WHEN typeof(${x}) LIKE '%INT%' THEN ${x} ELSE cast_to_type(${name}(${x}), ${x}) END`;
    },
    first,
  );
}

/** Returns greatest or least, which are NULL if any argument is, unlike in DuckDB. */
function extreme(name: string): TrinoFunction {
  return scalar(
    1,
    127,
    (args) =>
      `CASE WHEN ${args.map((x) => `${x} IS NULL`).join(" OR ")} THEN NULL ELSE ${name}(${args.join(", ")}) END`,
    (args) => args.map(({ kind }) => kind).reduce((a, b) => (a === b ? a : kindOfArithmetic(a, b))),
  );
}

const floating = (name: string, count = 1): TrinoFunction => renamed(name, count, count, "double");

export const mathFunctions: [string, TrinoFunction][] = [
  ["abs", renamed("abs", 1, 1, first)],
  ["acos", withinOne("acos")],
  ["asin", withinOne("asin")],
  ["atan", floating("atan")],
  ["atan2", floating("atan2", 2)],
  ["bitwise_and", scalar(2, 2, ([a, b]) => `(CAST(${a} AS BIGINT) & CAST(${b} AS BIGINT))`, "integer")],
  ["bitwise_not", scalar(1, 1, ([a]) => `(~CAST(${a} AS BIGINT))`, "integer")],
  ["bitwise_or", scalar(2, 2, ([a, b]) => `(CAST(${a} AS BIGINT) | CAST(${b} AS BIGINT))`, "integer")],
  ["bitwise_xor", scalar(2, 2, ([a, b]) => `xor(CAST(${a} AS BIGINT), CAST(${b} AS BIGINT))`, "integer")],
  ["cbrt", floating("cbrt")],
  ["ceil", rounded("ceil")],
  ["ceiling", rounded("ceil")],
  ["cos", floating("cos")],
  ["cosh", floating("cosh")],
  ["degrees", floating("degrees")],
  ["e", scalar(0, 0, () => "2.718281828459045e0", "double")],
  ["exp", floating("exp")],
  ["floor", rounded("floor")],
  ["greatest", extreme("greatest")],
  ["infinity", scalar(0, 0, () => INFINITY, "double")],
  ["is_finite", renamed("isfinite", 1, 1, "boolean")],
  ["is_infinite", renamed("isinf", 1, 1, "boolean")],
  ["is_nan", renamed("isnan", 1, 1, "boolean")],
  ["least", extreme("least")],
  ["ln", scalar(1, 1, ([x]) => logarithm("ln", `${x}`), "double")],
  [
    "log",
    scalar(2, 2, ([base, x]) => `(${logarithm("ln", `${x}`)} / ${logarithm("ln", `${base}`)})`, "double"),
  ],
  ["log10", scalar(1, 1, ([x]) => logarithm("log10", `${x}`), "double")],
  ["log2", scalar(1, 1, ([x]) => logarithm("log2", `${x}`), "double")],
  [
    "mod",
    scalar(
      2,
      2,
      (_, [a, b]) => remainder(a as Argument, b as Argument),
      ([a, b]) => kindOfArithmetic(a?.kind, b?.kind),
    ),
  ],
  ["nan", scalar(0, 0, () => NAN, "double")],
  ["pi", floating("pi", 0)],
  ["pow", floating("pow", 2)],
  ["power", floating("pow", 2)],
  ["radians", floating("radians")],
  ["rand", scalar(0, 0, () => "random()", "double")],
  ["random", scalar(0, 0, () => "random()", "double")],
  ["round", renamed("round", 1, 2, first)],
  ["sign", scalar(1, 1, ([x]) => `cast_to_type(sign(${x}), ${x})`, first)],
  ["sin", floating("sin")],
  ["sinh", floating("sinh")],
  ["sqrt", scalar(1, 1, ([x]) => `CASE WHEN ${x} < 0 THEN ${NAN} ELSE sqrt(${x}) END`, "double")],
  ["tan", floating("tan")],
  ["tanh", floating("tanh")],
  ["truncate", renamed("trunc", 1, 1, first)],
  ["width_bucket", scalar(4, 4, widthBucket, "integer")],
];

function widthBucket([x, from, to, count]: string[], _: Argument[], context: { inTry: boolean }): string {
  const bucket = `CAST(floor(CAST(${count} AS DOUBLE) * (${x} - ${from}) / (${to} - ${from})) AS BIGINT) + 1`;
  return (
    `CASE WHEN ${from} < ${to} THEN CASE WHEN ${x} < ${from} THEN 0 WHEN ${x} >= ${to} THEN ${count} + 1 ELSE ${bucket} END ` +
    `WHEN ${from} > ${to} THEN CASE WHEN ${x} > ${from} THEN 0 WHEN ${x} <= ${to} THEN ${count} + 1 ELSE ${bucket} END ` +
    `WHEN ${from} = ${to} THEN ${failing("The bounds of width_bucket cannot be equal", context)} END`
  );
}
