import { literal } from "#shared/duckdb/quoting.ts";
import { compare, divide, kindOfArithmetic, remainder } from "#shared/sql/functions/arithmetic.ts";
import { subscript } from "#shared/sql/functions/arrayFunctions.ts";
import { castSql, kindOfType } from "#shared/sql/functions/casts.ts";
import { type Argument, sqlArgument, type ValueKind } from "#shared/sql/functions/functionKinds.ts";
import { checkComparable, checkCondition, checkText } from "#shared/sql/functions/typeChecks.ts";
import type { BinaryOperator, Expression } from "#shared/sql/parse/ast.ts";
import { Refusal } from "#shared/sql/sqlError.ts";
import { writeCall } from "./writeCall.ts";
import { writeColumn, writeNumber } from "./writeName.ts";
import { checkLength, type Writing } from "./writing.ts";

/** Writes an expression in DuckDB's dialect, in parentheses if it is composite, with what is known of its type. */
export function writeExpression(expression: Expression, writing: Writing): Argument {
  try {
    const written = write(expression, writing);
    if (LITERALS.has(expression.kind)) written.isLiteral = true;
    checkLength(written.sql, expression.at, writing);
    return written;
  } catch (error) {
    if (error instanceof Refusal) error.at ??= expression.at;
    throw error;
  }
}

const LITERALS = new Set<Expression["kind"]>([
  "string",
  "number",
  "boolean",
  "null",
  "date",
  "timestamp",
  "interval",
]);

function composedArgument(sql: string, kind?: ValueKind): Argument {
  return sqlArgument(`(${sql})`, kind);
}

function condition(sql: string): Argument {
  return composedArgument(sql, "boolean");
}

function write(e: Expression, writing: Writing): Argument {
  const sub = (inner: Expression): Argument => writing.expression(inner, writing);
  const not = "not" in e && e.not ? " NOT" : "";
  switch (e.kind) {
    case "string":
      return { ...sqlArgument(literal(e.value), "text"), literal: e.value };
    case "number":
      return writeNumber(e);
    case "boolean":
      return sqlArgument(e.value ? "true" : "false", "boolean");
    case "null":
      return sqlArgument("NULL");
    case "date":
    case "timestamp":
      return sqlArgument(`CAST(${literal(e.value)} AS ${e.kind.toUpperCase()})`, "time");
    case "interval":
      return { ...sqlArgument(`to_${e.unit.toLowerCase()}s(${e.value})`, "other"), isInterval: true };
    case "column":
      return writeColumn(e.parts, e.at, writing);
    case "field":
      return sqlArgument(`struct_extract(${sub(e.of).sql}, ${literal(e.name.text)})`);
    case "subscript":
      return composedArgument(subscript(sub(e.of).sql, sub(e.index).sql, writing));
    case "negate":
      return writeNegated(sub(e.of));
    case "not":
      return condition(`NOT ${checkCondition(sub(e.of)).sql}`);
    case "binary":
      return writeBinary(e.operator, sub(e.left), sub(e.right));
    case "and":
    case "or":
      return condition(
        e.terms.map((term) => checkCondition(sub(term)).sql).join(` ${e.kind.toUpperCase()} `),
      );
    case "isNull":
      return condition(`${sub(e.of).sql} IS${not} NULL`);
    case "distinctFrom":
      return condition(`${sub(e.left).sql} IS${not} DISTINCT FROM ${sub(e.right).sql}`);
    case "between": {
      const [of, low, high] = [sub(e.of), sub(e.low), sub(e.high)];
      checkComparable(of, low, high);
      return condition(`${of.sql}${not} BETWEEN ${low.sql} AND ${high.sql}`);
    }
    case "inList": {
      const [of, items] = [sub(e.of), e.items.map(sub)];
      checkComparable(of, ...items);
      return condition(`${of.sql}${not} IN (${items.map(({ sql }) => sql).join(", ")})`);
    }
    case "inQuery":
      return condition(`${sub(e.of).sql}${not} IN (${writing.query(e.query, writing)})`);
    case "like": {
      const mark = e.escape ? ` ESCAPE ${sub(e.escape).sql}` : "";
      return condition(`${sub(e.of).sql}${not} LIKE ${sub(e.pattern).sql}${mark}`);
    }
    case "quantified": {
      const word = e.all ? "ALL" : "ANY";
      return condition(`${sub(e.of).sql} ${e.operator} ${word} (${writing.query(e.query, writing)})`);
    }
    case "exists":
      return condition(`EXISTS (${writing.query(e.query, writing)})`);
    case "scalarQuery":
      return composedArgument(writing.query(e.query, writing));
    case "case":
      return writeCase(e, sub);
    case "cast":
      return composedArgument(castSql(sub(e.of), e.to, e.orNull), kindOfType(e.to));
    case "array":
      return sqlArgument(`[${e.items.map((item) => sub(item).sql).join(", ")}]`, "other");
    case "row":
      return sqlArgument(`row(${e.items.map((item) => sub(item).sql).join(", ")})`, "other");
    case "lambda":
      throw new Refusal("A lambda can only be an argument of a function such as transform", e.at);
    case "call":
      return writeCall(e, writing);
  }
}

