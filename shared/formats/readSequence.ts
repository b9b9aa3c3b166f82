import { literal, type SequenceRule } from "@pdp/basics/columns";
import { AMINO_ACIDS } from "@pdp/basics/proteins";
import { proposeOptions } from "./options/fileOptions.ts";
import { PLACEHOLDER, type ScalarReading } from "./readScalar.ts";
import { trimText, trimTextSql } from "./trimText.ts";

/** Maximum length of words to search for among sequences. */
export const MAX_WORD_LENGTH = 7;
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const STOP_AT_END = /([^*])\*$/;
/** Words for a missing value that are also sequences in some alphabet. */
const WORD = /^(?:na|nan|nd|nil|wt|missing|failed|empty|-+|\.+)$/i;

/** Sequences with unknown or rare residues, such as X, U and O, or with an internal stop. */
const OTHER_RESIDUES = /^[A-Z*]+$/;
const WAYS_FOR_OTHER_RESIDUES =
  'set the column\'s "kind" to NONE to load such sequences unchecked, or set "bad_rows": "SKIP" to skip these rows';

/** Returns the pattern for a character that is not allowed in a sequence, for JavaScript and DuckDB. */
export function foreignPattern({ alphabet }: SequenceRule): string {
  return `[^${alphabet}]`;
}

/** Tells whether a sequence may be a word for a missing value. */
export function isMissingWord(text: string): boolean {
  return text.length <= MAX_WORD_LENGTH && WORD.test(text);
}

/**
 * Returns a sequence without surrounding space or a trailing stop, in upper case unless its alphabet has lower-case letters.
 */
export function normalizeSequence(text: string, { alphabet }: Pick<SequenceRule, "alphabet">): string {
  const trimmed = trimText(text).replace(STOP_AT_END, "$1");
  return hasLowerCase(alphabet) ? trimmed : capitals(trimmed);
}

/** Returns SQL that is equivalent to `normalizeSequence`. */
export function normalizedSequenceSql(text: string, { alphabet }: SequenceRule): string {
  const trimmed = `regexp_replace(${trimTextSql(text)}, '([^*])[*]$', '\\1')`;
  return hasLowerCase(alphabet)
    ? trimmed
    : `translate(${trimmed}, ${literal(LETTERS.toLowerCase())}, ${literal(LETTERS)})`;
}

/** Returns a string with its ASCII letters in upper case; converting "ß" would produce amino acid letters. */
function capitals(text: string): string {
  return text.replace(/[a-z]+/g, (letters) => letters.toUpperCase());
}

function hasLowerCase(alphabet: string): boolean {
  return alphabet !== alphabet.toUpperCase();
}

/** Normalizes a sequence and reads it. */
export function normalizedSequenceReader(rule: SequenceRule): (text: string) => ScalarReading {
  const read = sequenceReader(rule);
  return (text) => read(normalizeSequence(text, rule));
}

/** Reads a sequence in the alphabet of its kind. An empty sequence is missing. */
export function sequenceReader(rule: SequenceRule): (text: string) => ScalarReading {
  const foreign = new RegExp(foreignPattern(rule), "u");
  return (text) => {
    if (text === "") return "missing";
    const foreignLetter = foreign.exec(text);
    if (foreignLetter === null) return "value";
    if (PLACEHOLDER.test(text)) return { reason: "is not a sequence", isPlaceholder: true };
    const position = [...text.slice(0, foreignLetter.index)].length + 1;
    return {
      reason: `has "${foreignLetter[0]}" at position ${position}; ${rule.allowed}${advice(text, rule, foreign)}`,
    };
  };
}

function advice(text: string, rule: SequenceRule, foreign: RegExp): string {
  const { alphabet } = rule;
  if (!foreign.test(normalizeSequence(text, rule))) return `; ${waysToWrite(text, foreign)}`;
  if (!alphabet.includes("-") && !foreign.test(text.replace(/[-.]/g, ""))) {
    return '; for aligned amino acid sequences, set the column\'s "kind" to ALIGNED';
  }
  if (alphabet === AMINO_ACIDS && OTHER_RESIDUES.test(text)) return `; ${WAYS_FOR_OTHER_RESIDUES}`;
  return "";
}

/** Returns the notation of a string that becomes a sequence when it is normalized. */
function waysToWrite(text: string, foreign: RegExp): string {
  const normalize = proposeOptions({ sequences: "NORMALIZE" }, undefined);
  if (!foreign.test(capitals(text))) return `write it in capitals, or ${normalize}`;
  if (!foreign.test(trimText(text))) return `remove the surrounding spaces, or ${normalize}`;
  if (!foreign.test(text.replace(STOP_AT_END, "$1"))) return `remove the trailing stop, or ${normalize}`;
  return normalize;
}
