import type { Call, CurrentName, Expression } from "./ast.ts";
import { inlined } from "./inlineFunctions.ts";
import { JSON_CALLS, parseJsonCall } from "./parseJsonCall.ts";
import { parseSortItems, parseWindow } from "./parseWindow.ts";
import type { TokenReader } from "./tokenReader.ts";

/** Parses a function call in any notation; undefined if there is none. */
export function parseCall(reader: TokenReader): Expression | undefined {
  const { at, key, text, kind } = reader.next;
  if (kind === "word" && WITHOUT_PARENTHESES.has(key)) {
    reader.take();
    return plainCall(at, key.toLowerCase(), parseDigits(reader, key));
  }
  const current = kind === "word" ? CURRENT_NAMES.get(key) : undefined;
  if (current) {
    reader.take();
    return { kind: "typed", at, type: { name: "varchar" }, value: "", current };
  }
  if (reader.ahead(1).key !== "(" || (kind !== "word" && kind !== "quoted")) return undefined;
  const isJson = kind === "word" && JSON_CALLS.has(key);
  if (kind === "word" && !reader.seesName() && !RESERVED_CALLS.has(key) && !isJson) return undefined;
  reader.take();
  reader.expect("(");
  if (isJson) {
    const call = parseJsonCall(reader, at, key.toLowerCase());
    reader.expect(")");
    return call;
  }
  const isInline = reader.inlined.functions.has(text.toLowerCase());
  const spelled = isInline ? undefined : SPELLINGS.get(kind === "word" ? key : "")?.(reader, at);
  if (spelled) {
    reader.expect(")");
    return spelled;
  }
  const call = parseArguments(reader, plainCall(at, text.toLowerCase(), []));
  return inlined(call, reader) ?? call;
}

/** Words for names that are known when the query is compiled. */
const CURRENT_NAMES = new Map<string, CurrentName>([
  ["CURRENT_CATALOG", "catalog"],
  ["CURRENT_SCHEMA", "schema"],
  ["CURRENT_USER", "user"],
]);
const WITHOUT_PARENTHESES = new Set([
  "CURRENT_DATE",
  "CURRENT_TIME",
  "CURRENT_TIMESTAMP",
  "LOCALTIMESTAMP",
  "LOCALTIME",
]);
/** Maximum number of fractional-second digits. */
const MAX_DIGITS = 12;

/** Parses the fractional-second precision in `current_timestamp(6)`. */
function parseDigits(reader: TokenReader, word: string): Expression[] {
  if (word === "CURRENT_DATE" || !reader.sees("(") || reader.ahead(1).kind !== "number") return [];
  reader.expect("(");
  const { at, text } = reader.take();
  reader.expect(")");
  if (!/^\d{1,2}$/.test(text) || Number(text) > MAX_DIGITS) {
    const what = `${word.toLowerCase()}(${text})`;
    throw reader.error(
      `${what} is not available: times can have at most ${MAX_DIGITS} fractional digits`,
      at,
    );
  }
  return [{ kind: "number", at, type: "integer", value: text }];
}

/** Reserved words that are function names. */
const RESERVED_CALLS = new Set(["EXTRACT", "TRIM", "LISTAGG", "GROUPING", "NORMALIZE"]);

function plainCall(at: number, name: string, args: Expression[]): Call {
  return { kind: "call", at, name, args, star: false, distinct: false, orderBy: [] };
}

/**
 * Parsers for calls with arguments that are not a plain list. They stop before the closing parenthesis, or return undefined.
 */
const SPELLINGS = new Map<string, (reader: TokenReader, at: number) => Expression | undefined>([
  ["EXTRACT", parseExtract],
  ["NORMALIZE", parseNormalize],
  ["TRIM", parseTrim],
  ["SUBSTRING", parseSubstring],
  ["POSITION", parsePosition],
]);

const NORMAL_FORMS = ["NFC", "NFD", "NFKC", "NFKD"];

/** Parses `NORMALIZE(text, NFD)`; the form is a word. */
function parseNormalize(reader: TokenReader, at: number): Expression {
  const args = [reader.expression()];
  if (!reader.accept(",")) return plainCall(at, "normalize", args);
  const form = NORMAL_FORMS.find((word) => reader.accept(word));
  if (!form) throw reader.unexpected(`one of ${NORMAL_FORMS.join(", ")}`);
  return plainCall(at, "normalize", [...args, { kind: "string", at, value: form }]);
}

