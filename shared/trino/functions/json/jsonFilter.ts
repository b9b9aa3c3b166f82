import { literal } from "@pdp/basics/columns";
import { shortValue } from "../../boundMessage.ts";
import { Refusal } from "../../sqlError.ts";
import { bindSql, eachSql } from "../../types/bindSql.ts";

type Comparison = "=" | "<>" | "<" | "<=" | ">" | ">=";

/** Filter condition such as `? (@.od > 0.5)`. Steps are those of the path after `@`. */
export type JsonCondition<Step> =
  | { kind: "and" | "or"; terms: JsonCondition<Step>[] }
  | { kind: "not"; of: JsonCondition<Step> }
  | { kind: "exists"; steps: Step[] }
  | { kind: "starts"; steps: Step[]; text: string }
  | { kind: "compare"; steps: Step[]; operator: Comparison; value: string | number | boolean | null };

interface Reader<Step> {
  text: string;
  at: number;
  /** Reads the steps of a path from an offset and advances to its end. */
  steps: (reader: { text: string; at: number }) => Step[];
}

const MAX_DEPTH = 20;
/** Maximum number of comparisons in a condition; each generates separate text. */
const MAX_TERMS = 50;
const MIRRORED: Record<string, Comparison> = {
  "=": "=",
  "<>": "<>",
  "<": ">",
  "<=": ">=",
  ">": "<",
  ">=": "<=",
};

/** Reads `? (…)`; undefined without a filter. */
export function parseFilter<Step>(reader: Reader<Step>): JsonCondition<Step> | undefined {
  if (!accept(reader, "?")) return undefined;
  return inParentheses(reader, 0);
}

function inParentheses<Step>(reader: Reader<Step>, depth: number): JsonCondition<Step> {
  if (depth > MAX_DEPTH || !accept(reader, "(")) throw unreadable(reader);
  const condition = parseTerms(reader, "||", "or", () =>
    parseTerms(reader, "&&", "and", () => parseTerm(reader, depth + 1)),
  );
  if (!accept(reader, ")")) throw unreadable(reader);
  return condition;
}

function parseTerms<Step>(
  reader: Reader<Step>,
  symbol: string,
  kind: "and" | "or",
  term: () => JsonCondition<Step>,
): JsonCondition<Step> {
  const terms = [term()];
  while (accept(reader, symbol)) terms.push(term());
  if (terms.length > MAX_TERMS)
    throw new Refusal(`A filter in a path can have at most ${MAX_TERMS} conditions`);
  return terms.length === 1 ? (terms[0] as JsonCondition<Step>) : { kind, terms };
}

