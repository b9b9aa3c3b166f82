/** Detects the type of an image from its first bytes; null if it is not an image type that all browsers can show. */
export function imageType(content: Buffer): string | null {
  const text = (from: number, to: number): string => content.toString("latin1", from, to);
  if (text(0, 8) === "\x89PNG\r\n\x1a\n") return "image/png";
  if (text(0, 3) === "\xff\xd8\xff") return "image/jpeg";
  if (text(0, 6) === "GIF87a" || text(0, 6) === "GIF89a") return "image/gif";
  if (text(0, 4) === "RIFF" && text(8, 12) === "WEBP") return "image/webp";
  return null;
}
