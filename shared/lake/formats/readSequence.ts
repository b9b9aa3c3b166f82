import type { SequenceRule } from "#shared/domain/columns/sequenceKind.ts";
import { PLACEHOLDER, type ScalarReading } from "./readScalar.ts";

/** Maximum length of the words that are looked for among sequences. */
export const MAX_WORD_LENGTH = 7;
/** Words that stand for a missing value, and that are also sequences by some alphabet. */
const WORD = /^(?:na|nan|nd|nil|wt|missing|failed|empty|-+|\.+)$/i;

/** Returns the pattern of a character that a sequence may not have, for JavaScript and DuckDB. */
export function foreignPattern({ alphabet }: SequenceRule): string {
  return `[^${alphabet}]`;
}

/** Tells whether a sequence may be a word for a missing value. */
export function isMissingWord(text: string): boolean {
  return text.length <= MAX_WORD_LENGTH && WORD.test(text);
}

/** Reads a sequence by the alphabet of its kind. An empty one is missing. */
export function sequenceReader(rule: SequenceRule): (text: string) => ScalarReading {
  const foreign = new RegExp(foreignPattern(rule), "u");
  return (text) => {
    if (text === "") return "missing";
    const found = foreign.exec(text);
    if (found === null) return "value";
    if (PLACEHOLDER.test(text)) return { reason: "is not a sequence", isPlaceholder: true };
    const position = [...text.slice(0, found.index)].length + 1;
    return {
      reason: `has "${found[0]}" at position ${position}; ${rule.allowed}${advice(text, rule, foreign)}`,
    };
  };
}

function advice(text: string, rule: SequenceRule, foreign: RegExp): string {
  if (!foreign.test(text.toUpperCase())) return "; write it in capitals";
  if (!foreign.test(text.trim())) return "; remove the space around it";
  if (!foreign.test(text.replace(/\*$/, ""))) return "; remove the stop at its end";
  if (!rule.alphabet.includes("-") && !foreign.test(text.replace(/[-.]/g, ""))) {
    return '; for aligned sequences of amino acids give the column the "kind" ALIGNED';
  }
  return "";
}
