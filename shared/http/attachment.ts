/** Maximum length of a file name, in characters, because the size of headers is limited. */
const MAX_NAME_LENGTH = 200;

/** Returns a Content-Disposition for a file name with any characters (RFC 6266, RFC 8187). */
export function attachment(path: string): string {
  const whole = path.split(/[\\/]/).at(-1) || "file";
  // Truncated between characters and before encoding: half an escape sequence or half a character could not be decoded.
  const name = [...whole.toWellFormed()].slice(0, MAX_NAME_LENGTH).join("");
  const plain = name.replace(/[^A-Za-z0-9._ -]/g, "_");
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
