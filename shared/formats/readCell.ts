import type { ValueType } from "@pdp/basics/columns";
import { type CellRules, typedNotation, USUAL_RULES } from "./cellRules.ts";
import { explainFault } from "./readScalar.ts";
import { checkJson, type JsonReading } from "./text/checkJson.ts";
import { trimText } from "./trimText.ts";
import { grammarOf } from "./valueGrammar.ts";

/** Text of a cell's value in the usual notation (null if it has no value), and the parsed value. */
export interface NotedReading {
  text: string | null;
  reading: JsonReading;
}

/** Reads a cell that may be written in other notations, according to its column's rules. */
export function readNotedCell(
  column: ValueType,
  cell: string,
  quoted: boolean,
  rules: CellRules = USUAL_RULES,
  table?: string,
): NotedReading {
  const { notations, notation, missing } = rules;
  const isEmpty = trimText(cell) === "" || missing?.has(cell);
  const noted = isEmpty ? undefined : notations?.read(cell);
  if (noted?.text === null) return { text: null, reading: "missing" };
  if (noted !== undefined)
    return withText(
      noted.text,
      readCell(column, noted.text, true, { notation: typedNotation(notation) }, table),
    );
  // Unreadable cells are reported by the column that contains the value.
  if (notations !== undefined && notations.part !== "VALUE") return { text: null, reading: "missing" };
  const isComma = notation.decimal === "," && column.type === "FLOAT64";
  return withText(isComma ? cell.replace(",", ".") : cell, readCell(column, cell, quoted, rules, table));
}

function withText(text: string, reading: JsonReading): NotedReading {
  return { text: reading === "value" || reading === "zero" ? text : null, reading };
}

/**
 * Reads one cell of a text format. `quoted` distinguishes an empty string (`""`), which only STRING columns accept, from an
 * empty cell. The caller checks whether a column is nullable. `table` is the reference used in advice.
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
