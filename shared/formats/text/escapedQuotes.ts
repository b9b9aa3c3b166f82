export const BACKSLASH = 0x5c;
const QUOTE = 0x22;

/** Tells whether a backslash before a byte makes it part of the cell, in a file where a backslash may escape anything. */
export function isEscapable(byte: number | undefined): boolean {
  return byte === QUOTE || byte === BACKSLASH;
}

/** Returns the text of a cell without the backslashes before its quotes; in a quoted cell, quotes may also be doubled. */
export function unescapeQuotes(text: string, isQuoted: boolean): string {
  return text.replace(isQuoted ? /\\"|""/g : /\\"/g, '"');
}
