import type { Comparison } from "#shared/sql/parse/ast.ts";
import type { Argument, ValueKind } from "./functionKinds.ts";

export const NAN = "CAST('NaN' AS DOUBLE)";
export const INFINITY = "CAST('Infinity' AS DOUBLE)";
const IS_FLOATING = "IN ('DOUBLE', 'FLOAT')";
/** Error value that fails on conversion to any type, so that TRY, which allows no error(), can catch it. */
const DIVISION_BY_ZERO = "'Division by zero'";

/** Returns the type of `a + b`, `a * b`, … */
export function kindOfArithmetic(a: ValueKind, b: ValueKind): ValueKind {
  if (a === "double" || b === "double") return "double";
  if (a === "integer" && b === "integer") return "integer";
  return (a === "decimal" && b !== undefined) || (b === "decimal" && a !== undefined) ? "decimal" : undefined;
}

/**
 * Writes Trino's `/`: integer division truncates towards zero; decimals are rounded half up to the larger of the two
 * scales; only floating-point numbers can be divided by zero. For unknown types, DuckDB's binder decides, since it
 * folds `typeof` into a constant.
 */
export function divide(a: Argument, b: Argument): string {
  if (a.kind === "double" || b.kind === "double") return `(${a.sql} / ${b.sql})`;
  const quotient = `${a.sql} // ${b.sql}`;
  if (a.kind === "integer" && b.kind === "integer") {
    if (b.integer !== undefined && b.integer !== 0) return `(${quotient})`;
    return `CASE WHEN ${b.sql} = 0 THEN cast_to_type(${DIVISION_BY_ZERO}, ${quotient}) ELSE ${quotient} END`;
  }
  const isDecimal = `typeof(${quotient}) ${IS_FLOATING}`;
  return (
    `CASE WHEN typeof(${a.sql}) ${IS_FLOATING} OR typeof(${b.sql}) ${IS_FLOATING} THEN cast_to_type(${a.sql} / ${b.sql}, ${quotient}) ` +
    `WHEN ${b.sql} = 0 THEN cast_to_type(${DIVISION_BY_ZERO}, ${quotient}) ` +
    `WHEN ${isDecimal} THEN cast_to_type(round(${a.sql} / ${b.sql}, greatest(${scaleOf(a)}, ${scaleOf(b)})), ${quotient}) ` +
    `ELSE ${quotient} END`
  );
}

function scaleOf({ sql }: Argument): string {
  return `coalesce(TRY_CAST(regexp_extract(typeof(${sql}), ',(\\d+)', 1) AS INTEGER), 0)`;
}

/** Writes Trino's `%`, which fails for zero unless a number is floating-point. */
export function remainder(a: Argument, b: Argument): string {
  const rest = `${a.sql} % ${b.sql}`;
  if (a.kind === "double" || b.kind === "double") return `(${rest})`;
  if (b.integer !== undefined && b.integer !== 0) return `(${rest})`;
  return `CASE WHEN ${b.sql} = 0 AND typeof(${rest}) NOT ${IS_FLOATING} THEN cast_to_type(${DIVISION_BY_ZERO}, ${rest}) ELSE ${rest} END`;
}

/** Writes a logarithm: where DuckDB raises an error, Trino returns -Infinity or NaN. */
export function logarithm(name: string, x: string): string {
  return `CASE WHEN ${x} > 0 THEN ${name}(${x}) WHEN ${x} = 0 THEN -${INFINITY} WHEN ${x} < 0 THEN ${NAN} END`;
}

/**
 * Writes a comparison in which NaN is neither equal to nor larger than anything; in DuckDB, NaN equals itself and is
 * the largest.
 */
export function compare(operator: Comparison, a: Argument, b: Argument): string {
  const plain = `${a.sql} ${operator} ${b.sql}`;
  const kind = kindOfArithmetic(a.kind, b.kind);
  if (kind !== undefined && kind !== "double") return plain;
  const suspect = operator === "<" || operator === "<=" ? b : a;
  if (suspect.isLiteral || (suspect.kind !== undefined && suspect.kind !== "double")) return plain;
  const nan = `cast_to_type('NaN', ${suspect.sql})`;
  // CASE instead of AND, since both sides of AND are computed, and 'NaN' cannot be cast to every type.
  const isNan =
    suspect.kind === "double"
      ? `${suspect.sql} = ${nan}`
      : `CASE WHEN typeof(${suspect.sql}) ${IS_FLOATING} THEN ${suspect.sql} = ${nan} ELSE false END`;
  return operator === "<>"
    ? `${plain} OR (${isNan} AND ${b.sql} IS NOT NULL)`
    : `${plain} AND NOT (${isNan})`;
}
