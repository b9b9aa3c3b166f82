import type { Column, ItemType } from "#shared/domain/column.ts";
import { itemOf } from "#shared/duckdb/columnTypes.ts";
import { isSequenceColumn } from "#shared/lake/formats/isSequenceColumn.ts";
import { shortName } from "#shared/lake/formats/matchColumns.ts";
import {
  explained,
  MISSING_REASON,
  readDate,
  readDecimal,
  readInteger,
  readSequence,
  readTimestamp,
  type ScalarReading,
} from "#shared/lake/formats/readScalar.ts";
import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  type JsonFault,
  JsonScanner,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
} from "./jsonScanner.ts";

/** Maximum length of an invalid value that is kept, in bytes. */
const MAX_SHOWN = 1_000;

type Typed = ItemType & { name?: string };
export type JsonReading = "value" | "zero" | "missing" | JsonFault;

/** Checks that a text is one JSON value of the type, as in a cell of a nested column. */
export function checkJson(bytes: Buffer, start: number, end: number, type: Typed): JsonReading {
  const scanner = new JsonScanner();
  scanner.reset(bytes, start, end);
  const reading = checkValue(scanner, type);
  if (typeof reading === "object" || scanner.next() === undefined) return reading;
  return { reason: "is not JSON: something follows its end" };
}

/** Checks the next value against the type. `path` is its location in the column, as `.field[3]`. */
export function checkValue(scanner: JsonScanner, type: Typed, path = ""): JsonReading {
  const first = scanner.next();
  const start = scanner.position;
  if (scanner.word("null")) return "missing";
  const wrong = (reason: string): JsonFault => otherType(scanner, start, path, reason);
  switch (type.type) {
    case "BOOL":
      return scanner.word("true") || scanner.word("false") ? "value" : wrong("is neither true nor false");
    case "INT64":
    case "FLOAT64":
      return checkNumber(scanner, type, path);
    case "ARRAY":
      return first === OPEN_BRACKET ? checkArray(scanner, type, path) : wrong("is not a list");
    case "STRUCT":
      return first === OPEN_BRACE ? checkStruct(scanner, type, path) : wrong("is not an object");
    default:
      return first === QUOTE ? checkText(scanner, type, path) : wrong(notText(type));
  }
}

function checkArray(scanner: JsonScanner, type: Typed, path: string): JsonReading {
  const item = itemOf(type);
  let index = 0;
  return scanner.items(CLOSE_BRACKET, () => checkInner(scanner, item, `${path}[${index++}]`)) ?? "value";
}

function checkStruct(scanner: JsonScanner, type: Typed, path: string): JsonReading {
  const fields = fieldsOf(type);
  const seen = new Set<string>();
  const fault = scanner.items(CLOSE_BRACE, () => {
    const key = scanner.key();
    if (typeof key !== "string") return key;
    const field = fields.byName.get(key);
    if (field === undefined)
      return { path, reason: `has the field "${shortName(key)}", which the column does not have` };
    if (seen.has(key)) return { path, reason: `has the field "${key}" twice` };
    seen.add(key);
    return checkInner(scanner, field, `${path}.${key}`);
  });
  return fault ?? lacking(fields.required, seen, path) ?? "value";
}

function lacking(
  required: readonly string[],
  seen: ReadonlySet<string>,
  path: string,
): JsonFault | undefined {
  const name = required.find((one) => !seen.has(one));
  return name === undefined ? undefined : { path: `${path}.${name}`, reason: MISSING_REASON };
}

interface Fields {
  byName: ReadonlyMap<string, Column>;
  /** Names of the fields that must have a value. */
  required: readonly string[];
}

/** Cache by type: a file may have millions of objects of a type with thousands of fields. */
const known = new WeakMap<ItemType, Fields>();

function fieldsOf(type: ItemType): Fields {
  const found = known.get(type);
  if (found) return found;
  const columns = type.columns ?? [];
  const fields: Fields = {
    byName: new Map(columns.map((field) => [field.name, field])),
    required: columns.flatMap(({ name, nullable }) => (nullable ? [] : [name])),
  };
  known.set(type, fields);
  return fields;
}

function checkInner(scanner: JsonScanner, type: Typed, path: string): JsonFault | undefined {
  const reading = checkValue(scanner, type, path);
  if (typeof reading === "object") return reading;
  return reading === "missing" && !type.nullable ? { path, reason: MISSING_REASON } : undefined;
}

/** Checks a number; short ones are valid by their form, without being parsed. */
function checkNumber(scanner: JsonScanner, type: Typed, path: string): JsonReading {
  const start = scanner.position;
  const kind = scanner.number();
  if (kind === undefined) return otherType(scanner, start, path, "is not a number");
  const length = scanner.position - start;
  if (length <= 18 && (kind === "zero" || kind === "whole")) return kind === "zero" ? "zero" : "value";
  if (length <= 40 && kind === "decimal" && type.type === "FLOAT64") return "value";
  const text = scanner.since(start);
  return asReading(type.type === "INT64" ? readInteger(text) : readDecimal(text), type, path, text);
}

function checkText(scanner: JsonScanner, type: Typed, path: string): JsonReading {
  const start = scanner.position;
  const fault = scanner.string();
  if (fault !== undefined) return { path, value: scanner.since(start, MAX_SHOWN), reason: fault.reason };
  if (type.type === "STRING" && !isSequenceColumn(type)) return "value";
  const text = scanner.decoded(start);
  const read = type.type === "STRING" ? readSequence : type.type === "DATE" ? readDate : readTimestamp;
  return asReading(read(text), type, path, text);
}

function asReading(reading: ScalarReading, type: Typed, path: string, value: string): JsonReading {
  if (typeof reading !== "object") return reading;
  return { path, value, reason: explained(reading, type.nullable, "write null where a value is missing") };
}

/** Returns the fault of a value of another type, or of invalid JSON. */
function otherType(scanner: JsonScanner, start: number, path: string, reason: string): JsonFault {
  scanner.position = start;
  const broken = scanner.skip();
  if (broken !== undefined) return { path, ...broken };
  return { path, value: scanner.since(start, MAX_SHOWN), reason };
}

function notText(type: Typed): string {
  if (type.type === "DATE") return 'is not a date as a text of the form "YYYY-MM-DD"';
  return type.type === "TIMESTAMP" ? "is not a time as a text in ISO 8601" : "is not a text";
}
