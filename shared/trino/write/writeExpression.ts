import { identifier, literal } from "@pdp/basics/columns";
import { withCurrentName } from "../currentNames.ts";
import { subscript } from "../functions/arrayFunctions.ts";
import { type Argument, failSql, sqlArgument } from "../functions/functionKinds.ts";
import { arithmetic } from "../functions/operators/arithmetic.ts";
import { coerced, commonOf, notTogether } from "../functions/operators/commonTypes.ts";
import { compare } from "../functions/operators/comparison.ts";
import type { BinaryOperator, Comparison, Expression, Query } from "../parse/ast.ts";
import { Refusal } from "../sqlError.ts";
import { castSql } from "../types/castSql.ts";
import { commonType } from "../types/coerce.ts";
import { intervalZone } from "../types/timeZones.ts";
import {
  arrayType,
  BOOLEAN,
  DAY_INTERVAL,
  fieldName,
  isFloating,
  isInteger,
  isNumeric,
  isText,
  itemOf,
  MONTH_INTERVAL,
  rowType,
  type Type,
  typeText,
  UNKNOWN,
  VARBINARY,
  varcharType,
  zonedType,
} from "../types/type.ts";
import { writeCall } from "./writeCall.ts";
import { writeCast } from "./writeCast.ts";
import { columnSql, writeColumn, writeField, writeNumber } from "./writeName.ts";
import { between, COMPARISONS, inList, inQuery, like } from "./writePredicate.ts";
import { hoistedQuery } from "./writeTry.ts";
import { writeTyped } from "./writeTyped.ts";
import { checkLength, conditionSql, type Writing, writeTrial } from "./writing.ts";

/** Writes an expression and its type in DuckDB's dialect, parenthesized if it is composite. */
export function writeExpression(expression: Expression, writing: Writing): Argument {
  try {
    const written = writing.known?.(expression) ?? write(expression, writing);
    checkLength(written.sql, expression.at, writing);
    return written;
  } catch (error) {
    if (error instanceof Refusal) error.at ??= expression.at;
    throw error;
  }
}

function condition(sql: string): Argument {
  return sqlArgument(`(${sql})`, BOOLEAN);
}

