import { escapeControls, formatCount } from "@pdp/basics/wording";

const MAX_SHOWN_LENGTH = 40;

/** Quotes a value for use in a sentence, shortened. */
export function shownValue(text: string): string {
  return `"${escapeControls(text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH - 1).toWellFormed()}…` : text)}"`;
}

/** Names the first value that differs in type from the others in its column: `"x" and 2 other values are not …`. */
export function namedException(others: readonly string[], isNot: string, areNot: string): string {
  const [first = ""] = others;
  const more = new Set(others).size - 1;
  if (more === 0) return `${shownValue(first)} ${isNot}`;
  return `${shownValue(first)} and ${formatCount(more, "other value")} ${areNot}`;
}
