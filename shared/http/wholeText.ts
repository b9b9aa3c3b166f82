/**
 * For `JSON.parse`: refuses half a character. JSON can write one surrogate without its other half, but UTF-8 has no bytes
 * for it, so that no store would give it back.
 */
export function wholeText(key: string, value: unknown): unknown {
  if (key.isWellFormed() && (typeof value !== "string" || value.isWellFormed())) return value;
  throw new SyntaxError(
    "It holds half of a character: a surrogate, such as \\ud83d, without its other half.",
  );
}