function parseExtract(reader: TokenReader, at: number): Expression {
  const field = reader.take().text.toLowerCase();
  const name = EXTRACT_FIELDS.get(field);
  if (!name) throw reader.error(`EXTRACT knows ${[...EXTRACT_FIELDS.keys()].join(", ").toUpperCase()}`, at);
  reader.expect("FROM");
  return { ...plainCall(at, name, [reader.value()]), extracted: true };
}

const EXTRACT_FIELDS = new Map([
  ["year", "year"],
  ["quarter", "quarter"],
  ["month", "month"],
  ["week", "week"],
  ["day", "day"],
  ["day_of_month", "day"],
  ["day_of_week", "day_of_week"],
  ["dow", "day_of_week"],
  ["day_of_year", "day_of_year"],
  ["doy", "day_of_year"],
  ["year_of_week", "year_of_week"],
  ["yow", "year_of_week"],
  ["hour", "hour"],
  ["minute", "minute"],
  ["second", "second"],
  ["timezone_hour", "timezone_hour"],
  ["timezone_minute", "timezone_minute"],
]);

function parseTrim(reader: TokenReader, at: number): Expression {
  const side = (["BOTH", "LEADING", "TRAILING"] as const).find((word) => reader.accept(word));
  const name = side === "LEADING" ? "ltrim" : side === "TRAILING" ? "rtrim" : "trim";
  if (side && reader.accept("FROM")) return plainCall(at, name, [reader.value()]);
  const first = reader.value();
  if (reader.accept("FROM")) return plainCall(at, name, [reader.value(), first]);
  if (side) throw reader.unexpected("FROM");
  return plainCall(at, name, reader.accept(",") ? [first, reader.value()] : [first]);
}

function parseSubstring(reader: TokenReader, at: number): Expression {
  const args = [reader.value()];
  if (reader.accept("FROM")) {
    args.push(reader.value());
    if (reader.accept("FOR")) args.push(reader.value());
  } else while (reader.accept(",")) args.push(reader.expression());
  return plainCall(at, "substr", args);
}

function parsePosition(reader: TokenReader, at: number): Expression {
  const part = reader.value();
  reader.expect("IN");
  return plainCall(at, "strpos", [reader.value(), part]);
}

/** Parses ON OVERFLOW …, which has no effect: a result that exceeds Trino's limit is rejected. */
function parseOverflow(reader: TokenReader): void {
  if (!reader.accept("ON")) return;
  reader.expect("OVERFLOW");
  if (reader.accept("ERROR")) return;
  reader.expect("TRUNCATE");
  if (reader.next.kind === "string") reader.take();
  if (!reader.accept("WITHOUT")) reader.expect("WITH");
  reader.expect("COUNT");
}

/** Parses the rest of a call after `name(`. */
function parseArguments(reader: TokenReader, call: Call): Call {
  if (reader.accept("*")) call.star = true;
  else if (!reader.sees(")") && !reader.sees("ORDER", "BY")) {
    call.distinct = reader.accept("DISTINCT");
    if (!call.distinct && reader.sees("ALL")) reader.accept("ALL");
    call.args = reader.list(() => reader.expression());
    if (call.name === "listagg") parseOverflow(reader);
  } else if (call.name === "grouping") throw reader.unexpected("a column that the query groups by");
  if (reader.accept("ORDER", "BY")) call.orderBy = parseSortItems(reader);
  reader.expect(")");
  if (reader.accept("WITHIN", "GROUP", "(", "ORDER", "BY")) {
    if (call.orderBy.length > 0) throw reader.error("The order of an aggregate can be specified only once");
    call.orderBy = parseSortItems(reader);
    reader.expect(")");
  }
  if (reader.accept("FILTER", "(", "WHERE")) {
    call.filter = reader.expression();
    reader.expect(")");
  }
  if (reader.accept("IGNORE", "NULLS")) call.nulls = "IGNORE";
  else if (reader.accept("RESPECT", "NULLS")) call.nulls = "RESPECT";
  if (reader.accept("OVER")) {
    call.over = reader.sees("(") ? parseWindow(reader) : reader.name("a window");
  }
  return call;
}
