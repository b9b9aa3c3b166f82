const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/**
 * Escapes text for use as content, or as a double-quoted attribute, in XML or HTML. Control characters become character
 * references.
 */
export function escapeMarkup(text: string): string {
  return text.replace(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to escape
    /[&<>"\u0000-\u001f\u007f\ufffe\uffff]/g,
    (character) => ENTITIES[character] ?? `&#x${character.charCodeAt(0).toString(16).toUpperCase()};`,
  );
}
