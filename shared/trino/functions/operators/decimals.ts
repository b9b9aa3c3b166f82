import type { BinaryOperator } from "../../parse/ast.ts";
import { Refusal } from "../../sqlError.ts";
import { bindSql } from "../../types/bindSql.ts";
import { castSql } from "../../types/castSql.ts";
import { asDecimal } from "../../types/coerce.ts";
import { decimalType, duckdbType, type Type } from "../../types/type.ts";
import { type Argument, type Failing, failSql, sqlArgument } from "../functionKinds.ts";

/** Returns the result type of an operation on two decimals. */
export function decimalResult(operator: string, a: Type, b: Type): Type {
  const [x, y] = [asDecimal(a), asDecimal(b)];
  const scale = Math.max(x.scale, y.scale);
  switch (operator) {
    case "*":
      return decimalType(Math.min(38, x.size + y.size), x.scale + y.scale);
    case "/":
      return decimalType(Math.min(38, x.size + y.scale + Math.max(0, y.scale - x.scale)), scale);
    case "%":
      return decimalType(Math.min(x.size - x.scale, y.size - y.scale) + scale, scale);
    default:
      return decimalType(Math.min(38, scale + Math.max(x.size - x.scale, y.size - y.scale) + 1), scale);
  }
}

export function decimals(operator: BinaryOperator, a: Argument, b: Argument, failing: Failing): Argument {
  const type = decimalResult(operator, a.type, b.type);
  const { size = 38, scale = 0 } = type;
  if (scale > 38)
    throw new Refusal("The product has more than 38 digits after the point: cast the factors first");
  const [x, y] = [asDecimal(a.type), asDecimal(b.type)];
  const as = (value: Argument, digits: number, places: number): string =>
    castSql(value.sql, value.type, decimalType(digits, places));
  if (operator === "*") {
    // For two decimals of at most 18 digits, DuckDB returns a decimal of 18 digits.
    const isWide = Math.max(x.size, y.size) > 18 ? x.size + y.size > 38 : x.size + y.size > 18;
    const left = as(a, isWide ? 38 : x.size, x.scale);
    return sqlArgument(`CAST(${left} * ${as(b, y.size, y.scale)} AS ${duckdbType(type)})`, type);
  }
  if (operator === "+" || operator === "-") {
    return sqlArgument(
      `CAST(${as(a, size, scale)} ${operator} ${as(b, size, scale)} AS ${duckdbType(type)})`,
      type,
    );
  }
  const [places, other] = operator === "/" ? [scale + y.scale, y.scale] : [scale, scale];
  const fail = failSql("Division by zero", failing);
  return sqlArgument(divided(a, b, { operator, type, places, other, fail }), type);
}

/** Maximum integer digits for which a DOUBLE represents halves exactly, so that quotients round correctly. */
const EXACT_DIGITS = 15;

interface Division {
  operator: BinaryOperator;
  type: Type;
  /** Decimal places of the dividend and of the divisor that make the quotient an integer in units of the result. */
  places: number;
  other: number;
  fail: string;
}

/** Writes the quotient or remainder of two decimals. Small values, the common case, are computed as DOUBLE, others as HUGEINT. */
function divided(a: Argument, b: Argument, { operator, type, places, other, fail }: Division): string {
  const checked = (d: string, value: string): string => `CASE WHEN ${d} = 0 THEN ${fail} ELSE ${value} END`;
  return bindSql([a.sql, b.sql], (left = "", right = "") => {
    const x = { ...a, sql: left };
    const y = { ...b, sql: right };
    const wide =
      isBeyond(a, places) || isBeyond(b, other)
        ? checked(right, beyond(x, y, operator, type))
        : bindSql([unscaled(x, places), unscaled(y, other)], (n = "", d = "") => {
            const quotient = `sign(${n}) * sign(${d}) * ((abs(${n}) * 2 + abs(${d})) // (abs(${d}) * 2))`;
            return checked(
              d,
              scaled(`CAST(${operator === "/" ? quotient : `${n} % ${d}`} AS HUGEINT)`, type),
            );
          });
    const conditions = [isSmall(x, places), isSmall(y, other)];
    if (conditions.includes(undefined)) return wide;
    const [n, d] = [smallUnscaled(x, places), smallUnscaled(y, other)];
    const whole = operator === "/" ? `round(${n} / ${d})` : `${n} % ${d}`;
    const small = checked(d, scaled(`CAST(${whole} AS BIGINT)`, type, EXACT_DIGITS));
    const tests = conditions.filter((condition) => condition !== "");
    return tests.length === 0 ? small : `CASE WHEN ${tests.join(" AND ")} THEN ${small} ELSE ${wide} END`;
  });
}

/** Returns whether a decimal, or twice its value, can exceed HUGEINT in the given unit. */
function isBeyond({ type }: Argument, places: number): boolean {
  const { size, scale } = asDecimal(type);
  return size - scale + places > 37 || scale > 18;
}

/** Writes a quotient or remainder that may need integers of more than 38 digits. */
function beyond(x: Argument, y: Argument, operator: BinaryOperator, type: Type): string {
  const name = operator === "/" ? "trino_quotient" : "trino_remainder";
  const texts = [x, y].map(({ sql }) => `CAST(${sql} AS VARCHAR)`).join(", ");
  return `CAST(${name}(${texts}, ${type.scale ?? 0}) AS ${duckdbType(type)})`;
}

/**
 * Writes a condition that is true if a decimal can be computed as a DOUBLE: empty if it always can, undefined if it rarely
 * can.
 */
function isSmall({ sql, type }: Argument, places: number): string | undefined {
  const { size, scale } = asDecimal(type);
  const digits = EXACT_DIGITS - places;
  if (digits < 1) return undefined;
  if (size - scale <= digits) return "";
  const limit = `1${"0".repeat(digits)}`;
  const maximum = type.name === "decimal" ? `CAST('${limit}' AS ${duckdbType(type)})` : limit;
  return `${sql} > -${maximum} AND ${sql} < ${maximum}`;
}

/** Writes a small decimal as the integer formed by its digits. */
function smallUnscaled({ sql, type }: Argument, places: number): string {
  const { scale } = asDecimal(type);
  const value = `CAST(${sql} AS DOUBLE)`;
  const whole = scale === 0 ? value : `round(${value} * 1e${scale}::DOUBLE)`;
  return places > scale ? `(${whole} * 1e${places - scale}::DOUBLE)` : whole;
}

/** Writes a decimal as the integer formed by its digits, with a given number of decimal places. */
function unscaled({ sql, type }: Argument, places: number): string {
  const { scale } = asDecimal(type);
  const whole =
    scale === 0
      ? `CAST(${sql} AS HUGEINT)`
      : `CAST(CAST(${sql} AS DECIMAL(38, ${scale})) * ${10n ** BigInt(scale)} AS HUGEINT)`;
  return places > scale ? `${whole} * ${10n ** BigInt(places - scale)}::HUGEINT` : whole;
}

/** Writes the decimal for an integer with at most a given number of digits. */
export function scaled(sql: string, type: Type, digits = 38): string {
  const { scale = 0 } = type;
  if (scale === 0) return `CAST(${sql} AS ${duckdbType(type)})`;
  const unit = `CAST('0.${"0".repeat(scale - 1)}1' AS DECIMAL(${scale}, ${scale}))`;
  return `CAST(CAST(${sql} AS DECIMAL(${digits}, 0)) * ${unit} AS ${duckdbType(type)})`;
}
