import { type Column, literal } from "@pdp/basics/columns";
import { type CellNotations, notationsOf } from "./notations/cellNotations.ts";
import type { DecimalSign, FileOptions } from "./options/fileOptions.ts";
import { trimText, trimTextSql } from "./trimText.ts";

/** Notation of values, if it is not the usual one. */
export interface Notation {
  decimal?: DecimalSign;
  times?: "EXACT" | "ROUND";
  sequences?: "EXACT" | "NORMALIZE";
}

/** Rules for the cells of one column, from a table's configuration. */
export interface CellRules {
  notation: Notation;
  missing?: MissingWords;
  /** Additional notations for cells in CSV files and workbooks. */
  notations?: CellNotations;
}

/** Words that denote a missing value, ignoring case and surrounding space. */
export class MissingWords {
  private readonly folded: ReadonlySet<string>;
  /** Contains 1 for each byte that may start one of the words, or that starts a space or a non-ASCII character. */
  private readonly firstBytes = new Uint8Array(256).fill(1, 0x80);
  private readonly maxLength: number;

  constructor(words: readonly string[]) {
    this.folded = new Set(words.map(fold));
    for (const byte of Buffer.from(" \t\n\v\f\r")) this.firstBytes[byte] = 1;
    for (const word of this.folded) {
      for (const spelling of [word, word.toUpperCase()])
        this.firstBytes[Buffer.from(spelling)[0] as number] = 1;
    }
    this.maxLength = Math.max(...words.map(({ length }) => 2 * length));
  }

  /** Performs a quick check of whether a cell may be one of the words. */
  mayBegin(bytes: Uint8Array, start: number): boolean {
    return this.firstBytes[bytes[start] as number] === 1;
  }

  has(text: string): boolean {
    const trimmed = trimText(text);
    return trimmed.length <= this.maxLength && this.folded.has(fold(trimmed));
  }

  /** Returns SQL that converts a string to NULL if it is one of the words, and otherwise applies `convert`. */
  toSql(text: string, converted: string): string {
    const words = [...this.folded].map(literal).join(", ");
    return `CASE WHEN lower(${trimTextSql(text)}) IN (${words}) THEN NULL ELSE ${converted} END`;
  }
}

/** Rules that apply without configuration. */
export const USUAL_RULES: CellRules = { notation: {} };

/** Returns the rules for the cells of a column in the files of a table. */
export function cellRules(column: Column, options: FileOptions = {}): CellRules {
  const words = [...(options.missing_values ?? []), ...(column.missing_values ?? [])];
  const { decimal } = options;
  const notation = { ...typedNotation(options), ...(decimal && { decimal }) };
  const notations = notationsOf(column, options);
  if (words.length === 0 && Object.keys(notation).length === 0 && !notations) return USUAL_RULES;
  return {
    notation,
    ...(words.length > 0 && { missing: new MissingWords(words) }),
    ...(notations && { notations }),
  };
}

/** Returns the notation of typed values, as in JSON and workbooks. */
export function typedNotation({ times, sequences }: Notation): Notation {
  return { ...(times && { times }), ...(sequences && { sequences }) };
}

function fold(word: string): string {
  return trimText(word).toLowerCase();
}