function write(e: Expression, outer: Writing): Argument {
  const isFilter = outer.isFilter === true;
  const writing = isFilter && e.kind !== "and" ? { ...outer, isFilter: false } : outer;
  const sub = (inner: Expression): Argument => writing.expression(inner, writing);
  const test = (inner: Expression): string => conditionSql(sub(inner), inner.at);
  if ("query" in e && writing.parameters.size > 0)
    throw new Refusal("A lambda cannot contain a query: compute its value in FROM", e.at);
  const not = "not" in e && e.not ? " NOT" : "";
  const negated = (sql: string): Argument => condition(not ? `NOT (${sql})` : sql);
  switch (e.kind) {
    case "string":
      return {
        ...sqlArgument(literal(e.value), varcharType([...e.value].length)),
        literal: e.value,
        isLiteral: true,
      };
    case "number":
      return writeNumber(e);
    case "boolean":
      return { ...sqlArgument(e.value ? "true" : "false", BOOLEAN), isLiteral: true };
    case "null":
      return { ...sqlArgument("NULL", UNKNOWN), isLiteral: true };
    case "typed":
      return writeTyped(withCurrentName(e, writing.current), writing);
    case "bytes":
      return { ...sqlArgument(`unhex('${e.hex}')`, VARBINARY), isLiteral: true };
    case "interval":
      return e.unit === "MONTH"
        ? { ...sqlArgument(`CAST('${e.value}' AS INTEGER)`, MONTH_INTERVAL), isLiteral: true }
        : { ...sqlArgument(`CAST('${e.value}' AS BIGINT)`, DAY_INTERVAL), isLiteral: true };
    case "atZone":
      return writeAtZone(sub(e.of), e.zone);
    case "column":
      return writeColumn(e.parts, writing);
    case "field":
      return writeField(sub(e.of), e.name);
    case "subscript":
      return writeSubscript(sub(e.of), sub(e.index), writing);
    case "negate":
      return writeNegated(sub(e.of));
    case "plus": {
      const of = sub(e.of);
      if (isInteger(of.type) || isFloating(of.type)) return of;
      throw new Refusal(`The unary operator + does not accept ${typeText(of.type)}. Remove it`);
    }
    case "not":
      return condition(`NOT ${test(e.of)}`);
    case "binary":
      return writeBinary(e.operator, sub(e.left), sub(e.right), outer);
    case "and":
    case "or":
      return condition(e.terms.map(test).join(` ${e.kind.toUpperCase()} `));
    case "isNull":
      return condition(`${sub(e.of).sql} IS${not} NULL`);
    case "distinctFrom": {
      const [a, b] = [sub(e.left), sub(e.right)];
      const common = commonOf([a, b]);
      return condition(`${coerced(a, common).sql} IS${not} DISTINCT FROM ${coerced(b, common).sql}`);
    }
    case "between":
      return negated(between(sub(e.of), sub(e.low), sub(e.high), isFilter && !e.not));
    case "inList":
      return negated(inList(sub(e.of), e.items.map(sub)));
    case "inQuery": {
      const { sql } = inQuery(sub(e.of), e, { ...writing, isFilter: isFilter && !e.not }, "=", false);
      return negated(sql);
    }
    case "like":
      return negated(like(sub(e.of), sub(e.pattern), e.escape && sub(e.escape), writing));
    case "quantified":
      return inQuery(sub(e.of), e, outer, e.operator, e.all);
    case "exists":
      return condition(`EXISTS (${writing.query(e.query, writing).sql})`);
    case "scalarQuery":
      return hoistedQuery(writing, (outside) => writeScalarQuery(e.query, outside));
    case "case":
      return writeCase(e, sub);
    case "cast":
      return writeCast(e, writing);
    case "array": {
      const items = e.items.map(sub);
      const item = commonOf(items);
      return sqlArgument(`[${items.map((value) => coerced(value, item).sql).join(", ")}]`, arrayType(item));
    }
    case "row": {
      const items = e.items.map(sub);
      const type = rowType(items.map((item) => item.type));
      return sqlArgument(
        `struct_pack(${items.map(({ sql }, index) => `field${index} := ${sql}`).join(", ")})`,
        type,
      );
    }
    case "lambda":
      throw new Refusal("A lambda can only be an argument of a function such as transform", e.at);
    case "call":
      return writeCall(e, writing);
  }
}

function writeAtZone(of: Argument, named: Expression): Argument {
  const zone = zoneOfInterval(named);
  if (zone.kind !== "string")
    throw new Refusal("The zone of AT TIME ZONE must be a string such as 'Europe/Berlin'", zone.at);
  if (!/^[+-]\d\d:?\d\d$|^[A-Za-z][A-Za-z0-9_+/-]*$/.test(zone.value))
    throw new Refusal("This is not a time zone", zone.at);
  const { type, sql } = of;
  if (type.name === "timestamp") {
    const zoned = zonedType(type.size ?? 3, zone.value);
    return sqlArgument(castSql(sql, type, zoned), zoned);
  }
  if (type.name === "timestamp with time zone") return sqlArgument(sql, { ...type, zone: zone.value });
  throw new Refusal(`AT TIME ZONE requires a timestamp, not ${typeText(type)}`);
}

/** Returns an offset given as an interval as a string. */
function zoneOfInterval(zone: Expression): Expression {
  if (zone.kind !== "interval" || zone.unit === "MONTH") return zone;
  const value = intervalZone(zone.value);
  return value === undefined ? zone : { kind: "string", at: zone.at, value };
}

