import type { Call, Expression, JsonOptions, JsonOtherwise } from "./ast.ts";
import { parseType } from "./parseType.ts";
import type { TokenReader } from "./tokenReader.ts";

/** The SQL standard's JSON functions, which have a special argument syntax. */
export const JSON_CALLS = new Set(["JSON_VALUE", "JSON_QUERY", "JSON_EXISTS", "JSON_OBJECT", "JSON_ARRAY"]);

/** Parses the arguments of a JSON function, up to the closing parenthesis. */
export function parseJsonCall(reader: TokenReader, at: number, name: string): Call {
  const call: Call = { kind: "call", at, name, args: [], star: false, distinct: false, orderBy: [] };
  if (name === "json_object") return parseObject(reader, call);
  if (name === "json_array") return parseArray(reader, call);
  const json: JsonOptions = {};
  call.args.push(reader.expression());
  parseFormat(reader);
  reader.expect(",");
  call.args.push(reader.expression());
  // The name of a path is used only in error messages.
  if (reader.accept("AS")) reader.name("the name of the path");
  if (reader.sees("PASSING")) throw reader.error("PASSING is not available: write the value in the path");
  if (name !== "json_exists" && reader.accept("RETURNING")) json.returning = parseType(reader);
  parseFormat(reader);
  if (name === "json_query") parseShape(reader, json);
  parseOtherwise(reader, json, name);
  return { ...call, json };
}

function parseFormat(reader: TokenReader): boolean {
  if (!reader.accept("FORMAT", "JSON")) return false;
  if (reader.sees("ENCODING")) throw reader.error("ENCODING is not available: JSON is text here");
  return true;
}

function parseShape(reader: TokenReader, json: JsonOptions): void {
  const isBare = reader.accept("WITHOUT");
  if (isBare || reader.accept("WITH")) {
    if (!isBare) json.wrapper = reader.accept("CONDITIONAL") ? "CONDITIONAL" : "UNCONDITIONAL";
    reader.accept("UNCONDITIONAL");
    reader.accept("ARRAY");
    reader.expect("WRAPPER");
  }
  parseQuotes(reader, json);
}

function parseQuotes(reader: TokenReader, json: JsonOptions): void {
  if (reader.accept("OMIT")) json.omitQuotes = true;
  else if (!reader.accept("KEEP")) return;
  reader.expect("QUOTES");
  if (reader.accept("ON")) reader.expect("SCALAR", "STRING");
}

/** Parses `… ON EMPTY` and `… ON ERROR`. */
function parseOtherwise(reader: TokenReader, json: JsonOptions, name: string): void {
  while (!reader.sees(")")) {
    const otherwise = parseResult(reader, name);
    reader.expect("ON");
    if (name !== "json_exists" && !json.onEmpty && reader.accept("EMPTY")) json.onEmpty = otherwise;
    else {
      reader.expect("ERROR");
      json.onError = otherwise;
      return;
    }
  }
}

function parseResult(reader: TokenReader, name: string): JsonOtherwise {
  const words: Record<string, string[]> = {
    json_value: ["NULL", "ERROR"],
    json_exists: ["TRUE", "FALSE", "UNKNOWN", "ERROR"],
    json_query: ["NULL", "ERROR"],
  };
  const word = words[name]?.find((word) => reader.accept(word));
  if (word) return { kind: word as JsonOtherwise["kind"] };
  if (name === "json_value" && reader.accept("DEFAULT"))
    return { kind: "DEFAULT", value: reader.expression() };
  if (name === "json_query" && reader.accept("EMPTY")) {
    if (reader.accept("OBJECT")) return { kind: "EMPTY OBJECT" };
    reader.expect("ARRAY");
    return { kind: "EMPTY ARRAY" };
  }
  throw reader.unexpected("what the result is, such as NULL ON EMPTY");
}

function parseNulls(reader: TokenReader, json: JsonOptions, whenMissing: boolean): void {
  json.keepsNulls = whenMissing;
  if (reader.accept("NULL", "ON", "NULL")) json.keepsNulls = true;
  else if (reader.accept("ABSENT", "ON", "NULL")) json.keepsNulls = false;
}

function parseReturning(reader: TokenReader, json: JsonOptions): void {
  if (!reader.accept("RETURNING")) return;
  const { at } = reader;
  const type = parseType(reader);
  if (type.name !== "varchar")
    throw reader.error("RETURNING is only available with VARCHAR: CAST the result", at);
  json.returning = type;
  if (!reader.accept("FORMAT")) return;
  reader.expect("JSON");
  if (reader.sees("ENCODING")) throw reader.error("ENCODING is not available: JSON is text here");
}

function parseMember(reader: TokenReader, json: JsonOptions, args: Expression[]): void {
  args.push(reader.expression());
  json.asJson?.push(parseFormat(reader));
}

function parseObject(reader: TokenReader, call: Call): Call {
  const json: JsonOptions = { asJson: [], keys: [] };
  const ends = (): boolean =>
    [")", "ABSENT", "WITH", "WITHOUT", "RETURNING"].includes(reader.next.key) || reader.sees("NULL", "ON");
  if (!ends()) {
    reader.list(() => {
      const hasWord =
        reader.sees("KEY") &&
        reader.ahead(1).key !== ":" &&
        reader.ahead(1).key !== "VALUE" &&
        reader.accept("KEY");
      json.keys?.push(reader.expression());
      if (hasWord || !reader.accept(":")) reader.expect("VALUE");
      parseMember(reader, json, call.args);
    });
  }
  parseNulls(reader, json, true);
  if (reader.accept("WITH")) {
    reader.expect("UNIQUE");
    json.uniqueKeys = true;
  } else if (reader.accept("WITHOUT")) {
    reader.expect("UNIQUE");
  }
  reader.accept("KEYS");
  parseReturning(reader, json);
  return { ...call, json };
}

function parseArray(reader: TokenReader, call: Call): Call {
  const json: JsonOptions = { asJson: [] };
  const ends = [")", "ABSENT", "RETURNING"].includes(reader.next.key) || reader.sees("NULL", "ON");
  if (!ends) reader.list(() => parseMember(reader, json, call.args));
  parseNulls(reader, json, false);
  parseReturning(reader, json);
  return { ...call, json };
}
