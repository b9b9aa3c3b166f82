/** A Content-Disposition that names a file whatever characters its name has (RFC 6266, RFC 8187). */
export function attachment(path: string): string {
  const name = path.split(/[\\/]/).at(-1) || "file";
  const plain = name.replace(/[^A-Za-z0-9._ -]/g, "_").slice(0, 200);
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded.slice(0, 2000)}`;
}
