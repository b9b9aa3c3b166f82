import { Refusal } from "../sqlError.ts";

/** Engine for which a pattern is translated: RE2 in DuckDB, or JavaScript in a registered function. */
export type RegexEngine = "RE2" | "JavaScript";

/** Engine pattern equivalent to the Trino pattern for all strings that meet the flagged requirements. */
export interface TranslatedRegex {
  pattern: string;
  /** True if the pattern can match the empty string. */
  isNullable: boolean;
  /** True if the pattern matches only at the start of the text. */
  isAnchored: boolean;
  /** True if the pattern contains an anchor: a start, an end, or a word boundary. */
  hasPlaces: boolean;
  /** Groups in order; `isOptional` marks a group that may not participate in a match. */
  groups: { name: string | undefined; isOptional: boolean; isNullable: boolean; isClosed: boolean }[];
  /** True if the text must not end with a newline, where `$` matches twice in Trino and once in RE2. */
  needsNoLastNewline: boolean;
  /** True if the text must be ASCII; beyond ASCII, Trino and RE2 disagree on classes. */
  needsAscii: boolean;
  /** True if the text must not contain non-ASCII letters and digits, which are word characters in Trino but not in RE2. */
  needsAsciiWords: boolean;
  /** True if the text must not contain the non-ASCII case variants of k and s. */
  needsAsciiCases: boolean;
  /** True if matching is case-insensitive, in JavaScript. */
  ignoresCase: boolean;
}

export interface Reader {
  text: string;
  at: number;
  translated: TranslatedRegex;
  engine: RegexEngine;
  /** True if `^` and `$` match at line breaks. */
  isMultiline: boolean;
  /** True if a dot matches any character, in JavaScript. */
  isDotAll: boolean;
  /** True within a lookbehind, where every part has a fixed length. */
  isBehind: boolean;
  /** Number of groups that were added to make others atomic. */
  atomics: number;
}

export interface Part {
  sql: string;
  isNullable: boolean;
}

export function invalid(what: string): Refusal {
  return new Refusal(`This regular expression ${what}`);
}

export function unavailable(what: string): Refusal {
  return new Refusal(`Regular expressions do not support ${what} here`);
}