function writeNegated(of: Argument): Argument {
  const negated = composedArgument(`-${of.sql}`, of.kind);
  return of.integer === undefined ? negated : { ...negated, integer: -of.integer };
}

function writeBinary(operator: BinaryOperator, a: Argument, b: Argument): Argument {
  const plain = `${a.sql} ${operator} ${b.sql}`;
  switch (operator) {
    case "+":
    case "-":
      // A DATE stays a DATE, though DuckDB makes it a TIMESTAMP.
      if (b.isInterval && !a.isInterval) return composedArgument(`cast_to_type(${plain}, ${a.sql})`, "time");
      if (a.isInterval && !b.isInterval) return composedArgument(`cast_to_type(${plain}, ${b.sql})`, "time");
      if (a.kind === "time" && b.kind === "time") {
        throw new Refusal("The time between two dates is date_diff('day', from, to)");
      }
      return composedArgument(plain, kindOfArithmetic(a.kind, b.kind));
    case "*":
      return composedArgument(plain, kindOfArithmetic(a.kind, b.kind));
    case "/":
      return composedArgument(divide(a, b), quotientKind(a.kind, b.kind));
    case "%":
      return composedArgument(remainder(a, b), kindOfArithmetic(a.kind, b.kind));
    case "||":
      checkText(a, b);
      return composedArgument(plain, a.kind === "text" || b.kind === "text" ? "text" : undefined);
    default:
      checkComparable(a, b);
      return condition(compare(operator, a, b));
  }
}

/** Returns the kind of a quotient; that of decimals is a DOUBLE, rounded to Trino's scale. */
function quotientKind(a: ValueKind, b: ValueKind): ValueKind {
  const kind = kindOfArithmetic(a, b);
  return kind === "decimal" ? undefined : kind;
}

function writeCase(e: Extract<Expression, { kind: "case" }>, sub: (inner: Expression) => Argument): Argument {
  const results = [...e.whens.map(([, then]) => sub(then)), ...(e.otherwise ? [sub(e.otherwise)] : [])];
  const of = e.of && sub(e.of);
  const whens = e.whens.map(([condition], index) => {
    const when = of ? sub(condition) : checkCondition(sub(condition));
    if (of) checkComparable(of, when);
    return `WHEN ${when.sql} THEN ${results[index]?.sql}`;
  });
  const otherwise = e.otherwise ? ` ELSE ${results.at(-1)?.sql}` : "";
  checkComparable(...results);
  const kinds = new Set(results.map(({ kind }) => kind));
  return composedArgument(
    `CASE${of ? ` ${of.sql}` : ""} ${whens.join(" ")}${otherwise} END`,
    kinds.size === 1 ? results[0]?.kind : undefined,
  );
}
