import type { BinaryOperator } from "../../parse/ast.ts";
import { Refusal } from "../../sqlError.ts";
import { bindLong } from "../../types/bindSql.ts";
import { commonType } from "../../types/coerce.ts";
import {
  DAY_INTERVAL,
  decimalType,
  duckdbType,
  isFloating,
  isInteger,
  isNumeric,
  isText,
  type Type,
  typeText,
} from "../../types/type.ts";
import { type Argument, type Failing, failSql, sqlArgument } from "../functionKinds.ts";
import { coerced } from "./commonTypes.ts";
import { joined } from "./concatenation.ts";
import { decimals } from "./decimals.ts";
import { temporal } from "./temporal.ts";

export function arithmetic(operator: BinaryOperator, a: Argument, b: Argument, failing: Failing): Argument {
  if (operator === "||") return joined(a, b);
  const [x, y] = [withKnown(a, b.type, operator, "left"), withKnown(b, a.type, operator, "right")];
  if (isNumeric(x.type) && isNumeric(y.type)) return numeric(operator, x, y, failing);
  const result = temporal(operator, x, y, failing);
  if (result) return result;
  throw new Refusal(
    `The operator ${operator} does not accept ${typeText(a.type)} and ${typeText(b.type)}: ${hintFor(operator, a.type, b.type)}`,
  );
}

function hintFor(operator: string, a: Type, b: Type): string {
  const isTime = (type: Type): boolean => /^(?:date|time)/.test(type.name);
  if (operator === "+" && (isText(a) || isText(b))) return "join texts with ||";
  if (isTime(a) && isNumeric(b)) return "add an interval such as INTERVAL '1' DAY";
  return "cast one of them";
}

/** Gives an untyped NULL the type of the other operand; rejects it if several types are possible. */
function withKnown(
  value: Argument,
  operand: Type,
  operator: BinaryOperator,
  side: "left" | "right",
): Argument {
  if (value.type.name !== "unknown") return value;
  const isTime = /^(?:date|time)/.test(operand.name);
  const isScaled = operand.name.startsWith("interval") && (operator === "*" || operator === "/");
  const isOpen =
    (operand.name === "unknown" && operator !== "%") ||
    (operand.name.startsWith("interval") && operator === "+") ||
    (operator === "*" && operand.name === "double") ||
    (operator === "/" && operand.name === "double" && side === "left") ||
    (operand.name === "timestamp with time zone" && operator === "+") ||
    (operator === "*" && operand.name === "bigint");
  if (isOpen) throw new Refusal("A NULL operand must be cast to a type, for example CAST(NULL AS DOUBLE)");
  const other: Type =
    operand.name === "unknown"
      ? { name: "tinyint" }
      : isScaled
        ? { name: "double" }
        : isTime && operator === "+"
          ? DAY_INTERVAL
          : operand.name === "decimal"
            ? decimalType(1, 0)
            : operand;
  return sqlArgument(`CAST(NULL AS ${duckdbType(other)})`, other);
}

function numeric(operator: BinaryOperator, a: Argument, b: Argument, failing: Failing): Argument {
  const common = commonType(a.type, b.type) as Type;
  if (common.name === "decimal") return decimals(operator, a, b, failing);
  const [x, y] = [coerced(a, common).sql, coerced(b, common).sql];
  if (operator === "%" && isFloating(common)) {
    const sql = bindLong(
      [x, y],
      (a, b) => `CASE WHEN ${b} = 0 THEN CAST('NaN' AS ${duckdbType(common)}) ELSE ${a} % ${b} END`,
    );
    return sqlArgument(`(${sql})`, common);
  }
  if ((operator === "/" || operator === "%") && isInteger(common)) {
    const symbol = operator === "/" ? "//" : "%";
    if (b.integer !== undefined && b.integer > 0) return sqlArgument(`(${x} ${symbol} ${y})`, common);
    const fail = failSql("Division by zero", failing);
    // The remainder of the smallest integer and -1 would overflow.
    const minusOneSql = operator === "%" ? (b: string) => ` WHEN ${b} = -1 THEN 0` : () => "";
    const sql = bindLong(
      [x, y],
      (a, b) => `CASE WHEN ${b} = 0 THEN ${fail}${minusOneSql(b)} ELSE ${a} ${symbol} ${b} END`,
    );
    return sqlArgument(`(${sql})`, common);
  }
  return sqlArgument(`(${x} ${operator} ${y})`, common);
}
