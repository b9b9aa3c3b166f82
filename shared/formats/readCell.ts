import type { ValueType } from "#shared/domain/column.ts";
import { type CellRules, typedNotation, USUAL_RULES } from "./cellRules.ts";
import { explainFault } from "./readScalar.ts";
import { checkJson, type JsonReading } from "./text/checkJson.ts";
import { trimText } from "./trimText.ts";
import { grammarOf } from "./valueGrammar.ts";

/**
 * Reads one cell of a text format. `quoted` tells an empty text (`""`), which only STRING columns accept, from an empty
 * cell. The caller checks whether a column is nullable. `table` is the reference that advice names.
 */
export function readCell(
  column: ValueType,
  text: string,
  quoted: boolean,
  { notation, missing }: CellRules = USUAL_RULES,
  table?: string,
): JsonReading {
  const grammar = grammarOf(column, notation);
  const value = grammar?.isText ? text : trimText(text);
  if (value === "" && !(grammar?.hasEmptyText && quoted)) return "missing";
  if (missing?.has(text)) return "missing";
  if (grammar === undefined) {
    const bytes = Buffer.from(text, "utf8");
    return checkJson(bytes, 0, bytes.length, column, { table, notation: typedNotation(notation) });
  }
  const reading = grammar.read(value);
  if (typeof reading !== "object") return reading;
  return { reason: explainFault(reading, value, column.nullable, "leave the cell empty", table) };
}
