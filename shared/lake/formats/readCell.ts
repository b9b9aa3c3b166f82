import type { ItemType } from "#shared/domain/column.ts";
import { checkJson, type JsonReading } from "./checkJson.ts";
import { isSequenceColumn } from "./isSequenceColumn.ts";
import {
  MUST_HAVE_VALUE,
  readDate,
  readDecimal,
  readSequence,
  readTimestamp,
  readTruth,
  readWhole,
  type ScalarReading,
} from "./readScalar.ts";

/** Space around a number, date or truth value means nothing; these are the characters that the engine trims as well. */
export function trimCell(text: string): string {
  return text.replace(/^[ \t\n\v\f\r]+|[ \t\n\v\f\r]+$/g, "");
}

/**
 * Reads one cell of a text format. `quoted` tells an empty text (`""`) from an empty cell; only a STRING column can
 * hold the former. Whether a column may be empty is the caller's to check.
 */
export function readCell(column: ItemType & { name?: string }, text: string, quoted: boolean): JsonReading {
  if (column.type === "STRING") {
    if (text === "" && !quoted) return "missing";
    return isSequenceColumn(column) ? readSequence(text) : "value";
  }
  const trimmed = trimCell(text);
  if (trimmed === "") return "missing";
  const reading = readTyped(column, trimmed, text);
  if (typeof reading !== "object" || !("isPlaceholder" in reading)) return reading;
  const advice = column.nullable ? "leave the cell empty where a value is missing" : MUST_HAVE_VALUE;
  return { reason: reading.isPlaceholder ? `${reading.reason}; ${advice}` : reading.reason };
}

function readTyped(column: ItemType, trimmed: string, text: string): JsonReading | ScalarReading {
  switch (column.type) {
    case "INT64":
      return readWhole(trimmed);
    case "FLOAT64":
      return readDecimal(trimmed);
    case "BOOL":
      return readTruth(trimmed);
    case "DATE":
      return readDate(trimmed);
    case "TIMESTAMP":
      return readTimestamp(trimmed);
    default:
      return readNested(column, text);
  }
}

function readNested(column: ItemType, text: string): JsonReading {
  const bytes = Buffer.from(text, "utf8");
  return checkJson(bytes, 0, bytes.length, column);
}
