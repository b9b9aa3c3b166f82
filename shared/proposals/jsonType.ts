import { type Column, type ItemType, isName } from "@pdp/basics/columns";
import { findInexact } from "./notationReason.ts";
import type { SampleType } from "./sample.ts";
import { shownValue } from "./shownValue.ts";

/** Maximum nesting depth of lists and objects; the same as for columns. */
const MAX_DEPTH = 8;
const MAX_FIELDS = 2_000;
const MIN_INT64 = -(2n ** 63n);
const MAX_INT64 = 2n ** 63n - 1n;

/** JSON number with its original text, which shows whether it is an integer. */
export class JsonNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Found = NonNullable<SampleType["type"]>;

/** Error for values without a type; the message is the reason. */
class NoType extends Error {
  override readonly name = "NoType";
}

/**
 * Proposes the type of a column of non-null JSON values; STRING for strings, because their type is determined from their
 * content.
 */
export function jsonType(values: readonly unknown[]): SampleType {
  const inexact = findInexact(values.flatMap((value) => (value instanceof JsonNumber ? [value.text] : [])));
  try {
    const type = typeOf(values, 1);
    if (type.type !== "FLOAT64" || inexact === undefined) return { type };
    return {
      type,
      reason: `decimal numbers; ${shownValue(inexact)} loses digits, so write it as text to keep them`,
    };
  } catch (error) {
    if (!(error instanceof NoType)) throw error;
    return { type: null, reason: `skipped, because ${error.message}` };
  }
}

function typeOf(values: readonly unknown[], depth: number): Found {
  if (depth > MAX_DEPTH) throw new NoType(`its values are nested more than ${MAX_DEPTH} levels deep`);
  if (values.length === 0) return { type: "STRING" };
  if (values.every((value) => value instanceof JsonNumber))
    return { type: values.every(({ text }) => isInt64(text)) ? "INT64" : "FLOAT64" };
  if (values.every((value) => typeof value === "boolean")) return { type: "BOOL" };
  if (values.every((value) => Array.isArray(value))) {
    const items = values.flat().filter((value) => value !== null);
    return { type: "ARRAY", item_type: { ...typeOf(items, depth + 1), nullable: true } };
  }
  if (values.every(isObject)) return { type: "STRUCT", columns: fieldsOf(values, depth) };
  if (values.some((value) => Array.isArray(value) || isObject(value)))
    throw new NoType("only some of its values are lists or objects");
  return { type: "STRING" };
}

function fieldsOf(values: readonly Record<string, unknown>[], depth: number): Column[] {
  const names = new Set(values.flatMap((value) => Object.keys(value)));
  if (names.size === 0) throw new NoType("its objects have no fields");
  if (names.size > MAX_FIELDS)
    throw new NoType(`its objects have more than ${MAX_FIELDS.toLocaleString("en-US")} fields`);
  const folded = new Set<string>();
  return [...names].map((name) => {
    if (!isName(name)) throw new NoType(`its field ${shownValue(name)} has no valid SQL name`);
    if (folded.has(name.toLowerCase()))
      throw new NoType(`it has the field ${shownValue(name)} twice, ignoring case`);
    folded.add(name.toLowerCase());
    const inner = values.map((value) => value[name] ?? null).filter((value) => value !== null);
    return fieldOf(name, typeOf(inner, depth + 1));
  });
}

/** Returns a field of a STRUCT. */
export function fieldOf(name: string, type: Pick<ItemType, "type" | "item_type" | "columns">): Column {
  return { name, nullable: true, ...type, metadata: { description: null, deprecated: false } };
}

function isInt64(text: string): boolean {
  if (!/^-?\d{1,19}$/.test(text)) return false;
  const value = BigInt(text);
  return value >= MIN_INT64 && value <= MAX_INT64;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof JsonNumber)
  );
}