function parseTerm<Step>(reader: Reader<Step>, depth: number): JsonCondition<Step> {
  if (take(reader, /\s*(?=\()/y)) return inParentheses(reader, depth);
  if (accept(reader, "!")) return { kind: "not", of: inParentheses(reader, depth) };
  if (take(reader, /\s*exists\s*\(/y)) {
    const steps = parseItem(reader);
    if (!accept(reader, ")")) throw unreadable(reader);
    return { kind: "exists", steps };
  }
  const first = parseValue(reader);
  if (first !== undefined) {
    const operator = MIRRORED[parseOperator(reader)] as Comparison;
    return { kind: "compare", steps: parseItem(reader), operator, value: first };
  }
  const steps = parseItem(reader);
  const isStart = take(reader, /\s*starts\s+with\b/y) !== undefined;
  const operator = isStart ? "=" : parseOperator(reader);
  const value = parseValue(reader);
  if (value === undefined || (isStart && typeof value !== "string")) throw unreadable(reader);
  return isStart
    ? { kind: "starts", steps, text: String(value) }
    : { kind: "compare", steps, operator, value };
}

/** Reads `@` and its path. */
function parseItem<Step>(reader: Reader<Step>): Step[] {
  if (!accept(reader, "@")) throw unreadable(reader);
  return reader.steps(reader);
}

function parseOperator<Step>(reader: Reader<Step>): Comparison {
  const [operatorMatch] = take(reader, /\s*(?:==|<>|!=|<=|>=|<|>)/y) ?? [];
  if (operatorMatch === undefined) throw unreadable(reader);
  const operator = operatorMatch.trim();
  return operator === "==" ? "=" : operator === "!=" ? "<>" : (operator as Comparison);
}

function parseValue<Step>(reader: Reader<Step>): string | number | boolean | null | undefined {
  const [, text, number, word] =
    take(
      reader,
      /\s*(?:"([^"\\]*)"|(-?\d{1,15}(?:\.\d{1,15})?(?:[eE][+-]?\d{1,2})?)|(true|false|null)\b)/y,
    ) ?? [];
  if (text !== undefined) return text;
  if (number !== undefined) return Number(number);
  return word === undefined ? undefined : word === "null" ? null : word === "true";
}

function accept<Step>(reader: Reader<Step>, symbol: string): boolean {
  const from = reader.at + (/^\s*/.exec(reader.text.slice(reader.at))?.[0].length ?? 0);
  if (!reader.text.startsWith(symbol, from)) return false;
  reader.at = from + symbol.length;
  return true;
}

function take<Step>(reader: Reader<Step>, pattern: RegExp): RegExpExecArray | undefined {
  pattern.lastIndex = reader.at;
  const match = pattern.exec(reader.text);
  if (!match) return undefined;
  reader.at += match[0].length;
  return match;
}

function unreadable<Step>({ text, at }: Reader<Step>): Refusal {
  return new Refusal(
    `Write a filter in a path like ? (@.od > 0.5 && @.name == "A1"), not ${shortValue(text.slice(at))}`,
  );
}

/**
 * Writes a condition on an item; it is NULL if values cannot be compared. `itemsOf` writes the items to which the steps lead
 * from that item, with arrays unwrapped.
 */
export function conditionSql<Step>(
  condition: JsonCondition<Step>,
  itemsOf: (steps: Step[]) => string,
): string {
  const sub = (inner: JsonCondition<Step>): string => conditionSql(inner, itemsOf);
  switch (condition.kind) {
    case "and":
    case "or":
      return `(${condition.terms.map(sub).join(` ${condition.kind.toUpperCase()} `)})`;
    case "not":
      return `(NOT ${sub(condition.of)})`;
    case "exists":
      return `(len(${itemsOf(condition.steps)}) > 0)`;
    case "starts":
      return anyOf(itemsOf(condition.steps), (item) => {
        const text = `json_extract_string(${item}, '$')`;
        return `CASE json_type(${item}) WHEN 'VARCHAR' THEN starts_with(${text}, ${literal(condition.text)}) END`;
      });
    case "compare":
      return anyOf(itemsOf(condition.steps), (item) =>
        comparisonSql(item, condition.operator, condition.value),
      );
  }
}

/**
 * Writes an expression that tests whether a condition is true for any of the items; NULL if it is unknown for at least one
 * item and true for none.
 */
function anyOf(items: string, write: (item: string) => string): string {
  return bindSql(
    [eachSql(items, write)],
    (verdicts) =>
      `(CASE WHEN list_contains(${verdicts}, true) THEN true WHEN list_position(${verdicts}, NULL) IS NOT NULL THEN NULL ELSE false END)`,
  );
}

function comparisonSql(item: string, operator: Comparison, value: string | number | boolean | null): string {
  const isNull = `json_type(${item}) = 'NULL'`;
  const isEquality = operator === "=" || operator === "<>";
  if (value === null) return isEquality ? `(${isNull}) = ${operator === "="}` : "false";
  const ofNull = `WHEN ${isNull} THEN ${operator === "<>"}`;
  switch (typeof value) {
    case "number":
      return `CASE ${ofNull} WHEN json_type(${item}) IN ('BIGINT', 'UBIGINT', 'DOUBLE') THEN CAST(${item} AS DOUBLE) ${operator} CAST('${value}' AS DOUBLE) END`;
    case "boolean":
      return `CASE ${ofNull} WHEN json_type(${item}) = 'BOOLEAN' THEN (${item} = 'true') ${operator} ${value} END`;
    default:
      return `CASE ${ofNull} WHEN json_type(${item}) = 'VARCHAR' THEN json_extract_string(${item}, '$') ${operator} ${literal(value)} END`;
  }
}
