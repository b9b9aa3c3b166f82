import { type Argument, type Failing, failSql, sqlArgument } from "#shared/trino/functions/functionKinds.ts";
import type { BinaryOperator } from "#shared/trino/parse/ast.ts";
import { Refusal } from "#shared/trino/sqlError.ts";
import { castSql } from "#shared/trino/types/castSql.ts";
import { asDecimal } from "#shared/trino/types/coerce.ts";
import { decimalType, duckdbType, type Type } from "#shared/trino/types/type.ts";

/** Returns the type of an operation of two decimals. */
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
    const isSmall = x.size + y.size <= 18;
    const left = as(a, isSmall ? x.size : 38, x.scale);
    return sqlArgument(`CAST(${left} * ${as(b, y.size, y.scale)} AS ${duckdbType(type)})`, type);
  }
  if (operator === "+" || operator === "-") {
    return sqlArgument(
      `CAST(${as(a, size, scale)} ${operator} ${as(b, size, scale)} AS ${duckdbType(type)})`,
      type,
    );
  }
  const places = operator === "/" ? scale + y.scale : scale;
  const left = unscaled(a, places);
  const right = unscaled(b, operator === "/" ? y.scale : scale);
  const fail = failSql("Division by zero", failing);
  const [n, d] = [`"__q"[1]`, `"__q"[2]`];
  const value =
    operator === "/"
      ? `sign(${n}) * sign(${d}) * ((abs(${n}) * 2 + abs(${d})) // (abs(${d}) * 2))`
      : `${n} % ${d}`;
  const quotient = `CASE WHEN ${d} = 0 THEN ${fail} ELSE ${scaled(`CAST(${value} AS HUGEINT)`, type)} END`;
  return sqlArgument(`list_transform([[${left}, ${right}]], lambda "__q": ${quotient})[1]`, type);
}

/** Writes a decimal as the whole number of its digits, with a number of digits after the point. */
function unscaled({ sql, type }: Argument, places: number): string {
  const { scale } = asDecimal(type);
  const whole =
    scale === 0
      ? `CAST(${sql} AS HUGEINT)`
      : `CAST(CAST(${sql} AS DECIMAL(38, ${scale})) * ${10n ** BigInt(scale)} AS HUGEINT)`;
  return places > scale ? `${whole} * ${10n ** BigInt(places - scale)}::HUGEINT` : whole;
}

/** Writes the decimal of a whole number of digits. */
export function scaled(sql: string, type: Type): string {
  const { scale = 0 } = type;
  if (scale === 0) return `CAST(${sql} AS ${duckdbType(type)})`;
  const unit = `CAST('0.${"0".repeat(scale - 1)}1' AS DECIMAL(${scale}, ${scale}))`;
  return `CAST(CAST(${sql} AS DECIMAL(38, 0)) * ${unit} AS ${duckdbType(type)})`;
}
