import type { ItemType } from "#shared/domain/column.ts";
import { isSequenceColumn } from "./isSequenceColumn.ts";
import {
  explained,
  readBoolean,
  readDate,
  readDecimal,
  readInteger,
  readSequence,
  readTimestamp,
  type ScalarReading,
} from "./readScalar.ts";
import { checkJson, type JsonReading } from "./text/checkJson.ts";

/** Trims the space around a number, date or boolean: the same characters that the engine trims. */
export function trimCell(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && isSpace(text.charCodeAt(start))) start++;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

/** Tells whether a character is a space, tab, line feed, vertical tab, form feed or carriage return. */
function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}

const READERS: Partial<Record<ItemType["type"], (text: string) => ScalarReading>> = {
  INT64: readInteger,
  FLOAT64: readDecimal,
  BOOL: readBoolean,
  DATE: readDate,
  TIMESTAMP: readTimestamp,
};

/**
 * Reads one cell of a text format. `quoted` tells an empty text (`""`), which only STRING columns accept, from an empty
 * cell. The caller checks whether a column is nullable.
 */
export function readCell(column: ItemType & { name?: string }, text: string, quoted: boolean): JsonReading {
  if (column.type === "STRING") {
    if (text === "" && !quoted) return "missing";
    return isSequenceColumn(column) ? readSequence(text) : "value";
  }
  const trimmed = trimCell(text);
  if (trimmed === "") return "missing";
  const read = READERS[column.type];
  if (!read) return readNested(column, text);
  const reading = read(trimmed);
  if (typeof reading !== "object") return reading;
  return { reason: explained(reading, column.nullable, "leave the cell empty where a value is missing") };
}

function readNested(column: ItemType, text: string): JsonReading {
  const bytes = Buffer.from(text, "utf8");
  return checkJson(bytes, 0, bytes.length, column);
}
