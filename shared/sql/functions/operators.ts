import type { BinaryOperator, Comparison } from "#shared/sql/parse/ast.ts";
import { Refusal } from "#shared/sql/sqlError.ts";
import { castSql, eachItem } from "#shared/sql/types/castSql.ts";
import { asDecimal, commonType } from "#shared/sql/types/coerce.ts";
import { localSql, zonedSql } from "#shared/sql/types/times.ts";
import {
  arrayType,
  BOOLEAN,
  contains,
  DATE,
  DAY_INTERVAL,
  decimalType,
  duckdbType,
  isFloating,
  isInteger,
  isNumeric,
  isText,
  itemOf,
  MONTH_INTERVAL,
  type Type,
  typeText,
  varcharType,
} from "#shared/sql/types/type.ts";
import { type Argument, failSql, sqlArgument } from "./functionKinds.ts";

export interface Failing {
  inTry: boolean;
}

/** Converts a value to a type that it can be converted to without a CAST. */
export function coerced(value: Argument, to: Type): Argument {
  return { ...value, sql: castSql(value.sql, value.type, to), type: to };
}

export function arithmetic(operator: BinaryOperator, a: Argument, b: Argument, failing: Failing): Argument {
  if (operator === "||") return joined(a, b);
  const [x, y] = [withKnown(a, b.type, operator, "left"), withKnown(b, a.type, operator, "right")];
  if (isNumeric(x.type) && isNumeric(y.type)) return numeric(operator, x, y, failing);
  const found = temporal(operator, x, y, failing);
  if (found) return found;
  throw new Refusal(
    `The operator ${operator} cannot take ${typeText(a.type)} and ${typeText(b.type)}: ${hintFor(operator, a.type, b.type)}`,
  );
}

function hintFor(operator: string, a: Type, b: Type): string {
  const isTime = (type: Type): boolean => /^(?:date|time)/.test(type.name);
  if (operator === "+" && (isText(a) || isText(b))) return "join texts with ||";
  if (isTime(a) && isNumeric(b)) return "add an interval such as INTERVAL '1' DAY";
  return "cast one of them";
}

/** Gives an untyped NULL the type of the other operand; refuses one that may have several types. */
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
  if (isOpen) throw new Refusal("The NULL needs a type: CAST(NULL AS DOUBLE), for example");
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
    return sqlArgument(
      `(CASE WHEN ${y} = 0 THEN CAST('NaN' AS ${duckdbType(common)}) ELSE ${x} % ${y} END)`,
      common,
    );
  }
  if ((operator === "/" || operator === "%") && isInteger(common)) {
    const sql = operator === "/" ? `${x} // ${y}` : `${x} % ${y}`;
    if (b.integer !== undefined && b.integer > 0) return sqlArgument(`(${sql})`, common);
    const fail = failSql("Division by zero", failing);
    return sqlArgument(`(CASE WHEN ${y} = 0 THEN ${fail} ELSE ${sql} END)`, common);
  }
  return sqlArgument(`(${x} ${operator} ${y})`, common);
}

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

