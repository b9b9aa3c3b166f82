import type { ValueType } from "#shared/domain/column.ts";
import { explainFault } from "./readScalar.ts";
import { checkJson, type JsonReading } from "./text/checkJson.ts";
import { grammarOf, trimText } from "./valueGrammar.ts";

/**
 * Reads one cell of a text format. `quoted` tells an empty text (`""`), which only STRING columns accept, from an empty
 * cell. The caller checks whether a column is nullable.
 */
export function readCell(column: ValueType, text: string, quoted: boolean): JsonReading {
  const grammar = grammarOf(column);
  const isText = grammar?.isText ?? false;
  const value = isText ? text : trimText(text);
  if (value === "" && !(isText && quoted)) return "missing";
  if (grammar === undefined) {
    const bytes = Buffer.from(text, "utf8");
    return checkJson(bytes, 0, bytes.length, column);
  }
  const reading = grammar.read(value);
  if (typeof reading !== "object") return reading;
  return { reason: explainFault(reading, column.nullable, "leave the cell empty where a value is missing") };
}
