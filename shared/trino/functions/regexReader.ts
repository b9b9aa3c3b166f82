import { Refusal } from "#shared/trino/sqlError.ts";

/** Pattern in RE2's syntax that means what Trino's means, for the texts that `guards` let pass. */
export interface TranslatedRegex {
  pattern: string;
  /** True if the pattern can match the empty text. */
  isNullable: boolean;
  /** True if it matches at the start of the text only. */
  isAnchored: boolean;
  /** True if it asks for a place: a start, an end, or a boundary of words. */
  hasPlaces: boolean;
  /** Groups from the first; `isOptional` tells that one may have no part in a match. */
  groups: { name: string | undefined; isOptional: boolean; isNullable: boolean }[];
  /** True if the text may not end with a newline, where `$` matches twice in Trino and once in RE2. */
  needsNoLastNewline: boolean;
  /** True if the text must be ASCII, beyond which Trino and RE2 differ in classes. */
  needsAscii: boolean;
  /** True if the text may have no letters and digits beyond ASCII, which are words for Trino and not for RE2. */
  needsAsciiWords: boolean;
  /** True if the text may have none of the characters beyond ASCII that are cases of k and s. */
  needsAsciiCases: boolean;
}

export interface Reader {
  text: string;
  at: number;
  found: TranslatedRegex;
  /** True where `^` and `$` are those of lines. */
  isMultiline: boolean;
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
