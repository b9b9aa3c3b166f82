import { identifier, literal } from "@pdp/basics/columns";
import type { Expression } from "@pdp/trino/parse";
import { withCurrentName } from "@pdp/trino/relations";
import { type Type, typeText } from "@pdp/trino/types";
import { writeList } from "@pdp/trino/write";
import { LEVEL, type TrinoWriting } from "./trinoWriting.ts";
import { writeTrinoCall } from "./writeTrinoCall.ts";

/** Writes an expression in Trino's dialect, in parentheses if its precedence is lower than that of its position. */
export function writeTrinoExpression(e: Expression, writing: TrinoWriting, level = LEVEL.any): string {
  const sql = write(e, writing);
  return levelOf(e) < level ? `(${sql})` : sql;
}

const LEVELS: Partial<Record<Expression["kind"], number>> = {
  or: LEVEL.any,
  lambda: LEVEL.any,
  and: LEVEL.and,
  not: LEVEL.not,
  isNull: LEVEL.predicate,
  distinctFrom: LEVEL.predicate,
  between: LEVEL.predicate,
  inList: LEVEL.predicate,
  inQuery: LEVEL.predicate,
  like: LEVEL.predicate,
  quantified: LEVEL.predicate,
  negate: LEVEL.sign,
  plus: LEVEL.sign,
  atZone: LEVEL.sign,
};

const OPERATORS: Record<string, number> = {
  "||": LEVEL.value,
  "+": LEVEL.sum,
  "-": LEVEL.sum,
  "*": LEVEL.product,
  "/": LEVEL.product,
  "%": LEVEL.product,
};

function levelOf(e: Expression): number {
  if (e.kind === "binary") return OPERATORS[e.operator] ?? LEVEL.predicate;
  if (e.kind === "number" && e.value.startsWith("-")) return LEVEL.sign;
  return LEVELS[e.kind] ?? LEVEL.atom;
}

function write(e: Expression, writing: TrinoWriting): string {
  const at = writing.expression;
  const value = (inner: Expression): string => at(inner, LEVEL.value);
  const not = "not" in e && e.not ? " NOT" : "";
  switch (e.kind) {
    case "string":
      return literal(e.value);
    case "number":
      return e.value;
    case "boolean":
      return e.value ? "true" : "false";
    case "null":
      return "NULL";
    case "typed":
      return writeTyped(withCurrentName(e, writing.tree.current));
    case "bytes":
      return `X'${e.hex}'`;
    case "atZone":
      return `${at(e.of, LEVEL.atom)} AT TIME ZONE ${at(e.zone, LEVEL.atom)}`;
    case "interval":
      return writeInterval(e);
    case "column":
      return e.parts.map(({ text }) => identifier(text)).join(".");
    case "field":
      return `${writeOwner(e.of, writing)}.${identifier(e.name.text)}`;
    case "subscript":
      return `${at(e.of, LEVEL.atom)}[${at(e.index, LEVEL.any)}]`;
    case "negate":
      // Two consecutive minus signs would start a comment. A minus sign before a number would be parsed as part of the number.
      return e.of.kind === "number"
        ? `-(${at(e.of)})`
        : `-${at(e.of, e.of.kind === "negate" ? LEVEL.atom : LEVEL.sign)}`;
    case "plus":
      return `+${at(e.of, LEVEL.sign)}`;
    case "not":
      return `NOT ${at(e.of, LEVEL.not)}`;
    case "binary":
      return writeBinary(e, writing);
    case "and":
      return e.terms.map((term) => at(term, LEVEL.not)).join(" AND ");
    case "or":
      return e.terms.map((term) => at(term, LEVEL.and)).join(" OR ");
    case "isNull":
      return `${value(e.of)} IS${not} NULL`;
    case "distinctFrom":
      return `${value(e.left)} IS${not} DISTINCT FROM ${value(e.right)}`;
    case "between":
      return `${value(e.of)}${not} BETWEEN ${value(e.low)} AND ${value(e.high)}`;
    case "inList":
      return `${value(e.of)}${not} IN (${writeList(e.items, writing)})`;
    case "inQuery":
      return `${value(e.of)}${not} IN (${writing.query(e.query)})`;
    case "like":
      return `${value(e.of)}${not} LIKE ${value(e.pattern)}${e.escape ? ` ESCAPE ${value(e.escape)}` : ""}`;
    case "quantified": {
      const word = e.all ? "ALL" : "ANY";
      return `${value(e.of)} ${e.operator} ${word} (${writing.query(e.query)})`;
    }
    case "exists":
      return `EXISTS (${writing.query(e.query)})`;
    case "scalarQuery":
      return `(${writing.query(e.query)})`;
    case "case":
      return writeCase(e, writing);
    case "cast":
      return `${e.orNull ? "TRY_CAST" : "CAST"}(${at(e.of, LEVEL.any)} AS ${trinoType(e.to)})`;
    case "array":
      return `ARRAY[${writeList(e.items, writing)}]`;
    case "row":
      return `ROW(${writeList(e.items, writing)})`;
    case "lambda":
      return `(${e.parameters.map(({ text }) => identifier(text)).join(", ")}) -> ${at(e.body, LEVEL.any)}`;
    case "call":
      return writeTrinoCall(e, writing);
  }
}

