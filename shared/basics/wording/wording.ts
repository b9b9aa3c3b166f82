/** Building blocks of user-facing sentences. */

/** Formats a count with its noun: "1 sequence", "2,000 sequences". */
export function formatCount(count: number, noun: string): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? noun : pluralOf(noun)}`;
}

/** Returns the plural of a regular noun: "rows", "queries", "assays". */
export function pluralOf(noun: string): string {
  return `${noun.replace(/(?<=[^aeiou])y$/, "ie")}s`;
}

/** Joins names for a sentence, listing at most `most` of them: "a, b and 7 more". */
export function joinNames(names: readonly string[], most: number): string {
  const shown = names.slice(0, most).join(", ");
  return names.length > most ? `${shown} and ${names.length - most} more` : shown;
}

/** Lists names in a sentence, at most `most` of them: "a", "a and b", "a, b and c", "a, b and 7 more". */
export function listNames(names: readonly string[], most: number): string {
  if (names.length > most || names.length < 2) return joinNames(names, most);
  return `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}`;
}

/** Truncates a string to at most `most` characters, with an ellipsis. */
export function shorten(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most).toWellFormed()}…` : text;
}
