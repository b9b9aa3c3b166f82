import { Refusal } from "#shared/trino/sqlError.ts";

/** Engine that a pattern is translated for: RE2 in DuckDB, or JavaScript in a registered function. */
export type RegexEngine = "RE2" | "JavaScript";

/** Pattern in the syntax of an engine that means what Trino's means, for the texts that have what it needs. */
export interface TranslatedRegex {
  pattern: string;
  /** True if the pattern can match the empty text. */
  isNullable: boolean;
  /** True if it only matches at the start of the text. */
  isAnchored: boolean;
  /** True if it contains an anchor: a start, an end, or a word boundary. */
  hasPlaces: boolean;
  /** Groups, the first one first; `isOptional` says that a group need not take part in a match. */
  groups: { name: string | undefined; isOptional: boolean; isNullable: boolean; isClosed: boolean }[];
  /** True if the text must not end with a newline, where `$` matches twice in Trino and once in RE2. */
  needsNoLastNewline: boolean;
  /** True if the text must be ASCII, beyond which Trino and RE2 differ in classes. */
  needsAscii: boolean;
  /** True if the text must not contain letters and digits outside ASCII, which are word characters for Trino but not for RE2. */
  needsAsciiWords: boolean;
  /** True if the text must not contain the characters outside ASCII that are cases of k and s. */
  needsAsciiCases: boolean;
  /** True if cases of letters are ignored, in JavaScript. */
  ignoresCase: boolean;
}

export interface Reader {
  text: string;
  at: number;
  found: TranslatedRegex;
  engine: RegexEngine;
  /** True if `^` and `$` match at line breaks. */
  isMultiline: boolean;
  /** True where a dot is any character, in JavaScript. */
  isDotAll: boolean;
  /** True within a look-behind, whose parts have a fixed length. */
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
  return new Refusal(`Regular expressions have no ${what} here`);
}
