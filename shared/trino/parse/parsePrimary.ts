import { shortName } from "../boundMessage.ts";
import type { Expression, Name } from "./ast.ts";
import { parseCall } from "./parseCall.ts";
import { parseBytes, parseInterval, parseTypedLiteral } from "./parseLiteral.ts";
import { NO_ADDRESSES, parseType } from "./parseType.ts";
import { seesSetOperation } from "./seesQuery.ts";
import type { TokenReader } from "./tokenReader.ts";

/** Parses a value without operators, including its subscripts and field names. */
export function parsePrimary(reader: TokenReader): Expression {
  let value = parseAtom(reader);
  for (let length = 1; ; length += 1) {
    const at = reader.at;
    reader.checkDepth(length);
    if (reader.accept("[")) {
      value = { kind: "subscript", at, of: value, index: reader.expression() };
      reader.expect("]");
    } else if (reader.sees(".") && reader.ahead(1).key !== "*") {
      reader.take();
      const name = reader.name("the name of a field");
      if (value.kind === "column") value.parts.push(name);
      else value = { kind: "field", at, of: value, name };
    } else return value;
  }
}

function parseAtom(reader: TokenReader): Expression {
  const { kind, at, text, key } = reader.next;
  if (kind === "string") {
    reader.take();
    return { kind: "string", at, value: text };
  }
  if (kind === "number") {
    reader.take();
    return numberNode(text, at);
  }
  if (key === "(") return parseParenthesis(reader);
  if (key === "?") throw reader.error("Parameters are not available: write the value itself");
  const special = SPECIAL.get(key);
  const parsed = special?.(reader);
  if (parsed) return parsed;
  if (reader.seesName() && reader.ahead(1).key === "->") return parseLambda(reader);
  const typed = parseBytes(reader) ?? parseTypedLiteral(reader);
  if (typed) return typed;
  if (key === "IPADDRESS" && reader.ahead(1).kind === "string") throw reader.error(NO_ADDRESSES);
  if (isPrefixedText(reader)) throw reader.error(`Write text as '…', not as ${text}'…'`);
  if (reader.seesName() && reader.ahead(1).kind === "string") {
    const shown = shortName(text);
    throw reader.error(
      `A text after a name is a literal of a type, and there is no type ${shown}. Put an alias in double quotes`,
    );
  }
  return parseCall(reader) ?? parseColumn(reader);
}

function isPrefixedText(reader: TokenReader): boolean {
  const { kind, end } = reader.next;
  return kind === "word" && reader.ahead(1).kind === "string" && reader.ahead(1).at === end;
}

/** Returns a number; it is negative if `text` starts with a minus sign. */
export function numberNode(text: string, at: number): Expression {
  const plain = text.replaceAll("_", "");
  const [sign, digits] = plain.startsWith("-") ? ["-", plain.slice(1)] : ["", plain];
  if (/^0[xXbBoO]/.test(digits))
    return { kind: "number", at, type: "integer", value: `${sign}${BigInt(digits)}` };
  const type = /e/i.test(digits) ? "double" : digits.includes(".") ? "decimal" : "integer";
  return { kind: "number", at, type, value: plain };
}

function parseColumn(reader: TokenReader): Expression {
  const name = reader.name("an expression");
  return { kind: "column", at: name.at, parts: [name] };
}

const SPECIAL = new Map<string, (reader: TokenReader) => Expression | undefined>([
  ["NULL", (reader) => ({ kind: "null", at: reader.take().at })],
  ["TRUE", (reader) => ({ kind: "boolean", at: reader.take().at, value: true })],
  ["FALSE", (reader) => ({ kind: "boolean", at: reader.take().at, value: false })],
  ["CASE", parseCase],
  ["CAST", (reader) => parseCast(reader, false)],
  ["TRY_CAST", (reader) => (reader.sees("TRY_CAST", "(") ? parseCast(reader, true) : undefined)],
  ["EXISTS", parseExists],
  ["ARRAY", parseArray],
  ["ROW", parseRow],
  ["INTERVAL", parseInterval],
]);

function parseParenthesis(reader: TokenReader): Expression {
  const lambda = parseLambdaInParentheses(reader);
  if (lambda) return lambda;
  const at = reader.at;
  reader.expect("(");
  if (reader.seesQuery() || seesSetOperation(reader)) {
    const query = reader.query();
    reader.expect(")");
    return { kind: "scalarQuery", at, query };
  }
  const items = reader.list(() => reader.expression());
  reader.expect(")");
  if (items.length > 1) return { kind: "row", at, items };
  const [only] = items as [Expression];
  // A parenthesized column is complete: `(a).b` is field b of column a, never column b of table a.
  return only.kind === "column" && reader.sees(".") && reader.ahead(1).key !== "*"
    ? parseFieldOf(reader, only)
    : only;
}

function parseFieldOf(reader: TokenReader, of: Expression): Expression {
  const at = reader.at;
  reader.expect(".");
  return { kind: "field", at, of, name: reader.name("the name of a field") };
}

function parseLambda(reader: TokenReader): Expression {
  const parameter = reader.name("the parameter of a lambda");
  reader.expect("->");
  return { kind: "lambda", at: parameter.at, parameters: [parameter], body: reader.expression() };
}

/** Parses `(a, b) -> …` or `() -> …`. */
function parseLambdaInParentheses(reader: TokenReader): Expression | undefined {
  let distance = 1;
  while (reader.seesName(distance) || reader.ahead(distance).key === ",") distance += 1;
  if (reader.ahead(distance).key !== ")" || reader.ahead(distance + 1).key !== "->") return undefined;
  const at = reader.at;
  reader.expect("(");
  const parameters: Name[] = reader.sees(")") ? [] : reader.list(() => reader.name("a parameter"));
  reader.expect(")", "->");
  return { kind: "lambda", at, parameters, body: reader.expression() };
}

function parseCase(reader: TokenReader): Expression {
  const { at } = reader.take();
  const of = reader.sees("WHEN") ? undefined : reader.expression();
  const whens: [Expression, Expression][] = [];
  do {
    reader.expect("WHEN");
    const when = reader.expression();
    reader.expect("THEN");
    whens.push([when, reader.expression()]);
  } while (reader.sees("WHEN"));
  const otherwise = reader.accept("ELSE") ? reader.expression() : undefined;
  reader.expect("END");
  return { kind: "case", at, whens, ...(of && { of }), ...(otherwise && { otherwise }) };
}

function parseCast(reader: TokenReader, orNull: boolean): Expression {
  const { at } = reader.take();
  reader.expect("(");
  const of = reader.expression();
  reader.expect("AS");
  const to = parseType(reader);
  reader.expect(")");
  return { kind: "cast", at, of, to, orNull };
}

function parseExists(reader: TokenReader): Expression {
  const { at } = reader.take();
  reader.expect("(");
  const query = reader.query();
  reader.expect(")");
  return { kind: "exists", at, query };
}

function parseArray(reader: TokenReader): Expression | undefined {
  if (!reader.sees("ARRAY", "[")) return undefined;
  const at = reader.at;
  reader.expect("ARRAY", "[");
  const items = reader.sees("]") ? [] : reader.list(() => reader.expression());
  reader.expect("]");
  return { kind: "array", at, items };
}

function parseRow(reader: TokenReader): Expression | undefined {
  if (!reader.sees("ROW", "(")) return undefined;
  const at = reader.at;
  reader.expect("ROW", "(");
  const items = reader.list(() => reader.expression());
  reader.expect(")");
  return { kind: "row", at, items };
}
