import { type Column, type ItemType, namedItemOf, type ValueType } from "@pdp/basics/columns";
import type { Notation } from "../cellRules.ts";
import { shortName } from "../matchColumns.ts";
import { explainFault, MISSING_REASON, readAnyText } from "../readScalar.ts";
import { grammarOf, type ValueGrammar } from "../valueGrammar.ts";
import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  type JsonFault,
  JsonScanner,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
} from "./jsonScanner.ts";

/** Maximum length of an invalid value to keep, in bytes. */
const MAX_SHOWN = 1_000;

export type JsonReading = "value" | "zero" | "missing" | JsonFault;

/** Rules for all values in a table's files. */
export interface JsonRules {
  notation?: Notation;
  /** Reference of the table, used in advice. */
  table?: string | undefined;
}

const USUAL: JsonRules = {};

/** Checks that a string is one JSON value of the type, as in a cell of a nested column. */
export function checkJson(
  bytes: Buffer,
  start: number,
  end: number,
  type: ValueType,
  rules: JsonRules = USUAL,
): JsonReading {
  const scanner = new JsonScanner();
  scanner.reset(bytes, start, end);
  const reading = checkValue(scanner, type, rules);
  if (typeof reading === "object" || scanner.next() === undefined) return reading;
  return { reason: "is not JSON: something follows its end" };
}

/** Checks the next value against the type. `path` is its location in the column, such as `.field[3]`. */
export function checkValue(
  scanner: JsonScanner,
  type: ValueType,
  rules: JsonRules = USUAL,
  path = "",
): JsonReading {
  const first = scanner.next();
  const start = scanner.position;
  if (scanner.word("null")) return "missing";
  const wrong = (reason: string): JsonFault => otherType(scanner, start, path, reason);
  const grammar = grammarOf(type, rules.notation);
  switch (grammar?.jsonKind) {
    case "boolean":
      return scanner.word("true") || scanner.word("false") ? "value" : wrong(grammar.notJsonKind);
    case "number":
      return scanner.number()
        ? checkNumber(scanner, start, grammar, type, rules, path)
        : wrong(grammar.notJsonKind);
    case "string":
      return first === QUOTE ? checkString(scanner, grammar, type, rules, path) : wrong(grammar.notJsonKind);
    case undefined:
      if (type.type === "ARRAY")
        return first === OPEN_BRACKET ? checkArray(scanner, type, rules, path) : wrong("is not a list");
      return first === OPEN_BRACE ? checkStruct(scanner, type, rules, path) : wrong("is not an object");
  }
}

function checkArray(scanner: JsonScanner, type: ValueType, rules: JsonRules, path: string): JsonReading {
  const item = namedItemOf(type);
  let index = 0;
  return (
    scanner.items(CLOSE_BRACKET, () => checkInner(scanner, item, rules, `${path}[${index++}]`)) ?? "value"
  );
}

function checkStruct(scanner: JsonScanner, type: ValueType, rules: JsonRules, path: string): JsonReading {
  const fields = fieldsOf(type);
  const seen = new Set<string>();
  const fault = scanner.items(CLOSE_BRACE, () => {
    const key = scanner.key();
    if (typeof key !== "string") return key;
    const field = fields.byName.get(key);
    if (field === undefined)
      return { path, reason: `has the field "${shortName(key)}", which is not in the column` };
    if (seen.has(key)) return { path, reason: `has the field "${key}" twice` };
    seen.add(key);
    return checkInner(scanner, field, rules, `${path}.${key}`);
  });
  if (fault !== undefined) return fault;
  const lacking = fields.required.find((name) => !seen.has(name));
  return lacking === undefined ? "value" : { path: `${path}.${lacking}`, reason: MISSING_REASON };
}

interface Fields {
  byName: ReadonlyMap<string, Column>;
  /** Names of the fields that must have a value. */
  required: readonly string[];
}

/** Cached by type, because a file may contain millions of objects of a type with thousands of fields. */
const known = new WeakMap<ItemType, Fields>();

function fieldsOf(type: ItemType): Fields {
  const cached = known.get(type);
  if (cached) return cached;
  const columns = type.columns ?? [];
  const fields: Fields = {
    byName: new Map(columns.map((field) => [field.name, field])),
    required: columns.flatMap(({ name, nullable }) => (nullable ? [] : [name])),
  };
  known.set(type, fields);
  return fields;
}

function checkInner(
  scanner: JsonScanner,
  type: ValueType,
  rules: JsonRules,
  path: string,
): JsonFault | undefined {
  const reading = checkValue(scanner, type, rules, path);
  if (typeof reading === "object") return reading;
  return reading === "missing" && !type.nullable ? { path, reason: MISSING_REASON } : undefined;
}

function checkNumber(
  scanner: JsonScanner,
  start: number,
  grammar: ValueGrammar,
  type: ValueType,
  rules: JsonRules,
  path: string,
): JsonReading {
  const reading = scanner.fastCheck(start, grammar);
  return reading === "unsure" ? readText(grammar, scanner.since(start), type, rules, path) : reading;
}

function checkString(
  scanner: JsonScanner,
  grammar: ValueGrammar,
  type: ValueType,
  rules: JsonRules,
  path: string,
): JsonReading {
  const start = scanner.position;
  const fault = scanner.string();
  if (fault !== undefined) return { path, value: scanner.since(start, MAX_SHOWN), reason: fault.reason };
  return grammar.read === readAnyText
    ? "value"
    : readText(grammar, scanner.decoded(start), type, rules, path);
}

function readText(
  grammar: ValueGrammar,
  value: string,
  type: ValueType,
  { table }: JsonRules,
  path: string,
): JsonReading {
  const reading = grammar.read(value);
  if (typeof reading !== "object") return reading;
  return { path, value, reason: explainFault(reading, value, type.nullable, "write null", table) };
}

/** Returns the fault for a value of a different type, or for invalid JSON. */
function otherType(scanner: JsonScanner, start: number, path: string, reason: string): JsonFault {
  scanner.position = start;
  const broken = scanner.skip();
  if (broken !== undefined) return { path, ...broken };
  return { path, value: scanner.since(start, MAX_SHOWN), reason };
}
