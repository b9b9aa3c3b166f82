/** Building blocks of user-facing sentences. */

/** Formats a count with its noun: "1 sequence", "2,000 sequences". */
export function formatCount(count: number, noun: string): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? noun : pluralOf(noun)}`;
}

/** Returns the plural of a regular noun: "rows", "queries", "assays". */
export function pluralOf(noun: string): string {
  return `${noun.replace(/(?<=[^aeiou])y$/, "ie")}s`;
}

/** Joins names for a sentence, listing at most `maxNames` of them: "a, b and 7 more". */
export function joinNames(names: readonly string[], maxNames: number): string {
  const shown = names.slice(0, maxNames).join(", ");
  return names.length > maxNames ? `${shown} and ${names.length - maxNames} more` : shown;
}

/** Lists names in a sentence, at most `maxNames` of them: "a", "a and b", "a, b and c", "a, b and 7 more". */
export function listNames(names: readonly string[], maxNames: number): string {
  if (names.length > maxNames || names.length < 2) return joinNames(names, maxNames);
  return `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}`;
}

/** Truncates a string to at most `maxLength` characters, with an ellipsis. */
export function shorten(text: string, maxLength: number): string {
  return text.length > maxLength ? `${text.slice(0, maxLength).toWellFormed()}…` : text;
}
