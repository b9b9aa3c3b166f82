/** In characters; longer names help nobody, and headers have a largest size. */
const MAX_NAME_LENGTH = 200;

/** A Content-Disposition that names a file whatever characters its name has (RFC 6266, RFC 8187). */
export function attachment(path: string): string {
  const whole = path.split(/[\\/]/).at(-1) || "file";
  // Cut before it is encoded, and between characters: half of an escape or of a character could not be decoded.
  const name = [...whole.toWellFormed()].slice(0, MAX_NAME_LENGTH).join("");
  const plain = name.replace(/[^A-Za-z0-9._ -]/g, "_");
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