/** Writes the expression that a field belongs to, because a bare column before a dot would be parsed as a table. */
function writeOwner(of: Expression, writing: TrinoWriting): string {
  const isBare = of.kind === "column" || of.kind === "number";
  return isBare ? `(${writing.expression(of)})` : writing.expression(of, LEVEL.atom);
}

/** Writes a type with quoted field names. */
function trinoType({ name, of = [], names, ...rest }: Type): string {
  if (name === "row") {
    return `ROW(${of.map((field, index) => `${names?.[index] === undefined ? "" : `${identifier(names[index])} `}${trinoType(field)}`).join(", ")})`;
  }
  if (name === "array" || name === "map") return `${name.toUpperCase()}(${of.map(trinoType).join(", ")})`;
  return typeText({ name, ...rest }).toUpperCase();
}

function writeTyped({ type, value }: Extract<Expression, { kind: "typed" }>): string {
  const isZoned = type.name.endsWith("with time zone");
  const zone = isZoned ? ` ${type.zone}` : "";
  const word = type.name.replace(" with time zone", "").toUpperCase();
  return `${word} ${literal(`${value}${zone}`)}`;
}

/** Writes an interval of milliseconds or months. */
function writeInterval({ value, unit }: Extract<Expression, { kind: "interval" }>): string {
  const size = Math.abs(value);
  const sign = value < 0 ? "-" : "";
  if (unit === "MONTH") return `INTERVAL ${sign}'${size}' MONTH`;
  const rest = size % 1000;
  const seconds = `${Math.floor(size / 1000)}${rest === 0 ? "" : `.${String(rest).padStart(3, "0")}`}`;
  return size % 86_400_000 === 0
    ? `INTERVAL ${sign}'${size / 86_400_000}' DAY`
    : `INTERVAL ${sign}'${seconds}' SECOND`;
}

/** Writes a binary operator: operators of the same level are left-associative, and comparisons cannot be chained. */
function writeBinary(e: Extract<Expression, { kind: "binary" }>, writing: TrinoWriting): string {
  const level = OPERATORS[e.operator];
  const left = writing.expression(e.left, level ?? LEVEL.value);
  const right = writing.expression(e.right, level === undefined ? LEVEL.value : level + 1);
  return `${left} ${e.operator} ${right}`;
}

function writeCase(e: Extract<Expression, { kind: "case" }>, writing: TrinoWriting): string {
  const sub = (inner: Expression): string => writing.expression(inner);
  const whens = e.whens.map(([when, then]) => ` WHEN ${sub(when)} THEN ${sub(then)}`);
  const otherwise = e.otherwise ? ` ELSE ${sub(e.otherwise)}` : "";
  return `CASE${e.of ? ` ${sub(e.of)}` : ""}${whens.join("")}${otherwise} END`;
}