function writeSubscript(of: Argument, index: Argument, writing: Writing): Argument {
  const { type } = of;
  if (type.name === "row") {
    const position = index.integer ?? 0;
    const field = index.isLiteral ? type.of?.[position - 1] : undefined;
    if (!field) throw new Refusal(`A row subscript must be a number from 1 to ${type.of?.length}`);
    return sqlArgument(`struct_extract_at(${of.sql}, ${position})`, field);
  }
  if (type.name === "map") {
    const [key, value] = type.of as [Type, Type];
    if (commonType(key, index.type)?.name !== key.name && index.type.name !== "unknown")
      throw notTogether(key, index.type);
    const at = coerced(index, key).sql;
    const fail = failSql(
      "The key is not in the map. Use element_at, which returns NULL in this case",
      writing,
    );
    return sqlArgument(
      `(CASE WHEN ${of.sql} IS NULL OR ${at} IS NULL THEN NULL WHEN map_contains(${of.sql}, ${at})${isFloating(key) ? ` AND NOT isnan(${at})` : ""} THEN ${of.sql}[${at}] ELSE ${fail} END)`,
      value,
    );
  }
  if (type.name !== "array")
    throw new Refusal(
      `Subscripts apply to arrays, maps and rows, not to ${typeText(type)}${isText(type) ? ": write substr(x, n, 1)" : ""}`,
    );
  if (index.kind !== "integer" && index.type.name !== "unknown")
    throw new Refusal("An array subscript must be an integer");
  const at = index.type.name === "unknown" ? "CAST(NULL AS BIGINT)" : index.sql;
  return sqlArgument(`(${subscript(of.sql, at, writing)})`, itemOf(type));
}

function writeNegated(of: Argument): Argument {
  if (!isNumeric(of.type) && !of.type.name.startsWith("interval")) {
    throw new Refusal(`The operator - does not accept ${typeText(of.type)}`);
  }
  return sqlArgument(`(-${of.sql})`, of.type);
}

function writeBinary(operator: BinaryOperator, a: Argument, b: Argument, writing: Writing): Argument {
  return COMPARISONS.has(operator)
    ? compare(operator as Comparison, a, b, writing.isFilter)
    : joinedLiterals(operator, a, b, arithmetic(operator, a, b, writing));
}

/** Preserves the content of concatenated text literals, for patterns and formats. */
function joinedLiterals(operator: BinaryOperator, a: Argument, b: Argument, written: Argument): Argument {
  const isLiteral = operator === "||" && a.literal !== undefined && b.literal !== undefined;
  return isLiteral ? { ...written, literal: `${a.literal}${b.literal}` } : written;
}

function writeScalarQuery(query: Query, writing: Writing): Argument {
  const { sql, columns } = writing.query(query, writing);
  if (columns.length === 1) return sqlArgument(`(${sql})`, columns[0]?.type as Type);
  const alias = writing.nextAlias();
  const names = columns.map(({ name }) => name);
  const isNamed = new Set(names.map((name, index) => name?.toLowerCase() ?? index)).size === names.length;
  const types = columns.map((column) => column.type);
  const type = isNamed ? rowType(types, names) : rowType(types);
  const fields = columns.map(
    ({ id }, index) => `${identifier(fieldName(type, index))} := ${columnSql(alias, id)}`,
  );
  // As in Trino, the row of an empty query has NULL in all fields, unless the query uses columns of the outer query.
  const from = isUncorrelated(query, writing)
    ? `(SELECT 1) AS "${alias}o" LEFT JOIN (${sql}) AS "${alias}" ON true`
    : `(${sql}) AS "${alias}"`;
  return sqlArgument(`(SELECT struct_pack(${fields.join(", ")}) FROM ${from})`, type);
}

function isUncorrelated(query: Query, writing: Writing): boolean {
  const alone = { ...writing, scope: { columns: [] } };
  return writeTrial({ kind: "exists", at: query.at, query }, alone) !== undefined;
}

function writeCase(e: Extract<Expression, { kind: "case" }>, sub: (inner: Expression) => Argument): Argument {
  const results = e.whens.map(([, then]) => sub(then));
  const otherwise = e.otherwise && sub(e.otherwise);
  const type = commonOf([...results, ...(otherwise ? [otherwise] : [])]);
  const of = e.of && sub(e.of);
  const whens = e.whens.map(([when], index) => {
    const value = sub(when);
    const test = of ? compare("=", of, value, true).sql : conditionSql(value, when.at);
    return `WHEN ${test} THEN ${coerced(results[index] as Argument, type).sql}`;
  });
  const rest = otherwise ? ` ELSE ${coerced(otherwise, type).sql}` : "";
  return sqlArgument(`(CASE ${whens.join(" ")}${rest} END)`, type);
}
