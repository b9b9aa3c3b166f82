/** Encodes text as required by signatures and `encoding-type=url`: everything except A-Z a-z 0-9 - . _ ~ becomes %XX. */
export function uriEncode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, percentEncoded);
}

/** Encodes a path in the same way, leaving "/" unchanged. */
export function uriEncodePath(path: string): string {
  return path.split("/").map(uriEncode).join("/");
}

export function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
}
