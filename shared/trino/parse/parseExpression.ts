import { shortName } from "../boundMessage.ts";
import type { BinaryOperator, Comparison, Expression } from "./ast.ts";
import { parseInterval } from "./parseLiteral.ts";
import { numberNode, parsePrimary } from "./parsePrimary.ts";
import { seesSetOperation } from "./seesQuery.ts";
import type { TokenReader } from "./tokenReader.ts";

/** Parses any expression. Precedence is as in Trino: OR, AND, NOT, predicates, `||`, `+ -`, `* / %`, sign. */
export function parseExpression(reader: TokenReader): Expression {
  return reader.nested(() =>
    parseTerms(reader, "OR", () => parseTerms(reader, "AND", () => parseNot(reader))),
  );
}

function parseTerms(reader: TokenReader, word: "AND" | "OR", operand: () => Expression): Expression {
  const at = reader.at;
  const first = operand();
  if (!reader.sees(word)) return first;
  const terms = [first];
  while (reader.accept(word)) terms.push(operand());
  return { kind: word === "AND" ? "and" : "or", at, terms };
}

function parseNot(reader: TokenReader): Expression {
  const at = reader.at;
  if (!reader.accept("NOT")) return parsePredicated(reader);
  return { kind: "not", at, of: reader.nested(() => parseNot(reader)) };
}

const COMPARISONS: Comparison[] = ["=", "<>", "<", "<=", ">", ">="];

/** Parses a value with at most one predicate: `a = b = c` and `a IS NULL IS NULL` are invalid. */
function parsePredicated(reader: TokenReader): Expression {
  const of = parseValue(reader);
  const at = reader.at;
  const { key } = reader.next;
  const operator = key === "!=" ? "<>" : COMPARISONS.find((symbol) => symbol === key);
  if (operator) {
    reader.take();
    return parseComparison(reader, of, operator, at);
  }
  if (reader.accept("IS")) return parseIs(reader, of, at);
  const not = reader.accept("NOT");
  if (reader.accept("BETWEEN")) {
    const low = parseValue(reader);
    reader.expect("AND");
    return { kind: "between", at, of, low, high: parseValue(reader), not };
  }
  if (reader.accept("IN")) return parseIn(reader, of, not, at);
  if (reader.accept("LIKE")) {
    const pattern = parseValue(reader);
    const mark = reader.accept("ESCAPE") ? parseValue(reader) : undefined;
    return { kind: "like", at, of, pattern, not, ...(mark && { escape: mark }) };
  }
  if (not) throw reader.unexpected("BETWEEN, IN or LIKE after NOT");
  return of;
}

function parseComparison(reader: TokenReader, of: Expression, operator: Comparison, at: number): Expression {
  const quantifier = ["ALL", "ANY", "SOME"].find((word) => reader.sees(word, "("));
  if (!quantifier) return { kind: "binary", at, operator, left: of, right: parseValue(reader) };
  reader.expect(quantifier, "(");
  const query = reader.query();
  reader.expect(")");
  return { kind: "quantified", at, operator, all: quantifier === "ALL", of, query };
}

function parseIs(reader: TokenReader, of: Expression, at: number): Expression {
  const not = reader.accept("NOT");
  if (reader.accept("NULL")) return { kind: "isNull", at, of, not };
  if (reader.accept("DISTINCT", "FROM")) {
    return { kind: "distinctFrom", at, left: of, right: parseValue(reader), not };
  }
  throw reader.unexpected("NULL or DISTINCT FROM after IS");
}

function parseIn(reader: TokenReader, of: Expression, not: boolean, at: number): Expression {
  reader.expect("(");
  // As in Trino, `IN ((SELECT 1))` is a list of one value.
  if (reader.seesQuery() || seesSetOperation(reader)) {
    const query = reader.query();
    reader.expect(")");
    return { kind: "inQuery", at, of, query, not };
  }
  const items = reader.list(() => reader.expression());
  reader.expect(")");
  return { kind: "inList", at, of, items, not };
}

/** Binary operators in order of increasing precedence. */
const LEVELS: BinaryOperator[][] = [["||"], ["+", "-"], ["*", "/", "%"]];

export function parseValue(reader: TokenReader, level = 0): Expression {
  const operators = LEVELS[level];
  if (!operators) return parseSigned(reader);
  let left = parseValue(reader, level + 1);
  for (let length = 1; ; length += 1) {
    const at = reader.at;
    const operator = operators.find((candidate) => reader.accept(candidate));
    if (!operator) return left;
    reader.checkDepth(length);
    left = { kind: "binary", at, operator, left, right: parseValue(reader, level + 1) };
  }
}

function parseSigned(reader: TokenReader): Expression {
  const at = reader.at;
  if (reader.accept("+")) return { kind: "plus", at, of: reader.nested(() => parseSigned(reader)) };
  const { kind, text } = reader.ahead(1);
  if (reader.sees("-") && kind === "number" && /^0[xob]/i.test(text))
    throw reader.error(`A minus cannot precede ${shortName(text)}: write -(${shortName(text)})`);
  if (reader.sees("-") && kind === "number" && ![".", "["].includes(reader.ahead(2).key)) {
    reader.accept("-");
    return parseZone(reader, numberNode(`-${reader.take().text}`, at));
  }
  if (reader.accept("-")) return { kind: "negate", at, of: reader.nested(() => parseSigned(reader)) };
  return parseZone(reader, parsePrimary(reader));
}

function parseZone(reader: TokenReader, value: Expression): Expression {
  let zoned = value;
  while (reader.sees("AT", "TIME", "ZONE")) {
    const { at } = reader;
    reader.expect("AT", "TIME", "ZONE");
    zoned = { kind: "atZone", at, of: zoned, zone: parseZoneName(reader) };
  }
  return zoned;
}

/** Parses a zone: only a string or an interval, without a field or a subscript. */
function parseZoneName(reader: TokenReader): Expression {
  const { kind, text, at } = reader.next;
  if (kind !== "string") {
    const interval = reader.sees("INTERVAL") ? parseInterval(reader) : undefined;
    if (interval) return interval;
    throw reader.unexpected("a time zone such as 'UTC', or use at_timezone(x, zone)");
  }
  reader.take();
  return { kind: "string", at, value: text };
}