function decimals(operator: BinaryOperator, a: Argument, b: Argument, failing: Failing): Argument {
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

/** Writes `||` of texts, bytes or arrays. */
export function joined(a: Argument, b: Argument): Argument {
  const [x, y] = [a.type, b.type];
  if ((x.name === "array" || y.name === "array") && x.name !== "unknown" && y.name !== "unknown")
    return joinedArrays(a, b);
  if (x.name === "unknown" || y.name === "unknown") {
    const known = x.name === "unknown" ? y : x;
    const isOpen =
      (known.name === "varchar" && known.size === undefined) ||
      ["unknown", "char", "array", "varbinary"].includes(known.name);
    if (isOpen) throw new Refusal("The NULL needs a type: CAST(NULL AS VARCHAR), for example");
    return sqlArgument(`CAST(NULL AS ${duckdbType(known)}[])`, arrayType(known));
  }
  if ((x.name === "char" || y.name === "char") && isText(x) && isText(y)) {
    if (x.size === undefined || y.size === undefined)
      throw new Refusal("A CHAR and a VARCHAR without a length cannot be joined: cast the CHAR");
    return sqlArgument(`(${a.sql} || ${b.sql})`, { name: "char", size: (x.size ?? 0) + (y.size ?? 0) });
  }
  if ((isText(x) && isText(y)) || (x.name === "varbinary" && y.name === "varbinary")) {
    return sqlArgument(`(${a.sql} || ${b.sql})`, isText(x) ? varcharType(undefined) : x);
  }
  const other = isText(x) ? y : x;
  throw new Refusal(`Only texts can be joined, not ${typeText(other)}: CAST(… AS VARCHAR)`);
}

function joinedArrays(a: Argument, b: Argument): Argument {
  const [x, y] = [a.type, b.type];
  const asArray = (type: Type): Type =>
    type.name === "array" || type.name === "unknown" ? type : arrayType(type);
  const item = commonType(itemOf(asArray(x)), itemOf(asArray(y)));
  if (!item) throw new Refusal(`${typeText(x)} and ${typeText(y)} do not go together: cast one of them`);
  const type = arrayType(item);
  const write = (value: Argument): string => {
    if (value.type.name === "unknown") return `CAST(NULL AS ${duckdbType(type)})`;
    return value.type.name === "array"
      ? coerced(value, type).sql
      : `CASE WHEN ${value.sql} IS NOT NULL THEN [${coerced(value, item).sql}] END`;
  };
  const [left, right] = [write(a), write(b)];
  return sqlArgument(
    `CAST(CASE WHEN ${left} IS NOT NULL AND ${right} IS NOT NULL THEN ${left} || ${right} END AS ${duckdbType(type)})`,
    type,
  );
}

function temporal(
  operator: BinaryOperator,
  a: Argument,
  b: Argument,
  failing: Failing,
): Argument | undefined {
  const [x, y] = [a.type.name, b.type.name];
  const isInterval = (type: Type): boolean => type.name.startsWith("interval");
  if (isInterval(a.type) && x === y && (operator === "+" || operator === "-")) {
    return sqlArgument(`(${a.sql} ${operator} ${b.sql})`, a.type);
  }
  if (operator === "*" && isInterval(b.type) && isNumeric(a.type)) return temporal("*", b, a, failing);
  if ((operator === "*" || operator === "/") && isInterval(a.type) && isNumeric(b.type)) {
    const factor = isInteger(b.type) && operator === "*" ? b.sql : castSql(b.sql, b.type, { name: "double" });
    const cast = duckdbType(a.type);
    if (isInteger(b.type) && operator === "*")
      return sqlArgument(`CAST(${a.sql} * ${factor} AS ${cast})`, a.type);
    return sqlArgument(`CAST(trunc(CAST(${a.sql} AS DOUBLE) ${operator} ${factor}) AS ${cast})`, a.type);
  }
  if (operator === "+" && isInterval(a.type)) return temporal("+", b, a, failing);
  if (operator === "-" && !isInterval(b.type)) return difference(a, b);
  if (operator !== "+" && operator !== "-") return undefined;
  return isInterval(b.type) ? moved(operator, a, b, failing) : undefined;
}

function difference(a: Argument, b: Argument): Argument | undefined {
  const common = commonType(a.type, b.type);
  if (!common || !/^(?:date|time)/.test(common.name)) return undefined;
  const [x, y] = [coerced(a, common).sql, coerced(b, common).sql];
  if (common.name === "date") return sqlArgument(`(CAST(${x} - ${y} AS BIGINT) * 86400000)`, DAY_INTERVAL);
  return sqlArgument(`(epoch_us(${x}) // 1000 - epoch_us(${y}) // 1000)`, DAY_INTERVAL);
}

function moved(operator: "+" | "-", a: Argument, by: Argument, failing: Failing): Argument | undefined {
  const isMonths = by.type.name === MONTH_INTERVAL.name;
  const months = `to_months(${by.sql})`;
  const span = isMonths ? months : `to_milliseconds(${by.sql})`;
  switch (a.type.name) {
    case "date":
      if (isMonths) return sqlArgument(`CAST(${a.sql} ${operator} ${months} AS DATE)`, DATE);
      return sqlArgument(
        `(CASE WHEN ${by.sql} % 86400000 <> 0 THEN ${failSql("Cannot add hours, minutes or seconds to a date: cast it to TIMESTAMP", failing)} ELSE ${a.sql} ${operator} CAST(${by.sql} // 86400000 AS INTEGER) END)`,
        DATE,
      );
    case "timestamp":
      return sqlArgument(
        `(${a.sql} ${operator} ${span})`,
        isMonths ? a.type : { ...a.type, size: Math.max(3, a.type.size ?? 0) },
      );
    case "time":
      return isMonths
        ? undefined
        : sqlArgument(`(${a.sql} ${operator} ${span})`, {
            name: "time",
            size: Math.max(3, a.type.size ?? 0),
          });
    case "timestamp with time zone": {
      const type = isMonths ? a.type : { ...a.type, size: Math.max(3, a.type.size ?? 0) };
      if (!isMonths) return sqlArgument(`(${a.sql} ${operator} ${span})`, type);
      return sqlArgument(zonedSql(`(${localSql(a.sql, a.type)} ${operator} ${span})`, a.type.zone), type);
    }
    default:
      return undefined;
  }
}

/** Returns both values with the type that they have in common. */
export function alike(a: Argument, b: Argument): [Argument, Argument] {
  const common = commonType(a.type, b.type);
  if (!common) throw notTogether(a.type, b.type);
  return [comparable(a, common), comparable(b, common)];
}

/** Converts a value that is only compared: DuckDB gives a whole number as it is written the type of the other value. */
export function comparable(value: Argument, common: Type): Argument {
  const isPlain = /^\d+$/.test(value.sql) && isInteger(common);
  return isPlain ? { ...value, type: common } : coerced(value, common);
}

export function notTogether(a: Type, b: Type): Refusal {
  const isTime = (type: Type): boolean => /^(?:date|time)/.test(type.name);
  const hint =
    (isTime(a) && isText(b)) || (isTime(b) && isText(a))
      ? "write DATE '2026-01-31' or TIMESTAMP '2026-01-31 12:00:00'"
      : "cast one of them";
  return new Refusal(`${typeText(a)} and ${typeText(b)} do not go together: ${hint}`);
}

/** Returns a type that all values have in common. */
export function commonOf(values: readonly Argument[]): Type {
  return values.reduce<Type>(
    (common, value) => {
      const next = commonType(common, value.type);
      if (!next) throw notTogether(common, value.type);
      return next;
    },
    { name: "unknown" },
  );
}

const UNORDERED = ["json", "map", "unknown", "function"];

/** Writes a comparison, in which NaN is neither equal to nor larger than anything, and NULL in parts is unknown. */
export function compare(operator: Comparison, a: Argument, b: Argument): Argument {
  const [x, y] = alike(a, b);
  const type = x.type;
  if (
    operator !== "=" &&
    operator !== "<>" &&
    contains(type, ({ name }) => UNORDERED.includes(name) && name !== "unknown")
  ) {
    throw new Refusal(`${typeText(type)} has no order: the operator ${operator} cannot take it`);
  }
  return sqlArgument(`(${comparison(operator, x, y, type)})`, BOOLEAN);
}

function comparison(operator: Comparison, a: Argument, b: Argument, type: Type): string {
  if (type.of) {
    if (operator === "=") return equal(a.sql, b.sql, type);
    if (operator === "<>") return `NOT ${equal(a.sql, b.sql, type)}`;
    return `CASE WHEN ${hasNull(a.sql, type)} OR ${hasNull(b.sql, type)} THEN error('A comparison of arrays or rows with NULL is not possible') ELSE ${a.sql} ${operator} ${b.sql} END`;
  }
  const plain = `${a.sql} ${operator} ${b.sql}`;
  if (!isFloating(type)) return plain;
  const suspect = operator === "<" || operator === "<=" ? b : a;
  if (suspect.isLiteral || ((operator === "=" || operator === "<>") && b.isLiteral)) return plain;
  return operator === "<>"
    ? `${plain} OR (isnan(${suspect.sql}) AND ${b.sql} IS NOT NULL)`
    : `${plain} AND NOT isnan(${suspect.sql})`;
}

/** Writes whether a value has a part that is NULL. */
function hasNull(sql: string, type: Type): string {
  if (type.name === "array") return `(len(list_filter(${sql}, lambda "__n": "__n" IS NULL)) > 0)`;
  if (type.name !== "row") return "false";
  return `(${(type.of ?? []).map((_, index) => `struct_extract_at(${sql}, ${index + 1}) IS NULL`).join(" OR ")} AND ${sql} IS NOT NULL)`;
}

/** Writes an array or row to sort by, which fails for one with a NULL, as it has no order. */
export function wholeSql({ sql, type }: Argument): string {
  return `CASE WHEN ${hasNull(sql, type)} THEN error('Arrays and rows with NULL have no order') ELSE ${sql} END`;
}

/** Length of a value up to which it is repeated, in characters. */
const LONGEST_REPEATED = 300;
let depth = 0;

/** Writes the equality of two values of a type, unknown where it depends on a NULL in them. */
export function equal(a: string, b: string, type: Type): string {
  if (type.of && a.length + b.length > LONGEST_REPEATED) {
    depth += 1;
    const both = `"__b${depth}"`;
    const verdict = equal(`struct_extract_at(${both}, 1)`, `struct_extract_at(${both}, 2)`, type);
    depth -= 1;
    return `list_transform([struct_pack(a := ${a}, b := ${b})], lambda ${both}: ${verdict})[1]`;
  }
  switch (type.name) {
    case "real":
    case "double":
      return `(${a} = ${b} AND NOT isnan(${a}))`;
    case "row": {
      const fields = (type.of ?? []).map((field, index) =>
        equal(`struct_extract_at(${a}, ${index + 1})`, `struct_extract_at(${b}, ${index + 1})`, field),
      );
      return `(CASE WHEN ${a} IS NOT NULL AND ${b} IS NOT NULL THEN ${fields.join(" AND ")} END)`;
    }
    case "array": {
      depth += 1;
      const [item, found] = [`"__e${depth}"`, `"__f${depth}"`];
      const items = `list_transform(list_zip(${a}, ${b}), lambda ${item}: ${equal(`${item}[1]`, `${item}[2]`, itemOf(type))})`;
      depth -= 1;
      const verdict = `CASE WHEN list_contains(${found}, false) THEN false WHEN len(list_filter(${found}, lambda "__n": "__n" IS NULL)) > 0 THEN NULL ELSE true END`;
      return `(CASE WHEN ${a} IS NULL OR ${b} IS NULL THEN NULL WHEN len(${a}) <> len(${b}) THEN false ELSE list_transform([${items}], lambda ${found}: ${verdict})[1] END)`;
    }
    case "map": {
      const value = type.of?.[1] as Type;
      const same = eachItem(`map_keys(${a})`, (key) => equal(`${a}[${key}]`, `${b}[${key}]`, value));
      return `(CASE WHEN ${a} IS NULL OR ${b} IS NULL THEN NULL WHEN cardinality(${a}) <> cardinality(${b}) OR NOT list_has_all(map_keys(${a}), map_keys(${b})) THEN false WHEN list_contains(${same}, false) THEN false WHEN len(list_filter(${same}, lambda "__n": "__n" IS NULL)) > 0 THEN NULL ELSE true END)`;
    }
    default:
      return `(${a} = ${b})`;
  }
}

/** Tells whether equality of a type's values is not DuckDB's. */
export function hasOwnEquality(type: Type): boolean {
  return type.of !== undefined || isFloating(type);
}
